import FoundationEssentials
import WebImageCaching
package import WebImageLoading
import WebImageRuntime

/// Retries of failures that may pass: back-off with full jitter, `Retry-After`.
package struct Retry: LoadInterceptor {
    package let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double

    package var identity: String { "retry" }

    package init(
        _ policy: RetryPolicy = RetryPolicy(), clock: LoadClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Passes the request on until its response needs no retry, or no attempts are left.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard policy.methods.contains(request.method) else { return try await next(request) }
        var attempts = RetryAttempts(policy, clock, random, after: request.spentAttempts)
        while true {
            do {
                var response = try await next(request)
                guard policy.statuses.contains(response.head.status),
                    try await attempts.wait(after: response.head)
                else {
                    response.chunks = restarting(response.chunks, attempts)
                    return response
                }
            } catch {
                guard let failure = LoadFailure(thrown: error), policy.accepts(failure),
                    try await attempts.wait(after: failure.head)
                else { throw error }
            }
        }
    }

    /// Returns a body that makes the load begin again if it breaks.
    private func restarting(_ chunks: BodyStream, _ attempts: RetryAttempts) -> BodyStream {
        chunks.onFailure { [policy] error in
            guard let failure = LoadFailure(thrown: error), policy.accepts(failure) else {
                return error
            }
            var attempts = attempts
            guard try await attempts.wait(after: nil) else { return error }
            return RestartLoad(after: failure, spentAttempts: attempts.spentCount)
        }
    }
}

/// A counter of the attempts of one load, which waits between them.
///
/// If a caller of higher priority joins, it gets what it would get alone: a wait ends at once, and
/// the attempts count anew. Of three priorities that happens twice at most, also after
/// `Retry-After`.
struct RetryAttempts: Sendable {
    private let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double
    private var begin: ContinuousClock.Instant
    private var attempt: Int
    var spentCount: Int { attempt - 1 }
    /// The highest priority of the load so far.
    private var priority = Self.currentPriority

    /// Begins an attempt after `attemptCount` earlier ones.
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

    /// Counts anew after progress.
    mutating func renew() {
        attempt = 1
        begin = clock.now()
    }

    /// Waits until the next attempt is due.
    ///
    /// - Returns: `false` at once if there is none.
    /// - Throws: `CancellationError`.
    mutating func wait(after head: ResponseHead?) async throws -> Bool {
        renewIfRaised()
        let delay = policy.delay(
            after: attempt, elapsed: begin.duration(to: clock.now()),
            retryAfter: Self.retryAfter(head, date: clock.date()), random: random())
        guard let delay else { return false }
        attempt += 1
        try await clock.pause(delay, upTo: priority)
        renewIfRaised()
        return true
    }

    private mutating func renewIfRaised() {
        guard Self.currentPriority > priority else { return }
        priority = Self.currentPriority
        renew()
    }

    private static var currentPriority: LoadPriority {
        CurrentWork.current?.needs.current.priority ?? .high
    }

    /// Returns the wait of `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
    private static func retryAfter(_ head: ResponseHead?, date: Date) -> Duration? {
        guard let field = head?.headers["Retry-After"]?.trimmingSpaces else { return nil }
        if let seconds = CacheDirectives.seconds(field) { return .seconds(seconds) }
        guard let moment = HTTPDate.parse(field, now: date) else { return nil }
        return .seconds(max(0, moment.timeIntervalSince(date)))
    }
}
