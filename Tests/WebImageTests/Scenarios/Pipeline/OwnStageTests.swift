#if HTTP && PNG
    import Foundation
    import Synchronization
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Custom stages for one request, for a pipeline, for a program.
    struct OwnStageTests {
        @Test(.scenario("002-5"))
        func `an option of one's own reaches interceptor, loader and keys untouched`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            var pipeline = job.pipeline()
            pipeline.loader = Noting(seen, behind: pipeline.loader)
            pipeline.interceptors = [Watching(seen)]
            var request = job.request("/a.png")
            request.options[Watermark.self] = "über/1;=x"
            let marked = try await pipeline.prepare(request)
            _ = try await pipeline.image(for: request)
            #expect(seen.value == ["interceptor über/1;=x", "loader über/1;=x"])
            // It names other bytes, as declared: every cache sees it in its keys.
            let plain = try await pipeline.prepare(job.request("/a.png"))
            #expect(marked.dataKey != plain.dataKey)
            #expect(try #require(pipeline.disk).reader(for: marked.dataKey) != nil)
            #expect(try #require(pipeline.disk).reader(for: plain.dataKey) == nil)
        }

        @Test(.scenario("002-5"))
        func `an option of one's own reaches the decoder untouched, and names its pixels`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            var pipeline = job.pipeline()
            pipeline.codecs.decoders.insert(NamedDecoder("own", seen) { $0[Mood.self] }, at: 0)
            var request = job.request("/a.png")
            request.options[Mood.self] = "blau/2;=y"
            let plain = try await pipeline.prepare(job.request("/a.png"))
            let moody = try await pipeline.prepare(request)
            _ = try await pipeline.image(for: request)
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(seen.value == ["decoder own blau/2;=y", "decoder own "])
            // The pixels are others, the bytes are the same.
            #expect(moody.imageKey != plain.imageKey)
            #expect(moody.dataKey == plain.dataKey)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("002-6"))
        func
            `a request's loader and decoder win over the pipeline's, those over the built-in`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            let builtIn = job.pipeline()
            #expect(try await builtIn.image(for: job.request("/a.png")).image.size.width == 40)
            var pipeline = job.pipeline()
            pipeline.disk = nil
            pipeline.loader = Noting(seen, named: "pipeline", behind: pipeline.loader)
            pipeline.codecs.decoders.insert(NamedDecoder("pipeline", seen), at: 0)
            _ = try await pipeline.image(for: job.request("/a.png"))
            var own = job.request("/a.png")
            own.loader = Noting(seen, named: "request", behind: builtIn.loader)
            own.decoder = NamedDecoder("request", seen)
            _ = try await pipeline.image(for: own)
            #expect(
                seen.value == [
                    "pipeline ", "decoder pipeline", "request ", "decoder request",
                ])
        }

        @Test(.scenario("002-6"))
        func `another cache is another stage of a copy, the original is left alone`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline()
            var copy = pipeline
            let memory = MemoryCache(maxBytes: 1 << 20)
            copy.memory = memory
            copy.disk = nil
            _ = try await copy.image(for: job.request("/a.png"))
            #expect(memory.usage.entryCount == 1)
            #expect(try await pipeline.cachedImage(for: job.request("/a.png")) == nil)
        }

        @Test(.scenario("002-6")) func `a copy with a memory cache of its own shares the transfer`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.held())
            let pipeline = job.pipeline()
            var changed = pipeline
            changed.memory = MemoryCache(maxBytes: 1 << 20)
            let copy = changed
            let request = job.request("/a.png")
            let readers = (ToldUpdates(), ToldUpdates())
            async let one: Void = readers.0.read(request, from: pipeline)
            async let two: Void = readers.1.read(request, from: copy)
            // Each reader gets its first progress once it waits for the load.
            #expect(
                await eventually { !readers.0.progress.isEmpty && !readers.1.progress.isEmpty })
            #expect(await job.origin.waitUntil { $0.requestCount("/a.png") == 1 })
            job.origin.release("/a.png")
            _ = await (one, two)
            for results in [readers.0.results, readers.1.results] {
                #expect(try results.first?.get().origin == .network)
            }
            #expect(job.origin.requestCount("/a.png") == 1)
            #expect(try await pipeline.image(for: request).origin == .memory)
            #expect(try await copy.image(for: request).origin == .memory)
        }

        @Test(.scenario("002-6"))
        func `a program's standard pipeline has its stages wherever it is used`() async {
            // In a process of its own, since the standard pipeline is set once.
            await #expect(processExitsWith: .success) {
                let job = try Job()
                job.origin.reply("/a.png", with: job.picture)
                let seen = SharedValue<[String]>([])
                var pipeline = job.pipeline()
                pipeline.loader = Noting(seen, named: "class default", behind: pipeline.loader)
                #expect(ImagePipeline.setStandard(pipeline))
                #expect(!ImagePipeline.setStandard(job.pipeline()))
                var request = job.request("/a.png")
                _ = try await ImagePipeline.standard.image(for: request)
                request.bypassCaches()
                request.loader = Noting(seen, named: "request", behind: job.pipeline().loader)
                _ = try await ImagePipeline.standard.image(for: request)
                #expect(seen.value == ["class default ", "request "])
            }
        }

        @Test(.scenario("002-7"))
        func `what conforms is used as it is, even a cache that keeps nothing`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            // A value that does not conform cannot be assigned: it does not compile.
            pipeline.memory = Forgetful()
            pipeline.disk = nil
            for _ in 0..<2 {
                let response = try await pipeline.image(for: job.request("/a.png"))
                #expect(response.origin == .network)
            }
        }

        @Test(.scenario("002-8"))
        func `a loader of another scheme is chosen for it, http goes to the transport`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            let library = PhotoLibrary(bytes: try Self.picture(width: 21))
            pipeline.loader = LoaderList(
                [.init("photos", library) { $0.source.scheme == "photos" }],
                otherwise: pipeline.loader)
            #expect(try await pipeline.image(for: "photos://album/7").image.size.width == 21)
            #expect(try await pipeline.image(for: job.request("/a.png")).image.size.width == 40)
            #expect(job.origin.requests.map(\.path) == ["/a.png"])
            pipeline.loader = SchemeLoader(["photos": library])
            #expect(try await pipeline.image(for: "PHOTOS://album/8").image.size.width == 21)
            await #expect(throws: ImageError.self) {
                try await pipeline.image(for: ImageRequest(job.origin.url("/b.png")))
            }
        }

        @Test(.scenario("002-36"))
        func `a custom loader is cancelled with the task that waits for it`()
            async throws
        {
            let job = try Job()
            var pipeline = job.pipeline()
            let loader = ScriptedLoader(isFrozen: true) { _ in throw LoadFailure(.other, "late") }
            pipeline.loader = loader
            let running = pipeline
            let load = Task { try await running.image(for: "photos://album/7") }
            #expect(await eventually { loader.loadCount == 1 })
            load.cancel()
            let result = await load.result
            #expect(await eventually { loader.cancelCount == 1 })
            guard case .failure(let error as ImageError) = result, case .cancelled = error else {
                Issue.record("ended with \(result)")
                return
            }
        }

        static func picture(width: Int) throws -> ByteBlock {
            let bitmap = Bitmap(size: PixelSize(width: width, height: 4), isOpaque: true)
            return try CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings())
        }
    }

    /// An option of this program only.
    private enum Watermark: ImageOption {
        static let name = "watermark"
        static let defaultValue = ""
        static let effect = OptionEffect.bytes
    }

    /// An option of this program's decoders.
    private enum Mood: ImageOption {
        static let name = "mood"
        static let defaultValue = ""
        static let effect = OptionEffect.pixels
    }

    private struct Watching: LoadInterceptor {
        let notes: SharedValue<[String]>
        init(_ notes: SharedValue<[String]>) { self.notes = notes }
        var identity: String { "watching" }
        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            notes.add("interceptor \(request.options[Watermark.self])")
            return try await next(request)
        }
    }

    private struct Noting: ImageLoader {
        let notes: SharedValue<[String]>
        let name: String
        let loader: any ImageLoader

        init(
            _ notes: SharedValue<[String]>, named name: String = "loader",
            behind loader: any ImageLoader
        ) {
            (self.notes, self.name, self.loader) = (notes, name, loader)
        }

        var identity: String? { nil }
        func load(_ request: LoadRequest) async throws -> LoadedBody {
            notes.add("\(name) \(request.options[Watermark.self])")
            return try await loader.load(request)
        }
    }

    /// The installed PNG decoder under another name.
    struct NamedDecoder: ImageDecoder {
        let identity: String
        let notes: SharedValue<[String]>
        private let detail: (@Sendable (DecodeOptions) -> String)?

        /// Creates a decoder that records its name, and a detail of its options.
        init(
            _ name: String, _ notes: SharedValue<[String]>,
            noting detail: (@Sendable (DecodeOptions) -> String)? = nil
        ) {
            identity = name
            self.notes = notes
            self.detail = detail
        }

        var formats: [ImageFormat] { [.png] }

        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try CodecList.installed.decoder(for: .png).metadata(of: bytes, limits: limits)
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            notes.add("decoder \(identity)" + (detail.map { " " + $0(options) } ?? ""))
            return try CodecList.installed.decoder(for: .png).decode(bytes, options: options)
        }
    }

    private struct PhotoLibrary: ImageLoader {
        let bytes: ByteBlock
        var identity: String? { nil }
        func load(_ request: LoadRequest) async throws -> LoadedBody {
            LoadedBody(
                head: ResponseHead(url: "photos://"), origin: .file,
                expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        }
    }

    private struct Forgetful: ImageCache {
        func image(for key: CacheKey) -> CachedImage? { nil }
        func store(_ image: CachedImage, for key: CacheKey) {}
        func remove(_ key: CacheKey) {}
        func removeAll() {}
    }
#endif
