#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Progress during a transfer, also with servers that send wrong lengths.
    struct TransferProgressTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest {
            var request = bench.job.request("/a.png")
            request.progressInterval = .zero
            return request
        }

        private static let size = FilterBench.noise.count

        private func progress(_ count: Int, of whole: Int?) -> LoadProgress {
            LoadProgress(receivedByteCount: count, expectedByteCount: whole)
        }

        @Test(.scenario("004-1"))
        func `progress begins unknown, then at nothing of all, and ends at all`()
            async throws
        {
            bench.origin.reply(
                "/a.png", with: OriginReply(body: FilterBench.noise).held(after: Self.size / 2))
            let told = ToldUpdates()
            let (pipeline, request) = (bench.pipeline(), request)
            await withTaskGroup { group in
                group.addTask { await told.read(request, from: pipeline) }
                #expect(await eventually { (told.progress.last?.receivedByteCount ?? 0) > 0 })
                bench.origin.release("/a.png")
            }
            let counts = told.progress.map(\.receivedByteCount)
            #expect(told.progress.first == progress(0, of: nil))
            #expect(told.progress.dropFirst().first == progress(0, of: Self.size))
            #expect(told.progress.last == progress(Self.size, of: Self.size))
            #expect(counts.contains { $0 > 0 && $0 < Self.size })
            #expect(counts.dropFirst() == counts.dropFirst().sorted()[...])
            #expect(try told.results.first?.get().image.size.width == 120)
        }

        @Test(.scenario("004-2")) func `without a length progress counts up to an unknown whole`()
            async throws
        {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(body: FilterBench.noise).chunked(size: 512)
                    .held(after: Self.size / 2))
            let told = ToldUpdates()
            let (pipeline, request) = (bench.pipeline(), request)
            await withTaskGroup { group in
                group.addTask { await told.read(request, from: pipeline) }
                #expect(await eventually { (told.progress.last?.receivedByteCount ?? 0) > 0 })
                bench.origin.release("/a.png")
            }
            #expect(told.progress.first == .unknown)
            #expect(told.progress.allSatisfy { $0.expectedByteCount == nil && $0.fraction == nil })
            #expect(told.progress.last?.receivedByteCount == Self.size)
            #expect(told.progress.count >= 3)
            #expect(told.previewCount == 0)
            #expect(try told.results.first?.get().image.size.width == 120)
        }

        @Test(.scenario("004-2")) func `without a length there are previews too, where asked for`()
            async throws
        {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(body: FilterBench.noise).chunked(size: 512)
                    .held(after: Self.size * 3 / 4))
            var previewing = request
            previewing.previews = .all
            let told = ToldUpdates()
            let (pipeline, request) = (bench.pipeline(), previewing)
            await withTaskGroup { group in
                group.addTask { await told.read(request, from: pipeline) }
                #expect(await eventually { told.previewCount > 0 })
                bench.origin.release("/a.png")
            }
            #expect(try told.results.first?.get().image.size.width == 120)
        }

        @Test(.scenario("004-14")) func `five who wait are all told the beginning and the end`()
            async
        {
            bench.origin.reply("/a.png", with: OriginReply(body: FilterBench.noise).held())
            let readers = (0..<5).map { _ in ToldUpdates() }
            let (pipeline, request) = (bench.pipeline(), request)
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(request, from: pipeline) }
                }
                #expect(await eventually { readers.allSatisfy { $0.progress == [.unknown] } })
                await bench.origin.waitUntil { $0.requestCount("/a.png") == 1 }
                bench.origin.release("/a.png")
            }
            for reader in readers {
                #expect(reader.progress.dropFirst().first == progress(0, of: Self.size))
                #expect(reader.progress.last == progress(Self.size, of: Self.size))
                #expect(reader.results.count == 1)
            }
            #expect(bench.origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("004-19")) func `a body shorter than announced is an error`() async {
            bench.origin.reply(
                "/a.png", with: OriginReply(body: FilterBench.noise).claimingLength(Self.size + 10))
            let told = ToldUpdates()
            await told.read(request, from: bench.pipeline())
            guard case .load(let failure) = told.error else {
                Issue.record("not an error of the load: \(told.results)")
                return
            }
            #expect(failure.kind == .truncated)
            #expect(failure.reason.contains("\(Self.size + 10)"))
            #expect(told.progress.allSatisfy { ($0.fraction ?? 0) <= 1 })
            #expect(bench.isEmpty)
        }

        @Test(.scenario("004-19")) func `of a body longer than announced no byte more is taken`()
            async
        {
            let announced = Self.size / 2
            bench.origin.reply(
                "/a.png", with: OriginReply(body: FilterBench.noise).claimingLength(announced))
            var strict = request
            strict.allowsTruncatedData = false
            let told = ToldUpdates()
            await told.read(strict, from: bench.pipeline())
            #expect(told.error != nil)
            #expect(told.progress.allSatisfy { $0.receivedByteCount <= announced })
            #expect(bench.isEmpty)
            // By default the picture is shown as far as it goes.
            let shown = ToldUpdates()
            await shown.read(request, from: bench.pipeline())
            let response = try? shown.results.first?.get()
            #expect(response?.image.metadata.isTruncated == true)
            #expect(response?.encodedByteCount == announced)
        }

        @Test(.scenario("004-19"), arguments: ["-5", "abc", "1, 2"])
        func `a length that is none does no harm`(length: String) async {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(body: FilterBench.noise).header("Content-Length", length))
            let told = ToldUpdates()
            await told.read(request, from: bench.pipeline())
            #expect(told.results.count == 1)
            #expect(told.progress.allSatisfy { ($0.expectedByteCount ?? 0) >= 0 })
        }

        @Test(.scenario("004-20")) func `a length of a terabyte is refused by the head`() async {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(body: FilterBench.noise).claimingLength(1 << 40)
                    .stalling(after: 100))
            let failure = await bench.pipeline().error(of: request)?.loadFailure
            #expect(failure?.kind == .tooLarge)
            #expect(await bench.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
        }

        @Test(.scenario("004-20"))
        func `a terabyte that an interceptor announces is refused unread`() async {
            let reads = SharedValue(0)
            let pipeline = bench.pipeline(
                Around("vast") { _, _ in
                    let chunks = AsyncStream<ByteBlock>(unfolding: {
                        reads.change { $0 += 1 }
                        return nil
                    })
                    return LoadedBody(
                        head: ResponseHead(url: "vast:"), origin: .network,
                        expectedByteCount: 1 << 40, chunks: BodyStream(chunks))
                })
            let failure = await pipeline.error(of: request)?.loadFailure
            #expect(failure?.kind == .tooLarge)
            #expect(reads.value == 0)
            #expect(bench.origin.requests.isEmpty)
        }

        @Test(.scenario("004-20"))
        func `where a terabyte is allowed, only what comes takes memory`() async {
            bench.origin.reply(
                "/a.png", with: OriginReply(body: FilterBench.noise).claimingLength(1 << 40))
            var pipeline = bench.pipeline()
            pipeline.limits.load.maxBodyBytes = 1 << 41
            let told = ToldUpdates()
            await told.read(request, from: pipeline)
            guard case .load(let failure) = told.error else {
                Issue.record("not an error of the load: \(told.results)")
                return
            }
            #expect(failure.kind == .truncated)
            #expect(told.progress.dropFirst().first == progress(0, of: 1 << 40))
            #expect(told.progress.last?.receivedByteCount == Self.size)
            #expect(bench.isEmpty)
        }
    }
#endif
