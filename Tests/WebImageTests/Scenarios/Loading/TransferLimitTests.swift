#if HTTP && PNG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The number, order and duration of transfers.
    struct TransferLimitTests {
        @Test(.scenario("002-20"))
        func `by default six transfers a host, 15 s of silence, 7 days, 1 GB`() throws {
            let limits = try Job().pipeline().limits.load
            #expect(limits.maxTransfersPerHost == 6)
            #expect(limits.maxTransfers == 64)
            #expect(limits.connectTimeout == .seconds(10))
            #expect(limits.idleTimeout == .seconds(15))
            #expect(limits.transferOrder == .firstComeFirst)
            #expect(DiskLimits().lifetime == .seconds(7 * 86_400))
            #expect(DiskLimits().maxBytes == 1 << 30)
            #expect(DiskLimits().maxEntries == nil)
        }

        @Test(.scenario("002-20"))
        func `the seventh of a host waits, and the first to wait goes first`()
            async throws
        {
            let line = try WaitingLine(count: 9)
            #expect(await line.begin())
            #expect(line.asked.count == 6)
            for next in 7...9 {
                line.release(line.asked[0])
                #expect(await line.job.origin.waitUntil { $0.requests.count == next })
                #expect(line.asked.last == "/\(next - 1).png")
            }
            try await line.end()
        }

        @Test(.scenario("002-21"))
        func `ten URLs, never more than six at once, then never more than two`()
            async throws
        {
            let line = try WaitingLine(count: 10)
            #expect(await line.begin())
            #expect(line.asked.count == 6)
            line.pipeline.limitTransfers(to: 64, perHost: 2)
            // Running transfers go on; none starts in their place until fewer than two run.
            for ended in 1...4 {
                line.release(line.asked[0])
                #expect(await eventually { line.pipeline.transferCounts.active == 6 - ended })
            }
            #expect(line.pipeline.transferCounts.waiting == 4)
            #expect(line.asked.count == 6 - 4)
            line.release(line.asked[0])
            #expect(await line.job.origin.waitUntil { $0.requests.count == 7 })
            #expect(line.pipeline.transferCounts.active == 2)
            line.pipeline.limitTransfers(to: 64, perHost: 3)
            #expect(await line.job.origin.waitUntil { $0.requests.count == 8 })
            #expect(line.pipeline.transferCounts == (3, 2))
            try await line.end()
        }

        @Test func `of transfers that wait, the last to come goes first where that is asked for`()
            async throws
        {
            let line = try WaitingLine(count: 14, perHost: 1, order: .lastComeFirst)
            #expect(await line.begin(7))
            line.release("/0.png")
            #expect(await line.job.origin.waitUntil { $0.requestCount("/6.png") == 1 })
            // The other half comes while the seventh is under way.
            #expect(await line.begin(7))
            try await line.end()
            let order = [0, 6] + (7...13).reversed() + (1...5).reversed()
            #expect(line.job.origin.requests.map(\.path) == order.map { "/\($0).png" })
        }

        @Test(.scenario("002-22"), arguments: [Duration.zero, .seconds(-1)])
        func `a time-out of zero or less is sent as the default of 15 seconds`(
            timeout: Duration
        ) async throws {
            let transport = NotingTransport(bytes: try Job.png(width: 7))
            var pipeline = ImagePipeline(
                transport: transport, disk: nil,
                limits: PipelineLimits(load: LoadLimits(idleTimeout: timeout)))
            _ = try await pipeline.image(for: "http://pictures.test/a.png")
            pipeline.limits.load = LoadLimits(idleTimeout: .seconds(3))
            pipeline.limits.load.idleTimeout = timeout
            pipeline.limits.load.connectTimeout = timeout
            _ = try await pipeline.image(for: "http://pictures.test/b.png")
            #expect(transport.limits.map(\.idleTimeout) == [.seconds(15), .seconds(15)])
            #expect(transport.limits.map(\.connectTimeout) == [.seconds(10), .seconds(10)])
        }

        @Test(.scenario("002-22")) func `a caller without any time is answered by memory only`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline()
            var request = job.request("/a.png")
            request.timeout = .zero
            #expect(await pipeline.error(of: request)?.loadFailure?.kind == .timedOut)
            #expect(job.origin.requests.isEmpty)
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(try await pipeline.image(for: request).origin == .memory)
        }
    }

    /// A transport that responds to each exchange with one picture, and records the requested
    /// limits.
    private final class NotingTransport: HTTPTransport {
        var identity: String? { nil }
        private let bytes: [UInt8]
        private let noted = SharedValue<[LoadLimits]>([])
        var limits: [LoadLimits] { noted.value }

        init(bytes: [UInt8]) { self.bytes = bytes }

        func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            noted.add(request.limits)
            return LoadedBody(
                head: ResponseHead(url: request.url), origin: .network,
                expectedByteCount: bytes.count,
                chunks: BodyStream([ByteBlock(copying: bytes)]))
        }

        func shutdown() async {}
    }

    /// Loads of one host started one after the other, each answered when it is released.
    private final class WaitingLine: Sendable {
        let job: Job
        let pipeline: ImagePipeline
        private let count: Int
        private let perHost: Int
        private let released = SharedValue<Set<String>>([])
        private let tasks = SharedValue<[Task<ImageResponse, any Error>]>([])

        init(
            count: Int, perHost: Int = 6, order: TransferOrder = .firstComeFirst
        ) throws {
            job = try Job()
            var patient = job.pipeline()
            // On a busy machine the start of all may take long: none may time out meanwhile.
            patient.setLimits {
                $0.load.idleTimeout = .seconds(3600)
                $0.load.maxTransfersPerHost = perHost
                $0.load.transferOrder = order
            }
            pipeline = patient
            (self.count, self.perHost) = (count, perHost)
            for index in 0..<count { job.origin.reply("/\(index).png", with: job.picture.held()) }
        }

        /// The paths that were requested and not released, in order.
        var asked: [String] {
            job.origin.requests.map(\.path).filter { !released.value.contains($0) }
        }

        func release(_ path: String) {
            released.change { _ = $0.insert(path) }
            job.origin.release(path)
        }

        /// Starts further loads, by default all, each once the previous one runs or waits; returns
        /// `true` if all do.
        func begin(_ number: Int? = nil) async -> Bool {
            let first = tasks.value.count
            for index in first..<first + (number ?? count) {
                let before = pipeline.transferCounts
                let request = job.request("/\(index).png")
                tasks.add(Task { [pipeline] in try await pipeline.image(for: request) })
                let isInLine = await eventually { [pipeline] in
                    let counts = pipeline.transferCounts
                    return counts.active + counts.waiting == before.active + before.waiting + 1
                }
                guard isInLine else { return false }
            }
            let released = released.value.count
            return await job.origin.waitUntil { [perHost] in
                $0.requests.count == released + perHost
            }
        }

        /// Releases requests until all loads have ended.
        func end() async throws {
            while released.value.count < count {
                try #require(await job.origin.waitUntil { _ in !self.asked.isEmpty })
                for path in asked { release(path) }
            }
            for task in tasks.value { _ = try await task.value }
        }
    }
#endif
