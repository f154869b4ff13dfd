package import FoundationEssentials
import WebImageLoading
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
    ///
    /// - Parameter priority: The wait ends early if the load's rises above it.
    func pause(_ duration: Duration, upTo priority: LoadPriority = .high) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await CurrentWork.withoutSlot { [sleep] in
            guard let needs = CurrentWork.current?.needs, priority < .high else {
                return try await sleep(duration)
            }
            try await withThrowingTaskGroup { group in
                group.addTask { try await sleep(duration) }
                group.addTask { try await needs.wait { $0.priority > priority } }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}
