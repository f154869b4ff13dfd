/// The waits of shared work for other shared work, to detect work that would wait for itself.
///
/// A pure state; ``CurrentWork`` keeps the one of the process. Work waits for other work if its code,
/// an interceptor for instance, asks for the result of the other.
package struct ReentrancyGraph: Sendable {
    /// The number of a piece of work.
    package typealias Work = UInt64

    /// One wait that has begun.
    package struct Wait: Hashable, Sendable {
        fileprivate let number: UInt64
        fileprivate let waiter: Work
    }

    private var targets: [Work: [UInt64: Work]] = [:]
    private var lastWait: UInt64 = 0

    package init() {}

    /// The number of pieces of work that wait for others.
    package var waiterCount: Int { targets.count }

    /// Notes a wait until ``end(_:)``.
    ///
    /// - Returns: Nil if `target` already waits for `waiter`, directly or through others; then nothing
    ///   is noted, since neither would ever end.
    /// - Complexity: O(*w*) in the waits that begin at `target`.
    package mutating func begin(_ waiter: Work, on target: Work) -> Wait? {
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

    private func reaches(_ work: Work, from start: Work) -> Bool {
        var seen: Set<Work> = [start]
        var stack = [start]
        while let next = stack.popLast() {
            if next == work { return true }
            for target in (targets[next] ?? [:]).values where seen.insert(target).inserted {
                stack.append(target)
            }
        }
        return false
    }
}
