#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Loads inside of interceptors, and many of them at once.
    struct InterceptedCrowdTests {
        @Test(.scenario("001-18"), .timeLimit(.minutes(5)), arguments: [true, false])
        func `a load inside of an interceptor works, awaited or blocked on`(
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

        @Test(.scenario("001-18"), .timeLimit(.minutes(5)))
        func `interceptors that block their threads stall no other load`() async {
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

        @Test(.scenario("001-20")) func `two hundred loads at once are kept apart`() async throws {
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

        @Test(.scenario("001-20"), .timeLimit(.minutes(5)))
        func `two hundred interceptors that block take no more than 64 threads`() async {
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
