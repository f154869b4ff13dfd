public import WebImageLoading

/// The rules of retries: exponential back-off with full jitter.
///
/// A value without state or clock, for `.retry()` and `.resume()`. The wait before the attempt
/// *n* + 1 is a random time between zero and `baseDelay` · 2ⁿ⁻¹, at most `maxDelay`. With
/// `Retry-After` it is that time and up to `baseDelay` more, so that clients refused together do
/// not return together.
public struct RetryPolicy: Hashable, Sendable {
    /// The attempts in all, the first one included, 3 by default.
    public var maxAttempts = 3
    /// The longest wait before the second attempt, 0.5 s by default.
    public var baseDelay = Duration.milliseconds(500)
    /// The longest wait that is chosen here, 30 s by default.
    public var maxDelay = Duration.seconds(30)
    /// The longest time from the beginning of the first attempt to the last's, 60 s by
    /// default.
    ///
    /// If a server asks for a longer wait than is left, the load ends at once.
    public var maxTime = Duration.seconds(60)
    /// The statuses to retry: 408, 425, 429, 500, 502, 503, 504 by default.
    public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    /// The failures to retry: no connection, time-outs and broken transfers by default.
    public var failures: Set<LoadFailure.Kind> = [.connectionFailed, .timedOut, .truncated]
    /// The methods to retry: the idempotent ones by default (RFC 9110, section 9.2.2).
    public var methods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// Creates a policy with the documented defaults.
    public init() {}

    /// Returns `true` if a failure is one to retry.
    package func accepts(_ failure: LoadFailure) -> Bool {
        failure.status.map(statuses.contains) ?? failures.contains(failure.kind)
    }

    /// Returns the time to wait after an attempt, nil to give up.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - elapsed: The time since the first attempt began.
    ///   - retryAfter: The wait that the server asks for.
    ///   - random: The position in the range of waits, in `0..<1`.
    package func delay(
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
        // 2³⁰ times any sensible delay is longer than any sensible maximum.
        min(maxDelay, baseDelay * (1 << min(max(attempt - 1, 0), 30)))
    }
}
