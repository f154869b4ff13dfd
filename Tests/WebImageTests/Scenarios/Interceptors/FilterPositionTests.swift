#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The position of a filter, and its input.
    struct FilterPositionTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest { bench.job.request("/a.png") }

        @Test(.scenario("000-12"))
        func `a request's own filter has the last word, others are untouched`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            let pipeline = bench.filtered
            var own = request
            own.interceptors = [
                .filterResponse("pardon") { if $0.status == 444 { $0.status = 200 } }
            ]
            #expect(try await pipeline.image(for: own).image.size.width == 40)
            #expect(await pipeline.error(of: request)?.status == 444)
            #expect(try await bench.pipeline().image(for: request).image.size.width == 40)
            #expect(await pipeline.error(of: request)?.status == 444)
        }

        @Test(.scenario("000-13"))
        func `a loader of one's own rewrites the answer of the standard one`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            var pipeline = bench.pipeline()
            let standard = pipeline.loader
            pipeline.loader = RewritingLoader(next: standard)
            let failure = await pipeline.error(of: request)?.loadFailure
            #expect(failure?.status == 444)
            #expect(failure?.head?.headers["ErrorCode"] == "100")
            pipeline.loader = standard
            #expect(try await pipeline.image(for: request).image.size.width == 40)
        }

        @Test(.scenario("000-14")) func `a filter lets files and data pass`() async throws {
            let path = bench.job.folder + "-picture.png"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let bytes = bench.job.bytes.withUnsafeBytes { Data($0) }
            try bytes.write(to: URL(fileURLWithPath: path))
            let pipeline = bench.filtered
            let sources: [ImageSource] = [
                .file(path), .data(bench.job.bytes),
                .url("data:image/png;base64," + bytes.base64EncodedString()),
            ]
            for source in sources {
                #expect(try await pipeline.image(for: ImageRequest(source)).origin == .file)
            }
        }

        @Test(.scenario("000-14")) func `a filter that rewrites the status of a file refuses it`()
            async throws
        {
            let pipeline = bench.pipeline(.filterResponse("never") { $0.status = 444 })
            let request = ImageRequest(ImageSource.data(bench.job.bytes))
            #expect(await pipeline.error(of: request)?.status == 444)
        }

        @Test(.scenario("000-15")) func `in memory only, the next process requests again`()
            async throws
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            var request = request
            request.store = .memoryOnly
            let pipeline = bench.pipeline()
            #expect(try await pipeline.image(for: request).origin == .network)
            #expect(bench.files.isEmpty)
            #expect(try await pipeline.image(for: request).origin == .memory)
            bench.memory.removeAll()
            #expect(try await pipeline.image(for: request).origin == .network)
            #expect(bench.origin.requestCount("/a.png") == 2)
        }

        @Test(.scenario("000-18")) func `observers hear of begin, head and end, and of no success`()
            async
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            _ = await bench.filtered.error(of: request)
            #expect(bench.course == ["load", "responded", "ended:load", "failed:load"])
        }

        @Test(.scenario("000-19")) func `a filter holds whatever is set before or after it`() async
        {
            bench.origin.reply("/a.png", with: bench.disguised)
            var early = bench.filtered
            early.limits.load.maxTransfers = 3
            early.codecs = CodecList.installed
            early.disk = nil
            var late = bench.pipeline()
            late.limits.load.maxTransfers = 3
            late.interceptors = bench.filtered.interceptors
            for pipeline in [early, late] {
                #expect(await pipeline.error(of: request)?.status == 444)
            }
        }

        @Test(.scenario("000-19")) func `a filter sees the answer behind redirects`() async {
            let seen = SharedValue<[String]>([])
            bench.origin.reply("/a.png", with: .redirect(to: "/b.png"))
            bench.origin.reply("/b.png", with: bench.disguised)
            let watch = BuiltInInterceptor.filterResponse("watch") { head in
                seen.change { $0.append("\(head.status) \(head.url)") }
            }
            let pipeline = bench.pipeline(watch, .rejectResponses(header: "ErrorCode", number: 100))
            #expect(await pipeline.error(of: request)?.status == 444)
            #expect(seen.value == ["444 " + bench.origin.url("/b.png")])
        }

        @Test(.scenario("000-20")) func `cancelling while the filter runs ends once, as cancelled`()
            async
        {
            bench.origin.reply("/a.png", with: bench.job.picture)
            let filters = SharedValue(0)
            let pipeline = bench.pipeline(
                .filterResponse("slow") { _ in
                    filters.change { $0 += 1 }
                    try await Task.sleep(for: .seconds(3600))
                })
            let request = request
            let task = Task { await pipeline.error(of: request)?.stage }
            #expect(await eventually { filters.value == 1 })
            task.cancel()
            #expect(await task.value == "cancelled")
            #expect(bench.course == ["load", "ended:cancelled", "failed:cancelled"])
            #expect(bench.isEmpty)
        }

        @Test(.scenario("000-21")) func `a 404 with a picture and no header fails by its status`()
            async
        {
            bench.origin.reply("/a.png", with: OriginReply(status: 404, body: FilterBench.noise))
            #expect(await bench.filtered.error(of: request)?.status == 404)
            #expect(bench.isEmpty)
        }
    }

    /// A loader around another one, in the role of SDWebImage's custom operation class.
    private struct RewritingLoader: ImageLoader {
        let next: any ImageLoader
        var identity: String? { "rewriting" }

        func load(_ request: LoadRequest) async throws -> LoadedBody {
            var answer = try await next.load(request)
            if answer.head.headers["ErrorCode"] == "100" { answer.head.status = 444 }
            return answer
        }
    }
#endif
