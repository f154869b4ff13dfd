#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The ends of intercepted loads, and many of them at once.
    struct InterceptedLoadTests {
        private static let passing = Around("pass") { request, next in try await next(request) }

        @Test(.scenario("001-8"))
        func `stopping while bytes stream closes the connection and ends once`()
            async throws
        {
            let job = try Job()
            let size = job.bytes.count
            job.origin.reply("/a.png", with: job.picture.held(after: size / 2))
            let trace = TraceObserver()
            var patient = job.pipeline([Self.passing], observers: [trace])
            // The origin may be idle for any time.
            patient.limits.load.idleTimeout = .seconds(3600)
            patient.limits.load.minimumTransferRate = 0
            let pipeline = patient
            let stop = LoadControl()
            let (told, request) = (ToldUpdates(), Self.request(to: job, under: stop))
            async let reading: Void = told.read(request, from: pipeline)
            #expect(await eventually { told.receivedByteCount > 0 })
            stop.cancel()
            await reading
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(await job.origin.waitUntil { $0.openConnections == 0 })
            #expect(await eventually { pipeline.work == PipelineWork() })
            // The origin's further bytes are not read.
            job.origin.release("/a.png")
            #expect((1..<size).contains(told.receivedByteCount))
            #expect(told.results.count == 1)
            #expect(told.error?.stage == "cancelled")
            #expect(trace.ends == ["cancelled"])
        }

        @Test(.scenario("001-8")) func `what a stopped interceptor still yields is told to nobody`()
            async throws
        {
            let job = try Job()
            let pieces = job.bytes.pieces(of: 30)
            let own = OwnStream(beginning: pieces[0], byteCount: job.bytes.count)
            let pipeline = job.pipeline([own.interceptor])
            let stop = LoadControl()
            let (told, request) = (ToldUpdates(), Self.request(to: job, under: stop))
            async let reading: Void = told.read(request, from: pipeline)
            #expect(await eventually { told.receivedByteCount == 30 })
            stop.cancel()
            await reading
            #expect(await eventually { own.endCount == 1 })
            #expect(!own.yield(pieces[1]))
            #expect(await eventually { pipeline.work == PipelineWork() })
            #expect(told.receivedByteCount == 30)
            #expect(told.results.count == 1)
            #expect(told.error?.stage == "cancelled")
            #expect(own.endCount == 1)
        }

        private static func request(to job: Job, under control: LoadControl) -> ImageRequest {
            var request = job.request("/a.png")
            request.control = control
            request.progressInterval = .zero
            return request
        }

        @Test(.scenario("001-9")) func `a load that is stopped before it starts sends nothing`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline([Self.passing])
            let gate = AsyncStream.makeStream(of: Void.self)
            let early = Task {
                for await _ in gate.stream {}
                return await pipeline.error(of: job.request("/a.png"))
            }
            early.cancel()
            gate.continuation.finish()
            #expect(await early.value?.stage == "cancelled")
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.scenario("001-9")) func `stopping twice ends one load once, and no other`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held(after: 30))
            let trace = TraceObserver()
            let pipeline = job.pipeline([Self.passing], observers: [trace])
            let loads = (0..<3).map { _ in
                Task { await pipeline.error(of: job.request("/a.png"))?.stage }
            }
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            // All three callers wait for the image, and the image for its bytes.
            #expect(await eventually { pipeline.work.waiters == 4 })
            loads[0].cancel()
            loads[0].cancel()
            #expect(await loads[0].value == "cancelled")
            loads[0].cancel()
            #expect(pipeline.work.waiters == 3)
            job.origin.release("/a.png")
            #expect(await loads[1].value == nil)
            #expect(await loads[2].value == nil)
            #expect(trace.ends == ["cancelled", "succeeded", "succeeded"])
            #expect(job.origin.abortedCount("/a.png") == 0)
        }

        @Test(.scenario("001-9")) func `stopping after the end takes nothing back`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let trace = TraceObserver()
            let pipeline = job.pipeline([Self.passing], observers: [trace])
            let gate = AsyncStream.makeStream(of: Void.self)
            let ended = SharedValue(false)
            // The task goes on after its load has ended, so that its cancellation takes effect.
            let load = Task {
                _ = try await pipeline.image(for: job.request("/a.png"))
                ended.change { $0 = true }
                for await _ in gate.stream {}
                return Task.isCancelled
            }
            #expect(await eventually { ended.value })
            load.cancel()
            load.cancel()
            gate.continuation.finish()
            #expect(try await load.value)
            #expect(trace.ends == ["succeeded"])
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .memory)
            #expect(try await job.pipeline().image(for: job.request("/a.png")).origin == .disk)
        }

        @Test(.scenario("001-10"))
        func `an interceptor belongs to the pipelines it was given to, and no other`()
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
            request.bypassCaches()
            _ = try await plain.image(for: request)
            #expect(count.value == 0)
            _ = try await copy.image(for: request)
            #expect(count.value == 1)
            request.interceptors = [counting]
            _ = try await plain.image(for: request)
            #expect(count.value == 2)
        }

        @Test(.scenario("001-11")) func `a load under way keeps the interceptors it began with`()
            async throws
        {
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

        @Test(.scenario("001-19"))
        func `bytes from a thread of the interceptor's own arrive in order`()
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

        @Test(.scenario("001-24"), .timeLimit(.minutes(5)))
        func `an interceptor that never answers costs its callers' time, and no place`()
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
                        // The continuation does not react to cancellation.
                        await withCheckedContinuation { stuck.add($0) }
                    }
                    return try await next(request)
                }
            ]
            var request = job.request("/stuck.png")
            var attempts = 0
            // A busy machine may be slower than the time-out, which is then raised.
            for timeout in [Duration.milliseconds(300), .seconds(3), .seconds(60)]
            where stuck.value.isEmpty {
                attempts += 1
                request.timeout = timeout
                let error = await pipeline.error(of: request)
                #expect(error?.loadFailure?.kind == .timedOut)
            }
            // The only slot is free again.
            #expect(try await pipeline.image(for: job.request("/a.png")).image.size.width == 40)
            let asked = stuck.value
            for continuation in asked { continuation.resume() }
            #expect((1...attempts).contains(asked.count))
            #expect(job.origin.requestCount("/stuck.png") == 0)
        }
    }

    /// An interceptor that responds with a stream fed by a test.
    private final class OwnStream: Sendable {
        private let feed: AsyncStream<ByteBlock>.Continuation
        private let ends = SharedValue(0)
        let interceptor: Around

        init(beginning piece: ByteBlock, byteCount: Int) {
            let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
            self.feed = feed
            interceptor = Around("own") { _, _ in
                LoadedBody(
                    head: ResponseHead(url: "own:"), origin: .network,
                    expectedByteCount: byteCount, chunks: BodyStream(chunks))
            }
            feed.onTermination = { [ends] _ in ends.change { $0 += 1 } }
            feed.yield(piece)
        }

        /// The number of ends of the stream.
        var endCount: Int { ends.value }

        /// Returns `true` if the piece can still be received.
        func yield(_ piece: ByteBlock) -> Bool {
            if case .terminated = feed.yield(piece) { false } else { true }
        }
    }
#endif
