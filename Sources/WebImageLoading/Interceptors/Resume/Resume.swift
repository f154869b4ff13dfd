/// Resumes a broken download at the break, by `Range` with `If-Range` (RFC 9110, section 14).
///
///     pipeline.interceptors = [Retry(), Resume()]
///
/// The pipeline gets one unbroken body, so previews go on. Resumed are GET responses of status 200
/// that have a strong validator and are not encoded; others break as without this interceptor.
/// Attempts follow ``RetryPolicy``, counted anew after each progress, at most ``maxCount`` in all.
/// If the server's bytes have changed, or its response does not fit, the load begins again
/// (``RestartLoad``).
public struct Resume: LoadInterceptor {
    /// The most times that one download is resumed.
    public static let maxCount = 20

    /// The failures to resume from, the number of attempts without progress, and their waits.
    public let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double

    /// `resume`.
    public var identity: String { "resume" }

    /// Creates an interceptor that resumes by a policy.
    ///
    /// - Parameters:
    ///   - clock: Measures and waits.
    ///   - random: Returns numbers in `0..<1`.
    public init(
        _ policy: RetryPolicy = RetryPolicy(), clock: LoadClock = .system,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.policy = policy
        self.clock = clock
        self.random = random
    }

    /// Passes the request on, and returns the response with a body that resumes.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var answer = try await next(request)
        guard let point = ResumePoint(answer, to: request, now: clock.date()) else { return answer }
        let attempts = RetryAttempts(policy, clock, random)
        answer.chunks = BodyStream { [chunks = answer.chunks] in
            var body = ResumingBody(chunks, point, policy, attempts) { point in
                try await next(point.request(from: request))
            }
            return { try await body.next() }
        }
        return answer
    }
}
