#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Failures that are remembered, and those that are not.
    struct RememberedFailureTests {
        private let page = OriginReply(
            headers: [("Content-Type", "image/png")], body: Array("<html>no</html>".utf8))

        @Test(.scenario("002-13"))
        func `bytes that are no picture are not asked for again, and the error says so`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: page)
            let trace = TraceObserver()
            let pipeline = job.pipeline(observers: [trace])
            #expect(await pipeline.error(of: job.request("/a.png"))?.stage == "decode")
            let second = await pipeline.error(of: job.request("/a.png"))
            guard case .remembered(_, .decode) = second else {
                Issue.record("ended with \(String(describing: second))")
                return
            }
            #expect(second?.reason.contains("remembered since") == true)
            #expect(job.origin.requestCount("/a.png") == 1)
            #expect(trace.trace.hasSuffix("memory:miss disk:miss"))
        }

        @Test(.scenario("002-13")) func `who retries asks again, and a success is the end of it`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: [page, job.picture, page])
            let pipeline = job.pipeline()
            var retry = job.request("/a.png")
            retry.ignoresRememberedFailures = true
            _ = await pipeline.error(of: job.request("/a.png"))
            #expect(try await pipeline.image(for: retry).origin == .network)
            try #require(pipeline.disk).removeAll()
            pipeline.memory.removeAll()
            #expect(await pipeline.error(of: job.request("/a.png"))?.stage == "decode")
            #expect(job.origin.requestCount("/a.png") == 3)
            // It failed again: it is remembered again, and nothing is requested automatically.
            _ = await pipeline.error(of: job.request("/a.png"))
            #expect(job.origin.requestCount("/a.png") == 3)
        }

        @Test(.scenario("002-14"))
        func `a 404 is asked for each time unless a policy remembers it`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: .status(404))
            var pipeline = job.pipeline()
            _ = await pipeline.error(of: job.request("/a.png"))
            _ = await pipeline.error(of: job.request("/a.png"))
            #expect(job.origin.requestCount("/a.png") == 2)
            pipeline.failures = NegativeCache { $0.status == 404 ? .seconds(60) : nil }
            _ = await pipeline.error(of: job.request("/a.png"))
            #expect(await pipeline.error(of: job.request("/a.png"))?.status == 404)
            #expect(job.origin.requestCount("/a.png") == 3)
            pipeline.failures = nil
            _ = await pipeline.error(of: job.request("/a.png"))
            #expect(job.origin.requestCount("/a.png") == 4)
        }

        @Test(.scenario("002-15"))
        func `a load counts while it runs, not after success, failure or cancel`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/good.png", with: job.picture.held())
            job.origin.reply("/bad.png", with: OriginReply.status(500).held())
            job.origin.reply("/left.png", with: job.picture.held())
            let pipeline = job.pipeline()
            let loads = ["/good.png", "/bad.png", "/left.png"].map { path in
                Task { try await pipeline.image(for: job.request(path)) }
            }
            await job.origin.waitUntil { $0.requests.count == 3 }
            #expect(pipeline.runningCount == 3)
            loads[2].cancel()
            _ = await loads[2].result
            #expect(pipeline.runningCount == 2)
            job.origin.release("/bad.png")
            _ = await loads[1].result
            #expect(pipeline.runningCount == 1)
            job.origin.release("/good.png")
            _ = try await loads[0].value
            #expect(pipeline.runningCount == 0)
        }
    }
#endif
