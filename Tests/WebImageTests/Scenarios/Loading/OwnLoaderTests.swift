#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Decisions of a custom loader at the head, and the ownership of connections.
    struct OwnLoaderTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest { bench.job.request("/a.png") }

        private func pipeline(
            _ decide: @escaping @Sendable (LoadedBody) throws -> LoadedBody
        ) -> ImagePipeline {
            var pipeline = bench.pipeline()
            pipeline.loader = DecidingLoader(next: pipeline.loader, decide: decide)
            return pipeline
        }

        @Test(.scenario("004-23")) func `a loader allows an answer by returning it`() async throws {
            bench.origin.reply("/a.png", with: bench.job.picture)
            #expect(try await pipeline { $0 }.image(for: request).image.size.width == 40)
        }

        @Test(.scenario("004-23")) func `a loader cancels a transfer by throwing at its head`()
            async
        {
            bench.origin.reply("/a.png", with: bench.job.picture.stalling(after: 10))
            let pipeline = pipeline { answer in
                throw LoadFailure(.other, "not today", head: answer.head)
            }
            let failure = await pipeline.error(of: request)?.loadFailure
            #expect(failure?.reason == "not today")
            #expect(failure?.head?.status == 200)
            #expect(await bench.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
        }

        @Test(.scenario("004-23")) func `a loader makes another stream of a transfer`() async throws
        {
            bench.origin.reply("/a.png", with: OriginReply(body: [1, 2, 3]))
            let bytes = bench.job.bytes.withUnsafeBytes { Array($0) }
            let pipeline = pipeline { answer in
                var answer = answer
                answer.chunks = BodyStream([
                    ByteBlock(copying: bytes[..<20]), ByteBlock(copying: bytes[20...]),
                ])
                answer.expectedByteCount = bytes.count
                return answer
            }
            #expect(try await pipeline.image(for: request).image.size.width == 40)
        }

        @Test(.scenario("004-23")) func `a large body becomes a file while it arrives`()
            async throws
        {
            let bitmap = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
            let picture = try CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings()).withUnsafeBytes { Array($0) }
            let body = picture + [UInt8](repeating: 0, count: 4 << 20)
            bench.origin.reply("/a.png", with: OriginReply(body: body).held(after: 3 << 20))
            let (pipeline, request, bench) = (bench.pipeline(), request, bench)
            let task = Task { try await pipeline.image(for: request) }
            #expect(await eventually { !bench.files.isEmpty })
            bench.origin.release("/a.png")
            _ = await task.result
        }

        @Test(.scenario("004-24")) func `a transport of one's own ends with its pipeline's scope`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.job.picture)
            let request = request
            let width = try await withImagePipeline(disk: nil) { pipeline in
                try await pipeline.image(for: request).image.size.width
            }
            #expect(width == 40)
            #expect(await bench.origin.waitUntil { $0.openConnections == 0 })
        }

        @Test(.scenario("004-24")) func `a transport that is dropped closes its connections`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.job.picture)
            do {
                let pipeline = ImagePipeline(
                    transport: ImagePipeline.makeTransport(), memory: bench.memory, disk: nil)
                _ = try await pipeline.image(for: request)
            }
            #expect(await bench.origin.waitUntil { $0.openConnections == 0 })
        }
    }

    /// A loader that decides at the head if a transfer goes on.
    private struct DecidingLoader: ImageLoader {
        let next: any ImageLoader
        let decide: @Sendable (LoadedBody) throws -> LoadedBody
        var identity: String? { "deciding" }

        func load(_ request: LoadRequest) async throws -> LoadedBody {
            try decide(try await next.load(request))
        }
    }
#endif
