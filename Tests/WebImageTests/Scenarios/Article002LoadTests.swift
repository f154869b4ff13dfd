#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Article 002: how many run, who shares, who is told, and when it ends.
    struct Article002LoadTests {
        private static func result(
            _ request: ImageRequest, _ pipeline: ImagePipeline
        ) async -> Result<ImageResponse, ImageError> {
            do throws(ImageError) {
                return .success(try await pipeline.image(for: request))
            } catch {
                return .failure(error)
            }
        }

        private func isCancelled(_ result: Result<ImageResponse, ImageError>) -> Bool {
            if case .failure(.cancelled) = result { true } else { false }
        }

        @Test func `002-20 six transfers for a host, 15 seconds of silence, 7 days, 1 GB`() throws {
            let limits = try Job().pipeline().limits.load
            #expect((limits.maxTransfersPerHost, limits.maxTransfers) == (6, 64))
            #expect(limits.transferOrder == .firstComeFirst)
            #expect(limits.idleTimeout == .seconds(15))
            let disk = DiskLimits()
            #expect((disk.lifetime, disk.maxBytes) == (.seconds(7 * 86_400), 1 << 30))
        }

        @Test func `002-21 no more than six of ten run, and of a limit lowered meanwhile two`()
            async throws
        {
            let job = try Job()
            let paths = (0..<10).map { "/\($0).png" }
            for path in paths { job.origin.reply(path, with: job.picture.held()) }
            let pipeline = job.pipeline()
            let tasks = Dictionary(
                uniqueKeysWithValues: paths.map { path in
                    (path, Task { try await pipeline.image(for: job.request(path)) })
                })
            await job.origin.waitUntil { $0.requests.count == 6 }
            let first = job.origin.requests.map(\.path)
            #expect(first.count == 6)
            pipeline.limitTransfers(to: 64, perHost: 2)
            for path in first.prefix(4) {
                job.origin.release(path)
                _ = try await tasks[path]?.value
            }
            // Two are under way still, so nobody followed.
            #expect(job.origin.requests.count == 6)
            for started in 7...10 {
                let path = job.origin.requests[started - 3].path
                job.origin.release(path)
                _ = try await tasks[path]?.value
                #expect(await job.origin.waitUntil { $0.requests.count == started })
            }
            for path in paths { job.origin.release(path) }
            for task in tasks.values { _ = try await task.value }
            #expect(job.origin.requests.count == 10)
        }

        @Test(arguments: [Duration.zero, .seconds(-1)])
        func `002-22 a time-out of nothing ends the load, it has no other meaning`(
            timeout: Duration
        ) async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            var silent = job.pipeline()
            silent.limits.load.idleTimeout = timeout
            var impatient = job.request("/a.png")
            impatient.options[TotalTimeout.self] = timeout
            for result in [
                await Self.result(job.request("/a.png"), silent),
                await Self.result(impatient, job.pipeline()),
            ] {
                guard case .failure(.load(let failure)) = result else {
                    Issue.record("ended with \(result)")
                    return
                }
                #expect(failure.kind == .timedOut)
            }
        }

        @Test func `002-26 three callers have one transfer, and each its progress and its end`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let readers = (0..<3).map { _ in ToldUpdates() }
            let (pipeline, request) = (job.pipeline(), job.request("/a.png"))
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(request, from: pipeline) }
                }
                #expect(await eventually { readers.allSatisfy { $0.progress.count == 1 } })
                await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
                job.origin.release("/a.png")
            }
            for reader in readers {
                #expect(reader.progress.last?.receivedByteCount == job.bytes.count)
                #expect(try reader.results.map { try $0.get().image.size.width } == [40])
            }
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test func `002-27 of three the second leaves alone, and all three end the transfer`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held(after: 10))
            job.origin.reply("/b.png", with: job.picture.stalling(after: 10))
            let pipeline = job.pipeline()
            func three(_ path: String) -> [Task<Result<ImageResponse, ImageError>, Never>] {
                (0..<3).map { _ in Task { await Self.result(job.request(path), pipeline) } }
            }
            let one = three("/a.png")
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            // All three wait for the image, and it for its bytes.
            #expect(await eventually { pipeline.work.waiters == 4 })
            one[1].cancel()
            #expect(isCancelled(await one[1].value))
            job.origin.release("/a.png")
            for task in [one[0], one[2]] {
                #expect(try await task.value.get().image.size.width == 40)
            }
            #expect(job.origin.requestCount("/a.png") == 1)
            let all = three("/b.png")
            await job.origin.waitUntil { $0.requestCount("/b.png") == 1 }
            #expect(await eventually { pipeline.work.waiters == 4 })
            for task in all { task.cancel() }
            for task in all { #expect(isCancelled(await task.value)) }
            #expect(await job.origin.waitUntil { $0.abortedCount("/b.png") == 1 })
        }

        @Test func `002-28 cancelling a control tells all of its callers at once, each once`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let control = LoadControl()
            var request = job.request("/a.png")
            request.control = control
            let (pipeline, controlled) = (job.pipeline(), request)
            let readers = (0..<5).map { _ in ToldUpdates() }
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(controlled, from: pipeline) }
                }
                #expect(await eventually { readers.allSatisfy { $0.progress.count == 1 } })
                await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
                // The reply is held for good: nobody waits for the origin to end.
                control.cancel()
            }
            for reader in readers {
                #expect(reader.results.count == 1)
                #expect(reader.results.allSatisfy(isCancelled))
            }
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
        }

        @Test func `002-29 asked for again at its end, it is another transfer, and arrives`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var request = job.request("/a.png")
            request.options[CachePolicy.self] = .bypass
            let pipeline = job.pipeline()
            var again: ImageResponse?
            for await update in pipeline.updates(for: request) {
                guard case .finished = update else { continue }
                again = try await pipeline.image(for: request)
            }
            #expect(again?.origin == .network)
            #expect(job.origin.requestCount("/a.png") == 2)
        }

        @Test func `002-30 of hundreds who come while others end, each is told one end`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var request = job.request("/a.png")
            // Nothing is kept, so that who comes after an end begins another transfer.
            request.options[CachePolicy.self] = .bypass
            let (pipeline, uncached) = (job.pipeline(), request)
            let readers = (0..<300).map { _ in ToldUpdates() }
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(uncached, from: pipeline) }
                }
            }
            for reader in readers {
                #expect(try reader.results.map { try $0.get().image.size.width } == [40])
            }
            #expect(pipeline.runningCount == 0)
        }

        @Test func `002-31 a response tells its URL, head and times, and a control cancels once`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let control = LoadControl()
            var request = job.request("/a.png")
            request.control = control
            let pipeline = job.pipeline()
            let response = try await pipeline.image(for: request)
            #expect(response.head?.url == job.origin.url("/a.png"))
            #expect(response.head?.status == 200)
            #expect(response.head?.headers["content-type"] == "image/png")
            #expect(response.timings.entries.map(\.stage) == ["disk", "load", "decode", "store"])
            for _ in 0..<2 { control.cancel() }
            #expect(control.isCancelled)
            #expect(isCancelled(await Self.result(request, pipeline)))
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .memory)
        }
    }
#endif
