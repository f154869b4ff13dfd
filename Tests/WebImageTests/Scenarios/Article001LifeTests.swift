#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Article 001: how intercepted loads end, and many of them at once.
    struct Article001LifeTests {
        private static let passing = Around("pass") { request, next in try await next(request) }

        @Test func `001-8 stopping while bytes stream closes the connection and ends once`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.stalling(after: 30))
            let trace = TraceObserver()
            let pipeline = job.pipeline([Self.passing], observers: [trace])
            let task = Task { try await pipeline.image(for: job.request("/a.png")) }
            #expect(await job.origin.waitUntil { $0.requestCount("/a.png") == 1 })
            task.cancel()
            let result = await task.result
            guard case .failure(let error as ImageError) = result, case .cancelled = error else {
                Issue.record("not cancelled: \(result)")
                return
            }
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(await job.origin.waitUntil { $0.openConnections == 0 })
            #expect(trace.ends == ["cancelled"])
        }

        @Test func `001-9 stopping before, twice or after the end changes nothing`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline([Self.passing])
            let gate = AsyncStream.makeStream(of: Void.self)
            let early = Task {
                for await _ in gate.stream {}
                return await pipeline.error(of: job.request("/b.png"))
            }
            early.cancel()
            gate.continuation.finish()
            #expect(await early.value?.stage == "cancelled")
            #expect(job.origin.requests.isEmpty)
            let late = Task { try await pipeline.image(for: job.request("/a.png")) }
            let response = try await late.value
            late.cancel()
            late.cancel()
            #expect(try await late.value.image.poster == response.image.poster)
        }

        @Test func `001-10 an interceptor belongs to the pipelines it was given to, and no other`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let count = SharedValue(0)
            let counting = Around("count") { request, next in
                count.change { $0 += 1 }
                return try await next(request)
            }
            let plain = job.pipeline()
            var copy = plain
            copy.interceptors.append(counting)
            var request = job.request("/a.png")
            request.options[CachePolicy.self] = .bypass
            _ = try await plain.image(for: request)
            #expect(count.value == 0)
            _ = try await copy.image(for: request)
            #expect(count.value == 1)
            request.interceptors = [counting]
            _ = try await plain.image(for: request)
            #expect(count.value == 2)
        }

        @Test func `001-11 a load under way keeps the interceptors it began with`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            job.origin.reply("/b.png", with: job.picture)
            let ended = SharedValue<[String]>([])
            var pipeline = job.pipeline([
                Around("note") { request, next in
                    let answer = try await next(request)
                    ended.add(answer.head.url)
                    return answer
                }
            ])
            let running = Task { [pipeline] in try await pipeline.image(for: job.request("/a.png"))
            }
            #expect(await job.origin.waitUntil { $0.requestCount("/a.png") == 1 })
            pipeline.interceptors = []
            _ = try await pipeline.image(for: job.request("/b.png"))
            job.origin.release("/a.png")
            _ = try await running.value
            #expect(ended.value == [job.origin.url("/a.png")])
        }

        @Test(.timeLimit(.minutes(5)))
        func `001-18 another load inside of an interceptor works, awaited or blocked on`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            job.origin.reply("/token", with: OriginReply(body: try Job.png(width: 3)))
            let other = job.pipeline()
            let awaited = job.pipeline([
                Around("awaiting") { request, next in
                    var request = request
                    let size = try await other.image(for: job.request("/token")).image.size
                    request.headers["X-Width"] = "\(size.width)"
                    return try await next(request)
                }
            ])
            _ = try await awaited.image(for: job.request("/a.png"))
            // Blocking belongs on threads that may block.
            let threads = WorkExecutor(maxThreads: 1)
            let blocking = job.pipeline([
                Around("blocking", effect: .bytes) { request, next in
                    var request = request
                    let width = await threads.run { waitForWidth(of: other, job.request("/token")) }
                    request.headers["X-Width"] = "\(width)"
                    return try await next(request)
                }
            ])
            _ = try await blocking.image(for: job.request("/a.png"))
            let sent = job.origin.requests.filter { $0.path == "/a.png" }.map { $0["X-Width"] }
            #expect(sent == ["3", "3"])
        }

        @Test func `001-19 bytes from a thread of the interceptor's own arrive in order`()
            async throws
        {
            let job = try Job()
            let bytes = job.bytes
            let pipeline = job.pipeline([
                Around("thread") { _, _ in
                    let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
                    Thread {
                        for piece in bytes.pieces(of: 1) { feed.yield(piece) }
                        feed.finish()
                    }.start()
                    return LoadedBody(
                        head: ResponseHead(url: "thread:"), origin: .network,
                        expectedByteCount: bytes.count, chunks: BodyStream(chunks))
                }
            ])
            var counts: [Int] = []
            for await update in pipeline.updates(for: job.request("/a.png")) {
                if case .progress(let progress) = update {
                    counts.append(progress.receivedByteCount)
                }
                if case .finished(let result) = update {
                    #expect(try result.get().image.size.width == 40)
                }
            }
            #expect(counts == counts.sorted() && counts.last == bytes.count)
        }

        @Test func `001-20 two hundred loads at once are kept apart`() async throws {
            let job = try Job()
            for width in 1...200 {
                job.origin.reply(
                    "/\(width).png", with: OriginReply(body: try Job.png(width: width)))
            }
            let running = SharedValue<(now: Int, most: Int)>((now: 0, most: 0))
            let pipeline = job.pipeline([
                Around("count") { request, next in
                    running.change { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    defer { running.change { $0.now -= 1 } }
                    var request = request
                    request.headers["X-Source"] = "\(request.source)"
                    return try await next(request)
                }
            ])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for width in 1...200 {
                    group.addTask {
                        let response = try await pipeline.image(for: job.request("/\(width).png"))
                        #expect(response.image.size.width == width)
                    }
                }
                try await group.waitForAll()
            }
            #expect(job.origin.requests.count == 200)
            #expect(job.origin.requests.allSatisfy { $0["X-Source"]?.contains($0.path) == true })
            #expect(running.value.now == 0 && running.value.most <= 6)
        }

        @Test(.timeLimit(.minutes(5)))
        func `001-24 an interceptor that never answers costs its callers' time, and no place`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let stuck = SharedValue<[CheckedContinuation<Void, Never>]>([])
            var pipeline = ImagePipeline(
                transport: ImagePipeline.makeTransport(),
                memory: MemoryCache(maxBytes: 1 << 24), disk: nil,
                limits: PipelineLimits(load: LoadLimits(maxTransfers: 1)))
            pipeline.interceptors = [
                Around("stuck") { request, next in
                    if case .url(let url) = request.source, url.hasSuffix("stuck.png") {
                        // It does not even hear that it is cancelled.
                        await withCheckedContinuation { stuck.add($0) }
                    }
                    return try await next(request)
                }
            ]
            var request = job.request("/stuck.png")
            var attempts = 0
            // On a busy machine the time may be over before the interceptor is asked: then it gets more.
            for timeout in [Duration.milliseconds(300), .seconds(3), .seconds(60)]
            where stuck.value.isEmpty {
                attempts += 1
                request.options[TotalTimeout.self] = timeout
                let error = await pipeline.error(of: request)
                #expect(error?.loadFailure?.kind == .timedOut)
            }
            // There is one place, and it is free again.
            #expect(try await pipeline.image(for: job.request("/a.png")).image.size.width == 40)
            let asked = stuck.value
            for continuation in asked { continuation.resume() }
            #expect((1...attempts).contains(asked.count))
            #expect(job.origin.requestCount("/stuck.png") == 0)
        }
    }

    extension TraceObserver {
        /// How loads ended, in order.
        fileprivate var ends: [String] {
            events.compactMap { event in
                switch event {
                case .succeeded: "succeeded"
                case .failed(_, let error): error.stage
                default: nil
                }
            }
        }
    }

    /// The width of a picture, for which the thread stands still.
    private func waitForWidth(of pipeline: ImagePipeline, _ request: ImageRequest) -> Int {
        let done = DispatchSemaphore(value: 0)
        let box = SharedValue(0)
        Task {
            let response = try? await pipeline.image(for: request)
            box.change { $0 = response?.image.size.width ?? -1 }
            done.signal()
        }
        done.wait()
        return box.value
    }
#endif
