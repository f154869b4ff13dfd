#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageViews

    /// Rewritten requests, own keys, and the executor of results.
    struct RewrittenRequestTests {
        @Test(.scenario("002-34"))
        func `a hook adds retrying or a transform for one host, and sees every request`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            var pipeline = job.pipeline()
            pipeline.rewrite = { request in
                seen.add("\(request.ignoresRememberedFailures)")
                var request = request
                guard case .url(let url) = request.source, url.contains("127.0.0.1") else {
                    return request
                }
                request.transforms.append(.crop(to: PixelSize(5, 5)))
                request.ignoresRememberedFailures = true
                return request
            }
            let cropped = try await pipeline.image(for: job.request("/a.png"))
            #expect(cropped.image.size == PixelSize(width: 5, height: 5))
            let data = ImageRequest(ImageSource.data(job.bytes))
            #expect(try await pipeline.image(for: data).image.size.width == 40)
            #expect(seen.value == ["false", "false"])
        }

        @Test(.scenario("002-34"))
        func `its result is what failures, keys, caches and loader go by`()
            async throws
        {
            let job = try Job()
            job.origin.reply(
                "/bad.png", with: OriginReply(body: Array("<html>no</html>".utf8)))
            job.origin.reply("/good.png", with: job.picture)
            var pipeline = job.pipeline()
            let good = job.origin.url("/good.png")
            let bad = job.request("/bad.png")
            await #expect(throws: ImageError.self) { try await pipeline.image(for: bad) }
            pipeline.rewrite = { request in
                var request = request
                request.source = .url(good)
                return request
            }
            #expect(try await pipeline.image(for: bad).origin == .network)
            pipeline.rewrite = nil
            #expect(try await pipeline.image(for: ImageRequest(good)).origin == .memory)
            pipeline.rewrite = { request in
                var request = request
                request.ignoresRememberedFailures = true
                return request
            }
            await #expect(throws: ImageError.self) { try await pipeline.image(for: bad) }
            #expect(job.origin.requests.map(\.path) == ["/bad.png", "/good.png", "/bad.png"])
        }

        @Test func `signed URLs of one key are requested once`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.sourceKeys = { request in
                guard case .url(let url) = request.source else { return nil }
                return CacheKey(String(url.prefix { $0 != "?" }))
            }
            let origins = try await [
                pipeline.image(for: job.request("/a.png?signature=1")).origin,
                pipeline.image(for: job.request("/a.png?signature=2")).origin,
            ]
            #expect(origins == [.network, .memory])
            #expect(job.origin.requests.count == 1)
        }

        @Test(.scenario("002-11"))
        func `a hit in memory ends without leaving the caller's executor`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let caller = Caller(of: job.pipeline())
            let first = try await caller.load(job.request("/a.png"))
            #expect(first.origin == .network)
            // The result arrived on that executor: the caller runs there again.
            #expect(first.jobCount > 0)
            let second = try await caller.load(job.request("/a.png"))
            #expect(second.origin == .memory)
            #expect(second.jobCount == 0)
        }

        @MainActor @Test(.scenario("002-11"))
        func `a view is told of a hit before its call returns, of a load afterwards`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let view = SceneView()
            let loader = view.loader(job.pipeline())
            var ends: [ImageOrigin?] = []
            loader.load(job.request("/a.png")) { ends.append(try? $0.get().origin) }
            #expect(ends.isEmpty)
            #expect(await until { ends == [.network] })
            loader.load(job.request("/a.png")) { ends.append(try? $0.get().origin) }
            #expect(ends == [.network, .memory])
        }
    }

    /// An actor with an executor of its own that waits for images.
    private actor Caller {
        private nonisolated let executor = CountingExecutor()
        private let pipeline: ImagePipeline

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        init(of pipeline: ImagePipeline) { self.pipeline = pipeline }

        /// Returns the origin of an image, and the number of jobs of the executor meanwhile.
        func load(_ request: ImageRequest) async throws -> (origin: ImageOrigin, jobCount: Int) {
            let before = executor.jobCount
            let origin = try await pipeline.image(for: request).origin
            return (origin, executor.jobCount - before)
        }
    }

    /// An executor that runs jobs one after the other, and counts them.
    private final class CountingExecutor: SerialExecutor {
        private let queue = DispatchQueue(label: "caller")
        private let count = SharedValue(0)
        var jobCount: Int { count.value }

        func enqueue(_ job: consuming ExecutorJob) {
            count.change { $0 += 1 }
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
#endif
