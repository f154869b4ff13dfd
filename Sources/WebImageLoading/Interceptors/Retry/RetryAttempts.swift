import FoundationEssentials
import WebImageCaching
import WebImageRuntime

/// Counts the attempts of one load against a policy, and waits between them.
struct RetryAttempts: Sendable {
    private let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double
    private var begin: ContinuousClock.Instant
    private var attempt: Int

    /// The next attempt begins now, after so many.
    init(
        _ policy: RetryPolicy, _ clock: LoadClock, _ random: @escaping @Sendable () -> Double,
        after attemptCount: Int = 0
    ) {
        attempt = attemptCount + 1
        self.policy = policy
        self.clock = clock
        self.random = random
        begin = clock.now()
    }

    /// There was progress: what comes is a first attempt again.
    mutating func renew() {
        attempt = 1
        begin = clock.now()
    }

    /// Waits until the next attempt is due.
    ///
    /// - Returns: False, at once, where there is none.
    /// - Throws: `CancellationError`.
    mutating func wait(after head: ResponseHead?) async throws -> Bool {
        let delay = policy.delay(
            after: attempt, elapsed: begin.duration(to: clock.now()),
            retryAfter: RetryAfter.delay(in: head, date: clock.date()), random: random())
        guard let delay else { return false }
        attempt += 1
        try await clock.pause(delay)
        return true
    }
}

/// `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
enum RetryAfter {
    /// The wait that the server asks for; nil if the field is missing or cannot be read.
    static func delay(in head: ResponseHead?, date: Date) -> Duration? {
        guard let field = head?.headers["Retry-After"]?.trimmingSpaces else { return nil }
        if let seconds = CacheDirectives.seconds(field) { return .seconds(seconds) }
        guard let moment = HTTPDate.parse(field, now: date) else { return nil }
        return .seconds(max(0, moment.timeIntervalSince(date)))
    }
}
