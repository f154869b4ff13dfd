import WebImageCaching
import WebImageRuntime

/// Asks again when an answer fails in a way that may pass: back-off with full jitter, `Retry-After`.
///
///     pipeline.interceptors = [Retry()]
///
/// Which failures, statuses and methods, how often and how long says ``RetryPolicy``. A body that
/// breaks makes the load begin again, at most ``RestartLoad/maxCount`` times; put ``Resume``
/// behind this one to go on where it broke. While it waits, others may use the load's place among the
/// transfers.
public struct Retry: LoadInterceptor {
    /// What is tried again.
    public let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double

    /// `retry`.
    public var identity: String { "retry" }

    /// Retries of a policy.
    ///
    /// - Parameters:
    ///   - clock: Measures and waits.
    ///   - random: Numbers in `0..<1`.
    public init(
        _ policy: RetryPolicy = RetryPolicy(), clock: LoadClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Hands the request on until an answer is no reason to try again, or no more attempts are left.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard policy.methods.contains(request.method) else { return try await next(request) }
        var patience = RetryAttempts(policy, clock, random, after: request.restartCount)
        while true {
            do {
                let answer = try await next(request)
                guard policy.statuses.contains(answer.head.status),
                    try await patience.wait(after: answer.head)
                else { return guarded(answer, patience) }
            } catch {
                guard let failure = LoadFailure(thrown: error), policy.accepts(failure),
                    try await patience.wait(after: failure.head)
                else { throw error }
            }
        }
    }

    /// The answer with a body whose breaking makes the load begin again.
    private func guarded(_ answer: LoadedBody, _ patience: RetryAttempts) -> LoadedBody {
        var answer = answer
        answer.chunks = BodyStream(
            answer.chunks.onFailure { [policy] error in
                guard let failure = LoadFailure(thrown: error), policy.accepts(failure) else {
                    return error
                }
                var patience = patience
                return try await patience.wait(after: nil) ? RestartLoad(after: failure) : error
            })
        return answer
    }
}
