import WebImageCaching

/// Goes on with a broken download where it broke, by `Range` with `If-Range` (RFC 9110, section 14).
///
///     pipeline.interceptors = [Retry(), Resume()]
///
/// The pipeline sees one unbroken body, so previews go on. It resumes GET answers of status 200 that
/// have a strong validator and are not encoded; others break as they would without it. The rest is
/// asked for as ``RetryPolicy`` says, the attempts counted anew whenever bytes came, at most
/// ``maxCount`` times in all. Where the server's bytes have changed, or its answer does not fit, the
/// load begins again (``RestartLoad``).
public struct Resume: LoadInterceptor {
    /// How often one download is resumed.
    public static let maxCount = 20

    /// Which failures are resumed from, how often without progress, and after how long.
    public let policy: RetryPolicy
    private let clock: LoadClock
    private let random: @Sendable () -> Double

    /// `resume`.
    public var identity: String { "resume" }

    /// Resuming as a policy says.
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

    /// Hands the request on; the body of its answer mends itself.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var answer = try await next(request)
        guard let point = ResumePoint(answer, to: request, now: clock.date()) else { return answer }
        let chunks = answer.chunks
        answer.chunks = BodyStream(
            ResumingBody(
                point: point, chunks: chunks, policy: policy,
                patience: RetryAttempts(policy, clock, random),
                rest: { point in try await next(point.request(from: request)) }))
        return answer
    }
}

/// Ends a body whose bytes so far are void: the load begins again from its first interceptor.
///
/// An interceptor lets the ``LoadedBody/chunks`` of its answer throw it, since bytes that were handed
/// on cannot be taken back. After ``maxCount`` new beginnings its cause is the load's error.
public struct RestartLoad: Error, Sendable {
    /// The number of times that a load begins again.
    public static let maxCount = 3

    /// Why the bytes are void.
    public var cause: LoadFailure

    /// Begins the load again because of that failure.
    public init(after cause: LoadFailure) {
        self.cause = cause
    }
}
