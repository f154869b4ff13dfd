#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The ends of intercepted loads, and many of them at once.
    struct InterceptedLoadTests {
        private static let passing = Around("pass") { request, next in try await next(request) }

        @Test func `001-8 stopping while bytes stream closes the connection and ends once`()
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

        @Test func `001-8 what a stopped interceptor still yields is told to nobody`()
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

        @Test func `001-9 a load that is stopped before it starts sends nothing`() async throws {
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

        @Test func `001-9 stopping twice ends one load once, and no other`() async throws {
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

        @Test func `001-9 stopping after the end takes nothing back`() async throws {
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
            request.bypassCaches()
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

        @Test(.timeLimit(.minutes(5)), arguments: [true, false])
        func `001-18 a load inside of an interceptor works, awaited or blocked on`(
            isAwaited: Bool
        ) async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            job.origin.reply("/token", with: OriginReply(body: try Job.png(width: 3)))
            let own = SharedValue<ImagePipeline?>(nil)
            let pipeline = job.pipeline([
                Around("inner") { request, next in
                    guard let pipeline = own.value, request.path != "/token" else {
                        return try await next(request)
                    }
                    var request = request
                    let token = job.request("/token")
                    let width =
                        isAwaited
                        ? try await pipeline.image(for: token).image.size.width
                        : waitForWidth(of: pipeline, token)
                    request.headers["X-Width"] = "\(width)"
                    return try await next(request)
                }
            ])
            // Both share the only slot.
            pipeline.limitTransfers(to: 1, perHost: 1)
            own.change { $0 = pipeline }
            _ = try await pipeline.image(for: job.request("/a.png"))
            own.change { $0 = nil }
            #expect(job.origin.sent("X-Width", to: "/a.png") == ["3"])
        }

        @Test(.timeLimit(.minutes(5)))
        func `001-18 interceptors that block their threads stall no other load`() async {
            // In a process of its own, all of which would stall with the library.
            await #expect(processExitsWith: .success) {
                let job = try Job()
                job.origin.reply("/a.png", with: job.picture)
                job.origin.reply("/blocked.png", with: job.picture)
                let crowd = BlockedCrowd()
                let pipeline = job.pipeline([crowd.interceptor(blocking: "/blocked.png")])
                pipeline.limitTransfers(to: 64, perHost: 64)
                // More than Swift's cooperative pool has threads.
                let count = min(ProcessInfo.processInfo.activeProcessorCount + 1, 63)
                exitIfStalled { crowd.count < count }
                let blocked = (0..<count).map { number in
                    Task {
                        try await pipeline.image(for: job.request("/blocked.png?\(number)"))
                    }
                }
                #expect(await eventually { crowd.count == count })
                let isLoaded = SharedValue(false)
                exitIfStalled { !isLoaded.value }
                #expect(try await pipeline.image(for: job.request("/a.png")).origin == .network)
                isLoaded.change { $0 = true }
                #expect(job.origin.requests.map(\.path) == ["/a.png"])
                crowd.release()
                for task in blocked { _ = try await task.value }
                #expect(job.origin.requests.count == count + 1)
            }
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
        func `001-20 two hundred interceptors that block take no more than 64 threads`() async {
            // In a process of its own, so that no other test starts threads.
            await #expect(processExitsWith: .success) {
                let crowd = BlockedCrowd()
                let pictures = ScriptedLoader { request in
                    let bytes = ByteBlock(copying: try Job.png(width: request.number))
                    return LoadedBody(
                        head: ResponseHead(url: request.path), origin: .network,
                        expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
                }
                let pipeline = ImagePipeline(
                    memory: MemoryCache(maxBytes: 1 << 24), disk: nil, loader: pictures,
                    interceptors: [crowd.interceptor(blocking: "/blocked.png")],
                    codecs: .installed)
                pipeline.limitTransfers(to: 200, perHost: 200)
                exitIfStalled { crowd.count < 64 }
                // The first loads create threads of tasks and decoders that the process keeps.
                var plain = pipeline
                plain.interceptors = []
                try await Self.loadAll(plain, "http://pictures.test/free.png")
                let before = try ProcessUsage.now().threads
                async let all: Void = Self.loadAll(pipeline, "http://pictures.test/blocked.png")
                #expect(await eventually { crowd.count == 64 && pipeline.work.admitted == 200 })
                let blocked = try ProcessUsage.now().threads
                // The system starts a few threads of its own on first use.
                #expect(blocked - before <= 64 + 4, "\(before) threads, then \(blocked)")
                #expect(crowd.count == 64)
                crowd.release()
                try await all
                #expect(pictures.loadCount == 400)
            }
        }

        /// Loads two hundred pictures at once, each with a width of its own.
        private static func loadAll(_ pipeline: ImagePipeline, _ url: String) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for width in 1...200 {
                    group.addTask {
                        let image = try await pipeline.image(for: ImageRequest("\(url)?\(width)"))
                            .image
                        #expect(image.size.width == width)
                    }
                }
                try await group.waitForAll()
            }
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

    /// Interceptors that block their threads until they are released.
    private final class BlockedCrowd: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let blocked = SharedValue(0)
        private let isReleased = SharedValue(false)

        /// The number of blocked threads so far.
        var count: Int { blocked.value }

        func interceptor(blocking path: String) -> Around {
            Around("blocking") { [self] request, next in
                if request.path == path { block() }
                return try await next(request)
            }
        }

        private func block() {
            blocked.change { $0 += 1 }
            gate.wait()
            // Each released thread releases the next one.
            gate.signal()
        }

        /// Releases all threads, including later ones.
        func release() { gate.signal() }
    }

    /// Ends the process after two minutes if the condition still holds, from a thread of its own.
    private func exitIfStalled(_ isSo: @escaping @Sendable () -> Bool) {
        Thread {
            Thread.sleep(forTimeInterval: 120)
            if isSo() { exit(3) }
        }.start()
    }

    extension LoadRequest {
        /// The path of the URL.
        fileprivate var path: String { url?.path ?? "" }
        /// The query of the URL, as a number.
        fileprivate var number: Int { url?.query.flatMap { Int($0) } ?? 1 }

        private var url: URL? {
            if case .url(let url) = source { URL(string: url) } else { nil }
        }
    }

    /// Blocks the thread until the picture is loaded, and returns its width.
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
