import WebImageCaching

/// What is tried again, how often, and after how long: exponential back-off with full jitter.
///
/// A value without state or clock: ``Retry`` and ``Resume`` ask it. Before the attempt *n* + 1 they
/// wait a random time between zero and `baseDelay` · 2ⁿ⁻¹, at most `maxDelay`; where the server
/// says `Retry-After`, that long and up to `baseDelay` more, so that those who were sent away
/// together do not come back together.
public struct RetryPolicy: Hashable, Sendable {
    /// Attempts in all, the first one included, 3 by default.
    public var maxAttempts = 3
    /// The longest wait before the second attempt, 0.5 s by default.
    public var baseDelay = Duration.milliseconds(500)
    /// The longest wait that is chosen here, 30 s by default.
    public var maxDelay = Duration.seconds(30)
    /// The longest time from the first attempt's beginning to the last one's, 60 s by default.
    ///
    /// A server that wants more patience than is left ends the load at once.
    public var maxTime = Duration.seconds(60)
    /// Statuses that may be others next time: 408, 425, 429, 500, 502, 503, 504 by default.
    public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    /// Failures that may not come again: no connection, time-outs and broken transfers by default.
    public var failures: Set<LoadFailure.Kind> = [.connectionFailed, .timedOut, .truncated]
    /// Methods that may be sent twice: the idempotent ones by default (RFC 9110, section 9.2.2).
    public var methods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// The documented defaults, to be changed.
    public init() {}

    /// Whether a failure may be another one next time.
    public func accepts(_ failure: LoadFailure) -> Bool {
        failure.status.map(statuses.contains) ?? failures.contains(failure.kind)
    }

    /// How long to wait after an attempt, nil to give up.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - elapsed: The time since the first attempt began.
    ///   - retryAfter: What the server asks for.
    ///   - random: Where in the range to wait, in `0..<1`.
    public func delay(
        after attempt: Int, elapsed: Duration, retryAfter: Duration?, random: Double
    ) -> Duration? {
        guard attempt < maxAttempts else { return nil }
        let delay =
            if let retryAfter {
                retryAfter + min(baseDelay, maxDelay) * random
            } else {
                ceiling(after: attempt) * random
            }
        return elapsed + delay <= maxTime ? max(delay, .zero) : nil
    }

    private func ceiling(after attempt: Int) -> Duration {
        // 2³⁰ times any delay that makes sense is more than any that does.
        min(maxDelay, baseDelay * (1 << min(max(attempt - 1, 0), 30)))
    }
}
