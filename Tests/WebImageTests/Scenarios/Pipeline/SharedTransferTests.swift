#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Several callers of one URL, and the updates of each.
    struct SharedTransferTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var origin: OriginServer { bench.origin }

        private var request: ImageRequest {
            var request = bench.job.request("/a.png")
            request.progressInterval = .zero
            return request
        }

        @Test(.scenario("002-26"))
        func `three callers of a URL, one transfer, each with progress and its end`()
            async throws
        {
            let size = bench.job.bytes.count
            origin.reply("/a.png", with: bench.job.picture.held(after: size / 2))
            let readers = (0..<3).map { _ in ToldUpdates() }
            let (pipeline, request) = (bench.pipeline(), request)
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(request, from: pipeline) }
                }
                #expect(
                    await eventually {
                        readers.allSatisfy { ($0.progress.last?.receivedByteCount ?? 0) > 0 }
                    })
                origin.release("/a.png")
            }
            for reader in readers {
                let counts = reader.progress.map(\.receivedByteCount)
                #expect(counts == counts.sorted())
                #expect(counts.contains { $0 > 0 && $0 < size })
                #expect(reader.results.count == 1)
                #expect(try reader.results.first?.get().encodedByteCount == size)
            }
            #expect(origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("002-27"))
        func `of three callers the second leaves, the others get the picture`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture.held(after: 20))
            let waiting = Waiting(3, of: request, in: bench.pipeline())
            #expect(await waiting.haveJoined())
            await origin.waitUntil { $0.requestCount("/a.png") == 1 }
            waiting.tasks[1].cancel()
            #expect(await waiting.tasks[1].value.stage == "cancelled")
            origin.release("/a.png")
            for index in [0, 2] { #expect(await waiting.tasks[index].value.width == 40) }
            #expect(origin.requestCount("/a.png") == 1)
            #expect(origin.abortedCount("/a.png") == 0)
            #expect(bench.trace.ends.sorted() == ["cancelled", "succeeded", "succeeded"])
        }

        @Test(.scenario("002-27")) func `when all three leave, the transfer is ended`() async {
            origin.reply("/a.png", with: bench.job.picture.stalling(after: 20))
            let waiting = Waiting(3, of: request, in: bench.pipeline())
            #expect(await waiting.haveJoined())
            await origin.waitUntil { $0.requestCount("/a.png") == 1 }
            for task in waiting.tasks { task.cancel() }
            for task in waiting.tasks { #expect(await task.value.stage == "cancelled") }
            #expect(await origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(bench.trace.ends == ["cancelled", "cancelled", "cancelled"])
            #expect(await eventually { waiting.pipeline.work == PipelineWork() })
        }

        @Test(.scenario("002-28"))
        func `cancelling a control tells each of its requests at once, and once`()
            async
        {
            // The origin never replies, so no caller may wait for it.
            origin.reply("/a.png", with: bench.job.picture.stalling(after: 20))
            let control = LoadControl()
            var request = request
            request.control = control
            let (pipeline, steered) = (bench.pipeline(), request)
            let readers = (0..<4).map { _ in ToldUpdates() }
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(steered, from: pipeline) }
                }
                #expect(
                    await eventually {
                        readers.allSatisfy { ($0.progress.last?.receivedByteCount ?? 0) > 0 }
                    })
                control.cancel()
            }
            for reader in readers {
                #expect(reader.results.count == 1)
                #expect(reader.error?.stage == "cancelled")
            }
            #expect(await origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(bench.trace.ends == ["cancelled", "cancelled", "cancelled", "cancelled"])
        }

        @Test(.scenario("002-29"))
        func `who asks again when told of the end has a new transfer and an end`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture)
            let pipeline = bench.pipeline()
            var request = request
            request.bypassCaches()
            for round in 1...20 {
                for await case .finished(let result) in pipeline.updates(for: request) {
                    _ = try result.get()
                    // Before the stream of the first caller has ended.
                    let again = try await pipeline.image(for: request)
                    #expect(again.origin == .network)
                }
                #expect(origin.requestCount("/a.png") == 2 * round)
            }
        }

        @Test(.scenario("002-30"))
        func `callers who come from many threads while a load ends, each have one end`()
            async
        {
            origin.reply("/a.png", with: bench.job.picture)
            let pipeline = bench.pipeline()
            var request = request
            request.cachePolicy = .refresh
            let (asked, rounds) = (request, 20)
            for _ in 0..<rounds {
                let readers = (0..<24).map { _ in ToldUpdates() }
                await withTaskGroup { group in
                    for (index, reader) in readers.enumerated() {
                        group.addTask {
                            // Some join at once, some while others get their results.
                            for _ in 0..<index * 4 { await Task.yield() }
                            await reader.read(asked, from: pipeline)
                        }
                    }
                }
                for reader in readers {
                    #expect(reader.results.count == 1)
                    #expect((try? reader.results.first?.get())?.image.size.width == 40)
                }
            }
            #expect(bench.trace.ends == Array(repeating: "succeeded", count: rounds * 24))
            #expect(origin.requestCount("/a.png") < rounds * 24)
            #expect(pipeline.runningCount == 0)
        }

        @Test(.scenario("002-31"))
        func `a response tells what was asked of whom, and what it answered`()
            async throws
        {
            origin.reply("/a.png", with: .redirect(to: "/b.png"))
            origin.reply("/b.png", with: bench.job.picture.header("X-Id", "7"))
            let response = try await bench.pipeline().image(for: request)
            #expect(response.head?.url == origin.url("/b.png"))
            #expect(response.head?.status == 200)
            #expect(response.head?.headers["X-Id"] == "7")
            let stages = response.timings.entries.map(\.stage).filter { !$0.contains(".") }
            #expect(stages == ["disk", "load", "decode", "store"])
        }

        @Test(.scenario("002-31"))
        func `a response tells when its request was sent and answered, and its size`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture)
            var pipeline = bench.pipeline()
            // Each read of the clock is a second later.
            let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
            let time = SharedValue(start)
            pipeline.now = {
                time.change { time in
                    time += 1
                    return time
                }
            }
            let first = try await pipeline.image(for: request)
            let (sent, answered) = (
                try #require(first.requestedAt), try #require(first.respondedAt)
            )
            #expect(start < sent && sent < answered && answered <= time.value)
            #expect(first.encodedByteCount == bench.job.bytes.count)
            // In cached responses they are those of the transfer that brought the bytes.
            for cache in [ImageOrigin.memory, .disk] {
                if cache == .disk { bench.memory.removeAll() }
                let again = try await pipeline.image(for: request)
                #expect(again.origin == cache)
                #expect(again.requestedAt == sent && again.respondedAt == answered)
            }
            let data = ImageRequest(ImageSource.data(bench.job.bytes))
            #expect(try await pipeline.image(for: data).requestedAt == nil)
        }

        @Test(.scenario("002-31")) func `a control that is cancelled again cancels no more`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture)
            let control = LoadControl()
            var request = request
            request.control = control
            let pipeline = bench.pipeline()
            _ = try await pipeline.image(for: request)
            // After the end there is nothing to cancel; a later load is cancelled, once.
            control.cancel()
            control.cancel()
            #expect(bench.trace.ends == ["succeeded"])
            #expect(await pipeline.error(of: request)?.stage == "cancelled")
            control.cancel()
            #expect(bench.trace.ends == ["succeeded", "cancelled"])
            #expect(origin.requestCount("/a.png") == 1)
        }
    }

    /// Callers of one request.
    private struct Waiting {
        /// The end of a caller.
        struct End: Sendable {
            var width: Int?
            var stage: String?
        }

        let pipeline: ImagePipeline
        let tasks: [Task<End, Never>]

        init(_ count: Int, of request: ImageRequest, in pipeline: ImagePipeline) {
            self.pipeline = pipeline
            tasks = (0..<count).map { _ in
                Task {
                    do throws(ImageError) {
                        return End(width: try await pipeline.image(for: request).image.size.width)
                    } catch {
                        return End(stage: error.stage)
                    }
                }
            }
        }

        /// Returns `true` once all callers wait for the image, and the image for its bytes.
        func haveJoined() async -> Bool {
            await eventually { [pipeline, count = tasks.count] in
                pipeline.work.waiters == count + 1
            }
        }
    }
#endif
