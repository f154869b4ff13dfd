import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading
import WebImageRuntime

/// The delays and the number of retries, without a clock or randomness.
struct RetryPolicyTests {
    @Test(arguments: [(1, 500), (2, 1000), (3, 2000), (6, 16_000), (7, 30_000), (60, 30_000)])
    func `the longest wait doubles up to its ceiling`(attempt: Int, milliseconds: Int) {
        var policy = RetryPolicy()
        policy.maxAttempts = 100
        let delay = policy.delay(after: attempt, elapsed: .zero, retryAfter: nil, random: 1)
        #expect(delay == .milliseconds(milliseconds))
    }

    @Test func `the wait is anywhere from nothing to the longest: full jitter`() {
        let policy = RetryPolicy()
        let delays = [0, 0.25, 0.5].map {
            policy.delay(after: 1, elapsed: .zero, retryAfter: nil, random: $0)
        }
        #expect(delays == [.zero, .milliseconds(125), .milliseconds(250)])
    }

    @Test func `a server's wish is kept, and spread a little`() {
        let policy = RetryPolicy()
        let delays = [0, 0.5].map {
            policy.delay(after: 1, elapsed: .zero, retryAfter: .seconds(7), random: $0)
        }
        #expect(delays == [.seconds(7), .milliseconds(7250)])
    }

    @Test func `attempts are bounded`() {
        let policy = RetryPolicy()
        let delays = (1...3).map {
            policy.delay(after: $0, elapsed: .zero, retryAfter: nil, random: 0)
        }
        #expect(delays == [.zero, .zero, nil])
    }

    @Test func `total time is bounded, whoever asks for more`() {
        let policy = RetryPolicy()
        #expect(policy.delay(after: 1, elapsed: .seconds(60), retryAfter: nil, random: 1) == nil)
        #expect(policy.delay(after: 1, elapsed: .zero, retryAfter: .seconds(61), random: 0) == nil)
        #expect(
            policy.delay(after: 1, elapsed: .seconds(50), retryAfter: .seconds(10), random: 0)
                == .seconds(10))
    }

    @Test func `failures that may pass are told from those that stay`() {
        let policy = RetryPolicy()
        let passing: [LoadFailure.Kind] = [
            .connectionFailed, .timedOut, .truncated, .status(503), .status(429),
        ]
        let staying: [LoadFailure.Kind] = [
            .hostNotFound, .tls, .tooLarge, .redirect, .malformed, .status(404), .status(401),
            .recursion, .other,
        ]
        #expect(passing.allSatisfy { policy.accepts(LoadFailure($0, "")) })
        #expect(!staying.contains { policy.accepts(LoadFailure($0, "")) })
    }
}
