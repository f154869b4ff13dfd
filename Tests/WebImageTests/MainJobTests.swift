#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The main task on real input: a real server, real bytes, real caches.
    struct MainJobTests {
        @Test func `a hundred loads of one URL make exactly one request`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let pipeline = job.pipeline()
            async let count = Self.load(100, of: job.request("/a.png"), with: pipeline)
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            job.origin.release("/a.png")
            let loaded = try await count
            #expect(loaded == 100)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test func `two sizes of one URL make one request and two decodes`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let trace = TraceObserver()
            let pipeline = job.pipeline(observers: [trace])
            var small = job.request("/a.png")
            small.targetSize = PixelSize(width: 10, height: 10)
            let reduced = small
            async let one = pipeline.image(for: job.request("/a.png"))
            async let two = pipeline.image(for: reduced)
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            job.origin.release("/a.png")
            let sizes = try await [one.image.size.width, two.image.size.width]
            #expect(sizes == [40, 10])
            #expect(job.origin.requestCount("/a.png") == 1)
            #expect(trace.trace.split(separator: " ").filter { $0 == "decode" }.count == 2)
        }

        @Test func `the second load comes from memory, another process' from disk`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline()
            let origins = [
                try await pipeline.image(for: job.request("/a.png")).origin,
                try await pipeline.image(for: job.request("/a.png")).origin,
                try await job.pipeline().image(for: job.request("/a.png")).origin,
            ]
            #expect(origins == [.network, .memory, .disk])
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test func `cancelling 99 of 100 callers lets the hundredth succeed`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held(after: 10))
            let pipeline = job.pipeline()
            let request = job.request("/a.png")
            let tasks = (0..<100).map { _ in Task { try await pipeline.image(for: request) } }
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            // All callers wait for the image, and the image for its bytes.
            #expect(await eventually { pipeline.work.waiters == 101 })
            for task in tasks.dropFirst() { task.cancel() }
            for task in tasks.dropFirst() { _ = await task.result }
            job.origin.release("/a.png")
            let response = try await tasks[0].value
            #expect(response.image.size.width == 40)
            #expect(job.origin.abortedCount("/a.png") == 0)
        }

        @Test func `cancelling all callers stops the transfer`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.stalling(after: 10))
            let pipeline = job.pipeline()
            let request = job.request("/a.png")
            let tasks = (0..<10).map { _ in Task { try await pipeline.image(for: request) } }
            await job.origin.waitUntil { $0.requestCount("/a.png") == 1 }
            #expect(await eventually { pipeline.work.waiters == 11 })
            for task in tasks { task.cancel() }
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
        }

        @Test func `requests that differ in Authorization do not share`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let pipeline = job.pipeline()
            var one = job.request("/a.png")
            one.headers["Authorization"] = "Bearer one"
            var two = one
            two.headers["Authorization"] = "Bearer two"
            let (first, second) = (one, two)
            async let a = pipeline.image(for: first)
            async let b = pipeline.image(for: second)
            await job.origin.waitUntil { $0.requestCount("/a.png") == 2 }
            job.origin.release("/a.png")
            _ = try await (a, b)
            let sent = job.origin.requests.compactMap { $0["Authorization"] }
            #expect(Set(sent) == ["Bearer one", "Bearer two"])
        }

        @Test func `at most six transfers run for one host`() async throws {
            let job = try Job()
            for index in 0..<20 { job.origin.reply("/\(index).png", with: job.picture.held()) }
            let pipeline = job.pipeline()
            let tasks = (0..<20).map { index in
                Task { try await pipeline.image(for: job.request("/\(index).png")) }
            }
            await job.origin.waitUntil { $0.requests.count == 6 }
            #expect(job.origin.requests.count == 6)
            for index in 0..<20 { job.origin.release("/\(index).png") }
            var served = Set<String>()
            while served.count < 20 {
                let count = served.count
                await job.origin.waitUntil { $0.requests.count > count }
                served = Set(job.origin.requests.map(\.path))
                for path in served { job.origin.release(path) }
            }
            for task in tasks { _ = try await task.value }
        }

        @Test func `progress tells the bytes, then the result comes`() async throws {
            let job = try Job()
            let size = job.bytes.count
            job.origin.reply("/a.png", with: job.picture.held(after: size / 2))
            var fractions: [Double] = []
            var isFinished = false
            for await update in job.pipeline().updates(for: job.request("/a.png")) {
                switch update {
                case .progress(let progress):
                    // At first the total is unknown.
                    guard let fraction = progress.fraction else { continue }
                    fractions.append(fraction)
                    if fraction > 0 { job.origin.release("/a.png") }
                case .finished(let result):
                    #expect(try result.get().encodedByteCount == size)
                    isFinished = true
                default: Issue.record("neither progress nor result: \(update)")
                }
            }
            #expect(isFinished)
            #expect(fractions.contains { $0 > 0 && $0 < 1 })
            #expect(fractions == fractions.sorted())
        }

        static func load(
            _ count: Int, of request: ImageRequest, with pipeline: ImagePipeline
        ) async throws -> Int {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask { _ = try await pipeline.image(for: request) }
                }
                return try await group.reduce(0) { sum, _ in sum + 1 }
            }
        }
    }

    /// An origin, a picture it serves, and a cache folder that pipelines share.
    final class Job: Sendable {
        let origin: OriginServer
        let bytes: ByteBlock
        let folder: String
        private let transport: any HTTPTransport

        init() throws {
            origin = try OriginServer()
            var bitmap = Bitmap(size: PixelSize(width: 40, height: 30), isOpaque: true)
            for y in 0..<30 {
                for x in 0..<40 { bitmap[x, y] = SIMD4(9, UInt8(y * 8), UInt8(x * 6), 255) }
            }
            bytes = try CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings())
            folder = FileManager.default.temporaryDirectory.path + "/webimage-" + UUID().uuidString
            transport = try #require(ImagePipeline.makeTransport())
        }

        deinit {
            origin.shutdown()
            try? FileManager.default.removeItem(atPath: folder)
        }

        var picture: OriginReply {
            OriginReply(
                headers: [("Content-Type", "image/png")],
                body: bytes.withUnsafeBytes { Array($0) })
        }

        func request(_ path: String) -> ImageRequest { ImageRequest(origin.url(path)) }

        /// Returns a pipeline with a memory cache of its own.
        func pipeline(observers: [any PipelineObserver] = []) -> ImagePipeline {
            var pipeline = ImagePipeline(
                transport: transport, memory: MemoryCache(maxBytes: 1 << 24),
                disk: DiskCache(folder: folder))
            pipeline.observers = observers
            return pipeline
        }
    }
#endif
