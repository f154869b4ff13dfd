import Synchronization

/// The flight that a task works for: what a load inside of that work has to know.
///
/// Tasks inherit it, detached ones do not: a load in a detached task that waits for the flight
/// which waits for the task is found by nobody.
package final class CurrentWork: Sendable {
    /// The flight whose work runs here, nil outside of any.
    @TaskLocal package static var current: CurrentWork?

    private static let lastNumber = Atomic<UInt64>(0)
    private static let waits = Mutex(ReentrancyGraph())

    /// Unique in the process.
    private let number = CurrentWork.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    private let held = Mutex(Held())

    /// The slot and the memory that the work holds now.
    ///
    /// The references are weak, since a slot refers to the needs of its work, and they to this object.
    private struct Held: Sendable {
        weak var slot: Permit?
        weak var claim: Permit?
    }

    /// Lets the flight's waits give this slot to others meanwhile.
    package func hold(slot: Permit) { held.withLock { $0.slot = slot } }

    /// Lets the flight's waits give this memory to others meanwhile.
    package func hold(memory claim: Permit) { held.withLock { $0.claim = claim } }

    /// Notes that this flight waits for another; nil if that one waits for this one.
    package func beginWaiting(for other: CurrentWork) -> ReentrancyGraph.Wait? {
        Self.waits.withLock { $0.begin(number, on: other.number) }
    }

    /// Notes that a wait is over.
    package static func end(_ wait: ReentrancyGraph.Wait) { waits.withLock { $0.end(wait) } }

    /// What this task's flight has and others may use until it ends.
    package struct Pause: Sendable {
        fileprivate let claim: Permit?
        fileprivate let slot: Permit?

        /// Waits for the slot again.
        ///
        /// - Throws: `CancellationError` when the task is cancelled before.
        package func end() async throws {
            defer { claim?.resume() }
            try await slot?.resumeInTurn()
        }
    }

    /// Lets the slot and the memory of this task's flight serve others; nil where it has none.
    package static func pause() -> Pause? {
        guard let current else { return nil }
        let (claim, slot) = current.held.withLock { ($0.claim, $0.slot) }
        guard claim != nil || slot != nil else { return nil }
        claim?.pause()
        slot?.pause()
        return Pause(claim: claim, slot: slot)
    }

    /// Runs what only waits: the flight's slot and memory serve others meanwhile.
    ///
    /// - Throws: What `body` throws, and `CancellationError` when the task is cancelled before it
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
