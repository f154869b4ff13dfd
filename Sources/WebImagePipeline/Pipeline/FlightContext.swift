import Synchronization

/// The flight that a task works for: what a load inside of that work has to know.
///
/// Tasks inherit it, detached ones do not: a load in a detached task that waits for the flight
/// which waits for the task is found by nobody.
final class FlightContext: Sendable {
    /// The flight whose work runs here, nil outside of any.
    @TaskLocal static var current: FlightContext?

    private static let lastNumber = Atomic<UInt64>(0)
    private static let waits = Mutex(WaitGraph())

    /// Unique in the process.
    private let number = FlightContext.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    private let slot = Mutex<TransferSlot?>(nil)
    private let claim = Mutex<Weak?>(nil)

    private struct Weak: Sendable {
        weak let claim: MemoryClaim?
    }

    /// Lets the flight's waits give this slot to others meanwhile.
    func hold(_ slot: TransferSlot) { self.slot.withLock { $0 = slot } }

    /// Lets the flight's waits give this memory to others meanwhile.
    func hold(_ claim: MemoryClaim) { self.claim.withLock { $0 = Weak(claim: claim) } }

    /// Notes that this flight waits for another; nil if that one waits for this one.
    func beginWaiting(for other: FlightContext) -> WaitGraph.Wait? {
        Self.waits.withLock { $0.begin(number, on: other.number) }
    }

    /// Notes that a wait is over.
    static func end(_ wait: WaitGraph.Wait) { waits.withLock { $0.end(wait) } }

    /// Runs what only waits: the flight's slot and memory serve others meanwhile.
    ///
    /// - Throws: What `body` throws, and `CancellationError` when the task is cancelled before it
    ///   has its slot again.
    static func withoutSlot<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard let current else { return try await body() }
        let claim = current.claim.withLock { $0?.claim }
        claim?.pause()
        defer { claim?.resume() }
        guard let slot = current.slot.withLock({ $0 }) else { return try await body() }
        slot.pause()
        let result: Result
        do {
            result = try await body()
        } catch {
            try? await slot.resume()
            throw error
        }
        try await slot.resume()
        return result
    }
}
