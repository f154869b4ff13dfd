import Synchronization

/// The shared work that the current task belongs to; loads inside it use it to detect cycles and to lend
/// permits.
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
    /// - Throws: The error of `body`, and `CancellationError` if the task is cancelled before it has
    ///   its slot again.
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
