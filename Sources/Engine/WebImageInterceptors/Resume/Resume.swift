package import WebImageLoading

/// A resumption of broken downloads at the break, by `Range` with `If-Range` (RFC 9110, section
/// 14).
package struct Resume: LoadInterceptor {
    /// The most times that one download is resumed.
    package static let maxCount = 20

    /// The failures to resume from, the number of attempts without progress, and their waits.
    package let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double

    package var identity: String { "resume" }

    package init(
        _ policy: RetryPolicy = RetryPolicy(), clock: LoadClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Passes the request on, and returns the response with a body that resumes.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var response = try await next(request)
        guard let point = ResumePoint(response, to: request, now: clock.date()) else {
            return response
        }
        let attempts = RetryAttempts(policy, clock, random)
        response.chunks = BodyStream { [chunks = response.chunks] in
            var body = ResumingBody(chunks, point, policy, attempts) { point in
                try await next(point.request(from: request))
            }
            return { try await body.next() }
        }
        return response
    }
}
