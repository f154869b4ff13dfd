#if HTTP && PNG
    import Synchronization
    import Testing
    import WebImage
    import WebImageTesting

    /// Prefetching in the articles: batches, filters, two steps, and their order.
    struct PrefetchScenarioTests {
        @Test(.scenario("000-16")) func `a filtered URL of three fails, and nothing of it is kept`()
            async throws
        {
            let job = try Job()
            for name in ["a", "b"] { job.origin.reply("/\(name).png", with: job.picture) }
            job.origin.reply("/error.png", with: job.picture.header("ErrorCode", "100"))
            var pipeline = job.pipeline()
            pipeline.interceptors = [.rejectResponses(header: "ErrorCode", number: 100)]
            let urls = ["a", "error", "b"].map { job.origin.url("/\($0).png") }
            let failed = Mutex<[String]>([])
            let progress = await pipeline.prefetch(urls) { _, outcome in
                guard case .failed(let error) = outcome else { return }
                failed.withLock { $0.append("\(error.status ?? 0)") }
            }.end()
            #expect((progress.ended, progress.done, progress.failed) == (3, 2, 1))
            #expect(failed.withLock { $0 } == ["444"])
            #expect(try DiskCache(folder: job.folder).usage().entryCount == 2)
            #expect(try await pipeline.cachedImage(for: ImageRequest(urls[1])) == nil)
            _ = try await pipeline.image(for: ImageRequest(urls[0]))
            #expect(job.origin.requests.count == 3)
        }

        @Test(.scenario("002-9")) func `batches have totals of their own, and end on their own`()
            async throws
        {
            let job = try Job()
            for index in 0..<5 { job.origin.reply("/\(index).png", with: job.picture.held()) }
            let pipeline = job.pipeline()
            let urls = (0..<5).map { job.origin.url("/\($0).png") }
            let one = pipeline.prefetch(urls[..<2])
            let two = pipeline.prefetch(urls[2...])
            #expect((one.progress.total, two.progress.total) == (2, 3))
            await job.origin.waitUntil { $0.requests.count == 5 }
            one.cancel()
            #expect(await one.end().cancelled == 2)
            #expect(
                await job.origin.waitUntil {
                    $0.abortedCount("/0.png") == 1 && $0.abortedCount("/1.png") == 1
                })
            for index in 2..<5 { job.origin.release("/\(index).png") }
            let progress = await two.end()
            #expect((progress.done, progress.cancelled, progress.total) == (3, 0, 3))
        }

        @Test(.scenario("002-10")) func `who wants one batch at a time cancels the old one first`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/old.png", with: job.picture.held())
            job.origin.reply("/new.png", with: job.picture)
            let pipeline = job.pipeline()
            var batch = pipeline.prefetch([job.origin.url("/old.png")])
            await job.origin.waitUntil { $0.requestCount("/old.png") == 1 }
            // Releasing the old batch is enough: an unreferenced batch is cancelled.
            batch = pipeline.prefetch([job.origin.url("/new.png")])
            #expect(await job.origin.waitUntil { $0.abortedCount("/old.png") == 1 })
            #expect(await batch.end().done == 1)
        }

        @Test(.scenario("003-28")) func `prefetching in two steps warms the cache`() async throws {
            let job = try TwoStepJob()
            for index in 1...3 { job.api.reply("/p/\(index)", with: job.text("/real/\(index)")) }
            for index in 1...3 { job.api.reply("/real/\(index)", with: job.picture) }
            let pipeline = job.pipeline()
            let urls = (1...3).map { job.api.url("/p/\($0)") }
            #expect(await pipeline.prefetch(urls).end().done == 3)
            #expect(job.api.requests.count == 6)
            for url in urls {
                #expect(try await pipeline.image(for: ImageRequest(url)).origin == .disk)
            }
            #expect(await pipeline.prefetch(urls).end().skipped == 3)
            #expect(job.api.requests.count == 6)
        }

        @Test func `a page instead of a picture is not kept`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: OriginReply(body: Array("<html></html>".utf8)))
            let pipeline = job.pipeline()
            #expect(await pipeline.prefetch([job.origin.url("/a.png")]).end().failed == 1)
            #expect(try DiskCache(folder: job.folder).usage().entryCount == 0)
        }
    }
#endif
