import Synchronization

/// The shared work that the current task belongs to; loads inside it use it to detect cycles and to
/// lend permits.
///
/// Child tasks inherit it, detached tasks do not: a cycle through a detached task is not detected.
package final class CurrentWork: Sendable {
    /// The work that the current task runs for; nil outside of any.
    @TaskLocal package static var current: CurrentWork?

    private static let lastNumber = Atomic<UInt64>(0)
    private static let waits = Mutex(ReentrancyGraph())

    /// The needs of all waiters of the work together.
    package let needs: Needs
    /// Unique in the process.
    private let number = CurrentWork.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    private let held = Mutex(Held())

    /// Weak, since a slot retains the needs of its work, which retain this object.
    private struct Held: Sendable {
        weak var slot: Permit?
        weak var memory: Permit?
        var steps: StepWatch?
    }

    package init(needs: Needs) { self.needs = needs }

    /// Notes the slot of the work, to be lent while the work waits for other work.
    package func hold(slot: Permit) { held.withLock { $0.slot = slot } }

    /// Notes the memory of the work, to be lent while the work waits for other work.
    package func hold(memory: Permit) { held.withLock { $0.memory = memory } }

    /// Notes the watch over the steps of the work, which are not silent while the work waits.
    func hold(steps: StepWatch) { held.withLock { $0.steps = steps } }

    /// Gives the slot back; idempotent.
    package func endSlot() { held.withLock { $0.slot }?.end() }

    /// Gives the slot and the memory back; idempotent.
    func endPermits() {
        let (slot, memory) = held.withLock { ($0.slot, $0.memory) }
        slot?.end()
        memory?.end()
    }

    /// Notes that this work waits for other work; returns nil if that waits for this one.
    package func beginWaiting(for other: CurrentWork) -> ReentrancyGraph.Wait? {
        Self.waits.withLock { $0.begin(number, on: other.number) }
    }

    /// Notes that a wait is over.
    package static func end(_ wait: ReentrancyGraph.Wait) { waits.withLock { $0.end(wait) } }

    /// The slot and the memory that are lent until the end of a wait.
    package struct Pause: Sendable {
        fileprivate let slot: Permit?
        fileprivate let memory: Permit?
        fileprivate let steps: StepWatch?

        /// Takes the memory back, and waits for the slot.
        ///
        /// - Throws: `CancellationError` if the task is cancelled before.
        package func end() async throws {
            defer {
                memory?.resume()
                steps?.endWait()
            }
            try await slot?.resumeInTurn()
        }
    }

    /// Lends the slot and the memory of the current work to others; returns nil if it has none.
    package static func pause() -> Pause? {
        guard let current else { return nil }
        let (slot, memory, steps) = current.held.withLock { ($0.slot, $0.memory, $0.steps) }
        guard slot != nil || memory != nil || steps != nil else { return nil }
        memory?.pause()
        slot?.pause()
        steps?.beginWait()
        return Pause(slot: slot, memory: memory, steps: steps)
    }

    /// Runs a wait while the slot and the memory of the current work are lent to others.
    ///
    /// - Throws: The error of `body`, and `CancellationError` if the task is cancelled before it
    ///   has its slot again.
    package static func withoutSlot<Result>(_ body: () async throws -> Result) async throws
        -> Result
    {
        guard let pause = pause() else { return try await body() }
        let result: Result
        do {
            result = try await body()
        } catch {
            try? await pause.end()
            throw error
        }
        try await pause.end()
        return result
    }
}

/// The waits of shared work for other shared work, to detect work that would wait for itself.
///
/// A pure state; ``CurrentWork`` keeps the one of the process. Work waits for other work if its
/// code, an interceptor for instance, asks for the result of the other.
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
    /// - Returns: Nil if `target` already waits for `waiter`, directly or through others; then
    ///   nothing is noted, since neither would ever end.
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
