/// Which flight waits for which: what tells a load that would wait for itself.
///
/// A pure state; ``CurrentWork`` keeps the process' one. A flight waits for another when the work
/// of the first, an interceptor for instance, asks for what the second makes.
package struct ReentrancyGraph: Sendable {
    /// Names a flight.
    package typealias Flight = UInt64

    /// One wait that has begun.
    package struct Wait: Hashable, Sendable {
        fileprivate let number: UInt64
        fileprivate let waiter: Flight
    }

    private var targets: [Flight: [UInt64: Flight]] = [:]
    private var lastWait: UInt64 = 0

    /// Nobody waits.
    package init() {}

    /// The number of flights that wait for others.
    package var waiterCount: Int { targets.count }

    /// Notes that a flight waits for another, until ``end(_:)``.
    ///
    /// - Returns: Nil, and nothing is noted, where the other waits for the first one already,
    ///   directly or through others: neither would ever end.
    /// - Complexity: O(*w*) in the waits that begin at `target`.
    package mutating func begin(_ waiter: Flight, on target: Flight) -> Wait? {
        guard !reaches(waiter, from: target) else { return nil }
        lastWait += 1
        targets[waiter, default: [:]][lastWait] = target
        return Wait(number: lastWait, waiter: waiter)
    }

    /// Notes that a wait is over.
    package mutating func end(_ wait: Wait) {
        targets[wait.waiter]?[wait.number] = nil
        if targets[wait.waiter]?.isEmpty == true { targets[wait.waiter] = nil }
    }

    private func reaches(_ flight: Flight, from start: Flight) -> Bool {
        var seen: Set<Flight> = [start]
        var stack = [start]
        while let next = stack.popLast() {
            if next == flight { return true }
            for target in (targets[next] ?? [:]).values where seen.insert(target).inserted {
                stack.append(target)
            }
        }
        return false
    }
}
