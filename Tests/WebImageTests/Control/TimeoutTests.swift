#if HTTP && PNG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The time-outs of a wait, over real connections: to connect, idle, in total.
    struct TimeoutTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var origin: OriginServer { bench.origin }
        private var request: ImageRequest { bench.job.request("/a.png") }

        /// Returns a pipeline with these time-outs and one slot.
        private func pipeline(connect: Duration, idle: Duration) -> ImagePipeline {
            var pipeline = ImagePipeline(
                transport: ImagePipeline.makeTransport(), memory: bench.memory,
                disk: DiskCache(folder: bench.job.folder),
                limits: PipelineLimits(
                    load: LoadLimits(
                        connectTimeout: connect, idleTimeout: idle, maxTransfers: 1)))
            pipeline.observers = [bench.trace]
            return pipeline
        }

        @Test func `an address that does not answer ends in time, and its place is free`()
            async throws
        {
            let full = try FullPort()
            let pipeline = pipeline(connect: .milliseconds(300), idle: .seconds(600))
            let silent = ImageRequest("http://127.0.0.1:\(full.port)/a.png")
            async let first = pipeline.error(of: silent)?.loadFailure
            async let second = pipeline.error(of: silent)?.loadFailure
            for failure in await [first, second] {
                #expect(failure?.kind == .timedOut)
                #expect(failure?.reason.contains("no connection within 0.3s") == true)
                #expect(failure?.head == nil)
            }
            #expect(pipeline.work == PipelineWork())
            #expect(bench.isEmpty)
        }

        @Test(arguments: [nil, 0, 20])
        func `an origin that falls silent ends in time, its connection too`(
            silence: Int?
        ) async throws {
            let reply = bench.job.picture
            origin.reply("/a.png", with: silence.map { reply.stalling(after: $0) } ?? reply.held())
            let pipeline = pipeline(connect: .seconds(60), idle: .seconds(2))
            let failure = await pipeline.error(of: request)?.loadFailure
            #expect(failure?.kind == .timedOut)
            let missing = silence == nil ? "head" : "byte"
            #expect(failure?.reason.contains("no \(missing) arrived for 2s") == true)
            #expect(await origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(pipeline.work == PipelineWork())
            #expect(bench.isEmpty)
            let words = bench.course
            #expect(words.first == "load" && words.last == "failed:load")
            #expect(words.filter { $0.hasPrefix("ended") } == ["ended:load"])
        }

        @Test func `a caller whose time is over leaves, the others have their picture`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture.held(after: 20))
            let pipeline = bench.pipeline()
            var (hurried, patient) = (request, request)
            patient.timeout = .seconds(3600)
            hurried.timeout = .milliseconds(100)
            let (slow, quick, endless) = (patient, hurried, request)
            async let one = pipeline.image(for: slow)
            async let two = pipeline.image(for: endless)
            await origin.waitUntil { $0.requestCount("/a.png") == 1 }
            let reader = ToldUpdates()
            await reader.read(quick, from: pipeline)
            #expect(await pipeline.error(of: quick)?.loadFailure?.kind == .timedOut)
            guard case .load(let failure) = reader.error else {
                Issue.record("\(reader.results.count) ends")
                return
            }
            #expect(failure.reason == "no image within 0.1s")
            origin.release("/a.png")
            #expect(try await [one, two].map(\.image.size.width) == [40, 40])
            #expect(origin.requestCount("/a.png") == 1)
            #expect(origin.abortedCount("/a.png") == 0)
        }

        @Test func `when the time of the last caller is over, the transfer ends`() async {
            origin.reply("/a.png", with: bench.job.picture.stalling(after: 20))
            let pipeline = bench.pipeline()
            // A busy machine may be slower than the time-out, which is then raised.
            for timeout in [Duration.milliseconds(100), .seconds(3), .seconds(60)]
            where origin.requests.isEmpty {
                var hurried = request
                hurried.timeout = timeout
                let quick = hurried
                async let one = pipeline.error(of: quick)?.loadFailure
                async let two = pipeline.error(of: quick)?.loadFailure
                #expect(await [one, two].map { $0?.kind } == [.timedOut, .timedOut])
            }
            // There are two requests if the second caller began after the first one had ended.
            #expect(
                await origin.waitUntil {
                    let count = $0.abortedCount("/a.png")
                    return count > 0 && count == $0.requestCount("/a.png")
                })
            #expect(await eventually { pipeline.work == PipelineWork() })
        }

        @Test func `a caller whose time is over while it waits for a place takes none`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture.held(after: 20))
            origin.reply("/b.png", with: bench.job.picture)
            let pipeline = pipeline(connect: .seconds(60), idle: .seconds(600))
            async let image = pipeline.image(for: request)
            await origin.waitUntil { $0.requestCount("/a.png") == 1 }
            var waiting = bench.job.request("/b.png")
            waiting.timeout = .milliseconds(100)
            #expect(await pipeline.error(of: waiting)?.loadFailure?.kind == .timedOut)
            #expect(await eventually { pipeline.transferCounts.waiting == 0 })
            origin.release("/a.png")
            #expect(try await image.image.size.width == 40)
            #expect(origin.requestCount("/b.png") == 0)
            #expect(try await pipeline.image(for: bench.job.request("/b.png")).origin == .network)
        }
    }
#endif
