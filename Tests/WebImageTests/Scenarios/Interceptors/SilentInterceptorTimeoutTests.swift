#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// An interceptor that never answers, with the time-outs of a plain pipeline.
    struct SilentInterceptorTimeoutTests {
        @Test(.scenario("001-24"), .timeLimit(.minutes(5)), arguments: [true, false])
        func `without a caller's time-out the idle limit ends the load and frees its place`(
            obeysCancellation: Bool
        ) async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let stuck = SharedValue<[CheckedContinuation<Void, Never>]>([])
            var pipeline = job.pipeline([
                Around("stuck") { request, next in
                    if case .url(let url) = request.source, url.hasSuffix("stuck.png") {
                        if obeysCancellation { try await Task.sleep(for: .seconds(3600)) }
                        await withCheckedContinuation { stuck.add($0) }
                    }
                    return try await next(request)
                }
            ])
            pipeline.setLimits {
                $0.load.maxTransfers = 1
                $0.load.idleTimeout = .milliseconds(300)
            }
            let request = job.request("/stuck.png")
            #expect(request.timeout == nil)
            let failure = await pipeline.error(of: request)?.loadFailure
            #expect(failure?.kind == .timedOut)
            #expect(failure?.reason.contains("'stuck'") == true)
            // A busy machine may need longer than the limit for the only slot's next load.
            pipeline.setLimits { $0.load.idleTimeout = .seconds(3600) }
            #expect(try await pipeline.image(for: job.request("/a.png")).image.size.width == 40)
            #expect(stuck.value.count == (obeysCancellation ? 0 : 1))
            for continuation in stuck.value { continuation.resume() }
            #expect(job.origin.requestCount("/stuck.png") == 0)
        }
    }
#endif
