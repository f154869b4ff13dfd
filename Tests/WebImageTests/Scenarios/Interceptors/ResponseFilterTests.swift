#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// A server that sends an error as a picture with status 200, marked by a header field.
    struct ResponseFilterTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest { bench.job.request("/a.png") }

        @Test(.scenario("000-1")) func `a filtered reply ends with an error and without an image`()
            async
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            let error = await bench.filtered.error(of: request)
            #expect(error?.stage == "load")
            #expect(error?.status == 444)
        }

        @Test(.scenario("000-2")) func `the error picture is not shown, not even for a moment`()
            async
        {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(headers: [("ErrorCode", "100")], body: FilterBench.noise))
            var request = request
            request.previews = .all
            let told = ToldUpdates()
            await told.read(request, from: bench.filtered)
            #expect(told.previewCount == 0)
            #expect(told.error?.status == 444)
            #expect(!bench.trace.trace.contains("decode"))
        }

        @Test(.scenario("000-3"), arguments: [true, false])
        func `a filtered reply is in no cache, a separate one of originals neither`(
            isFiltered: Bool
        ) async throws {
            bench.origin.reply("/a.png", with: bench.disguised.header("Cache-Control", "max-age=9"))
            let folder = bench.job.folder + "-originals"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var pipeline = isFiltered ? bench.filtered : bench.pipeline()
            let originals = DiskCache(folder: folder)
            pipeline.originals = originals
            pipeline.serializer = EncodingSerializer(as: .png)
            var request = request
            request.diskRepresentation = .both
            let error = await pipeline.error(of: request)
            await pipeline.flush()
            #expect(error?.status == (isFiltered ? 444 : nil))
            // Without the filter each of the three caches has the picture.
            let count = isFiltered ? 0 : 1
            #expect(bench.memory.usage.entryCount == count)
            #expect(try DiskCache(folder: bench.job.folder).usage().entryCount == count)
            #expect(try originals.usage().entryCount == count)
        }

        @Test(.scenario("000-3")) func `no cache of the client answers in place of the origin`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.disguised.header("Cache-Control", "max-age=9"))
            let pipeline = bench.filtered
            _ = await pipeline.error(of: request)
            #expect(try await pipeline.cachedImage(for: request) == nil)
            _ = await bench.filtered.error(of: request)
            #expect(bench.origin.requestCount("/a.png") == 2)
        }

        @Test(.scenario("000-4")) func `a filtered reply is requested again`() async {
            bench.origin.reply("/a.png", with: bench.disguised)
            let pipeline = bench.filtered
            _ = await pipeline.error(of: request)
            _ = await pipeline.error(of: request)
            #expect(bench.origin.requestCount("/a.png") == 2)
        }

        @Test(.scenario("000-5")) func `a repaired server's picture is shown and kept`()
            async throws
        {
            bench.origin.reply("/a.png", with: [bench.disguised, bench.job.picture])
            let pipeline = bench.filtered
            #expect(await pipeline.error(of: request)?.status == 444)
            #expect(try await pipeline.image(for: request).origin == .network)
            #expect(try await pipeline.image(for: request).origin == .memory)
            #expect(bench.origin.requestCount("/a.png") == 2)
        }

        @Test(.scenario("000-6"), arguments: [nil, "0", "99"])
        func `without the header, or with another number, it is a picture`(
            code: String?
        ) async throws {
            let picture = bench.job.picture
            bench.origin.reply(
                "/a.png", with: code.map { picture.header("ErrorCode", $0) } ?? picture)
            #expect(try await bench.filtered.image(for: request).image.size.width == 40)
        }

        @Test(
            .scenario("000-7"), arguments: ["errorcode", "ERRORCODE", "ErrorCode"],
            [" 100 ", "100", "+100", "7, 100"])
        func `the header counts in any case and with space around its number`(
            name: String, value: String
        ) async {
            bench.origin.reply("/a.png", with: bench.job.picture.header(name, value))
            #expect(await bench.filtered.error(of: request)?.status == 444)
        }

        @Test(
            .scenario("000-7"),
            arguments: ["100abc", "abc", "", "1 00", "0x64", "99999999999999999999"])
        func `a value that is no number, or another, is no error`(value: String) async throws {
            bench.origin.reply("/a.png", with: bench.job.picture.header("ErrorCode", value))
            #expect(try await bench.filtered.image(for: request).image.size.width == 40)
        }

        @Test(.scenario("000-7"), arguments: [["0", "100"], ["100", "0"], ["100", "100"]])
        func `of two header lines one is enough`(values: [String]) async {
            let reply = values.reduce(bench.job.picture) { $0.header("ErrorCode", $1) }
            bench.origin.reply("/a.png", with: reply)
            #expect(await bench.filtered.error(of: request)?.status == 444)
        }

        @Test(.scenario("000-8")) func `the error has the rewritten status and the original head`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            let failure = try #require(
                await bench.filtered.error(of: request)?.loadFailure)
            #expect(failure.status == 444)
            #expect(failure.kind == .status(444))
            #expect(failure.head?.status == 444)
            #expect(failure.originalHead?.status == 200)
            #expect(failure.originalHead?.headers["errorcode"] == "100")
            #expect(failure.originalHead?.url == bench.origin.url("/a.png"))
            let expected =
                "status 444 (ErrorCode: 100 is rejected), expected 200 to 299; the origin said 200"
            #expect(failure.reason == expected)
        }

        @Test(.scenario("000-9")) func `of a large body the transfer stops after the head`() async {
            let body = [UInt8](repeating: 7, count: 8 << 20)
            bench.origin.reply(
                "/a.png",
                with: OriginReply(headers: [("ErrorCode", "100")], body: body)
                    .stalling(after: 1 << 20))
            #expect(await bench.filtered.error(of: request)?.status == 444)
            #expect(await bench.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
            #expect(!bench.trace.trace.contains("decode"))
            #expect(bench.isEmpty)
        }

        @Test(.scenario("000-10")) func `no preview is delivered of a filtered reply`() async {
            let count = FilterBench.noise.count
            bench.origin.reply(
                "/a.png",
                with: OriginReply(headers: [("ErrorCode", "100")], body: FilterBench.noise)
                    .stalling(after: count * 3 / 4))
            var request = request
            request.previews = .all
            let told = ToldUpdates()
            await told.read(request, from: bench.filtered)
            #expect(told.previewCount == 0)
            #expect(told.progress.allSatisfy { $0.receivedByteCount == 0 })
            #expect(told.error?.status == 444)
        }

        @Test(.scenario("000-11")) func `five callers get the error once each, from one request`()
            async
        {
            bench.origin.reply("/a.png", with: bench.disguised.held())
            let (pipeline, request) = (bench.filtered, request)
            let readers = (0..<5).map { _ in ToldUpdates() }
            await withTaskGroup { group in
                for reader in readers {
                    group.addTask { await reader.read(request, from: pipeline) }
                }
                // Each reader gets its first progress once it waits for the load.
                #expect(await eventually { readers.allSatisfy { !$0.progress.isEmpty } })
                await bench.origin.waitUntil { $0.requestCount("/a.png") == 1 }
                bench.origin.release("/a.png")
            }
            #expect(readers.map { $0.error?.status } == [444, 444, 444, 444, 444])
            #expect(bench.origin.requestCount("/a.png") == 1)
        }
    }
#endif
