#if HTTP && PNG
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// A limit of bytes for one caller, over real connections.
    struct BodyLimitTests {
        private let bench: FilterBench
        private let size: Int

        init() throws {
            bench = try FilterBench()
            size = bench.job.bytes.count
        }

        private var origin: OriginServer { bench.origin }

        private func request(_ limit: Int?) -> ImageRequest {
            var request = bench.job.request("/a.png")
            request.maxBodyBytes = limit
            return request
        }

        @Test(arguments: [true, false])
        func `who takes less than is announced or comes leaves, the others go on`(
            isAnnounced: Bool
        ) async throws {
            let picture = bench.job.picture
            origin.reply(
                "/a.png",
                with: isAnnounced ? picture.held(after: 0) : picture.chunked(size: 10).held())
            let pipeline = bench.pipeline()
            let (generous, endless, small) = (request(size), request(nil), request(size - 1))
            async let one = pipeline.image(for: generous)
            async let two = pipeline.image(for: endless)
            await origin.waitUntil { $0.requestCount("/a.png") == 1 }
            #expect(await eventually { pipeline.work.waiters == 3 })
            async let three = pipeline.error(of: small)?.loadFailure
            if !isAnnounced {
                #expect(await eventually { pipeline.work.waiters == 4 })
                origin.release("/a.png")
            }
            #expect(await three?.kind == .tooLarge)
            // The rejection precedes the rest of the body if the head announces too much.
            if isAnnounced { origin.release("/a.png") }
            #expect(try await [one, two].map(\.image.size.width) == [40, 40])
            #expect(origin.requestCount("/a.png") == 1)
            #expect(origin.abortedCount("/a.png") == 0)
        }

        @Test func `with the last one who has room the transfer ends, nothing is kept`() async {
            origin.reply("/a.png", with: bench.job.picture.chunked(size: 10).stalling(after: 40))
            let pipeline = bench.pipeline()
            let failure = await pipeline.error(of: request(35))?.loadFailure
            #expect(failure?.kind == .tooLarge)
            #expect(failure?.reason.contains("the limit of this request is 35") == true)
            #expect(await origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(await eventually { pipeline.work == PipelineWork() })
            #expect(bench.isEmpty)
        }

        @Test
        func `it is each caller's own: no failure is remembered, what is cached is not judged`()
            async throws
        {
            origin.reply("/a.png", with: bench.job.picture.stalling(after: 20))
            let pipeline = bench.pipeline()
            let small = request(size - 1)
            #expect(await pipeline.error(of: small)?.loadFailure?.kind == .tooLarge)
            await #expect(throws: ImageError.self) { try await pipeline.data(for: small) }
            let batch = await pipeline.prefetch([small]).end()
            #expect((batch.failed, batch.done) == (1, 0))
            origin.reply("/a.png", with: bench.job.picture)
            #expect(try await pipeline.image(for: request(size)).image.size.width == 40)
            #expect(try await pipeline.image(for: small).origin == .memory)
            #expect(try await bench.job.pipeline().image(for: small).origin == .disk)
        }
    }
#endif
