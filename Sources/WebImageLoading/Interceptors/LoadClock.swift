public import FoundationEssentials
import WebImageCaching
import WebImageRuntime

/// The time as interceptors see it; a test brings its own.
public struct LoadClock: Sendable {
    /// A moment to measure from, which no change of the machine's date moves.
    public var now: @Sendable () -> ContinuousClock.Instant
    /// The date, for fields such as `Retry-After: Fri, 31 Dec 1999 23:59:59 GMT`.
    public var date: @Sendable () -> Date
    /// Waits; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A clock of those functions.
    public init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        date: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.date = date
        self.sleep = sleep
    }

    /// The machine's.
    public static let system = LoadClock(
        now: { .now }, date: { Date() }, sleep: { try await Task.sleep(for: $0) })

    /// Waits, and lets other loads have the place in the transfer limits meanwhile.
    func pause(_ duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        let sleep = sleep
        try await CurrentWork.withoutSlot { try await sleep(duration) }
    }
}
