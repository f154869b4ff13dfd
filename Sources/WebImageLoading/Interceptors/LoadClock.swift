package import FoundationEssentials
import WebImageRuntime

/// The clock of interceptors; a test has its own.
package struct LoadClock: Sendable {
    /// Returns a moment to measure from, independent of the machine's date.
    package var now: @Sendable () -> ContinuousClock.Instant
    /// Returns the date, for fields such as `Retry-After: Fri, 31 Dec 1999 23:59:59 GMT`.
    package var date: @Sendable () -> Date
    /// Waits; throws `CancellationError` if the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock of functions.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        date: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.date = date
        self.sleep = sleep
    }

    /// The clock of the machine.
    package static let system = LoadClock(
        now: { .now }, date: { Date() }, sleep: { try await Task.sleep(for: $0) })

    /// Waits, and lends the transfer slot to other loads meanwhile.
    func pause(_ duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        let sleep = sleep
        try await CurrentWork.withoutSlot { try await sleep(duration) }
    }
}
