#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageTiers

    @testable import WebImageRedis

    #if TIFF
        import WebImageTIFF
    #endif

    /// Pipelines of several machines with one store.
    @Suite(
        .enabled(if: RedisProcess.isInstalled, "there is no redis-server (scripts/bootstrap test)"))
    struct RedisPipelineTests {
        private let loader: ScriptedLoader
        private let events = EventList()

        init() throws {
            let bitmap = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
            loader = ScriptedLoader(
                bytes: try BMPEncoder().encode(bitmap, settings: EncodeSettings()))
        }

        /// Returns the pipeline of a machine with a folder of its own.
        private func machine(
            _ folder: DiskFolder?, _ server: RedisProcess, timeout: Duration = .seconds(20),
            codecs: CodecList = CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]),
            loader: ScriptedLoader? = nil
        ) throws -> ImagePipeline {
            var limits = RedisLimits()
            (limits.readTimeout, limits.connectTimeout) = (timeout, timeout)
            limits.pauses = .seconds(60)...(.seconds(60))
            let redis = RedisCache(try server.address(), limits: limits, events: events.add)
            let disk: any DataCache =
                folder.map {
                    TieredCache(
                        [DiskCache(folder: $0.path), redis], store: .serial, promotes: true)
                } ?? redis
            return ImagePipeline(
                memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: disk,
                loader: loader ?? self.loader, codecs: codecs)
        }

        @Test func `one machine loads and makes, another finds both in the store`() async throws {
            let server = try RedisProcess()
            let (one, other) = (
                try machine(DiskFolder(), server), try machine(DiskFolder(), server)
            )
            var request: ImageRequest = "http://a.test/a.bmp"
            request.options.storeCompletion = .everything
            let file = try await one.file(for: request, as: .bmp)
            await one.flush()
            #expect(loader.loadCount == 1)
            #expect(try await other.image(for: request).origin == .disk)
            let again = try await other.file(for: request, as: .bmp)
            #expect(again.bytes == file.bytes)
            #expect(loader.loadCount == 1)
            try await other.removeCached(request)
            #expect(try await machine(nil, server).image(for: request).origin == .network)
            #expect(events.all == [])
        }

        @Test func `another machine finds the data of the request, until the store loses them`()
            async throws
        {
            let server = try RedisProcess()
            var request: ImageRequest = "http://a.test/a.bmp"
            request.options.storeCompletion = .everything
            request.userData = Array("alt text".utf8)
            let one = try machine(DiskFolder(), server)
            _ = try await one.image(for: request)
            let other = try machine(DiskFolder(), server)
            let plain: ImageRequest = "http://a.test/a.bmp"
            #expect(try await other.image(for: plain).userData == request.userData)
            // The folder of the other machine has a copy by now.
            try await one.removeCached(plain, from: [.shared])
            #expect(try await machine(nil, server).cachePlaces(of: plain) == [])
            #expect(try await other.image(for: plain).userData == request.userData)
            #expect(loader.loadCount == 1)
            try await one.removeCached(plain, from: [.disk])
            #expect(try await one.cachePlaces(of: plain) == [])
            #expect(events.all == [])
        }

        #if TIFF
            @Test(arguments: [PixelDepth.asStored, .hdr])
            func `a deep variant of one machine is served to another`(
                depth: PixelDepth
            ) async throws {
                let server = try RedisProcess()
                let format: SampleFormat = depth == .hdr ? .rgbaHalf : .rgba16
                var picture = Bitmap(size: PixelSize(width: 64, height: 48), as: format)
                for y in 0..<48 {
                    for x in 0..<64 {
                        picture[light: x, y] = SIMD4(
                            Float(x) / 16, Float(y) / 47, 0.3, Float(x + y + 1) / 112)
                    }
                }
                let loader = ScriptedLoader(
                    bytes: try TIFFEncoder().encode(picture, settings: EncodeSettings()))
                let codecs = CodecList(
                    decoders: [BMPDecoder(), TIFFDecoder()],
                    encoders: [BMPEncoder(), TIFFEncoder()])
                var request: ImageRequest = "http://a.test/a.tif"
                request.pixelDepth = depth
                request.targetSize = PixelSize(width: 20, height: 20)
                // With a serializer the variant is stored alone.
                request.serializer = EncodingSerializer(as: .bmp)
                request.options.storeCompletion = .everything
                let made = try await machine(
                    DiskFolder(), server, codecs: codecs, loader: loader
                ).image(for: request)
                #expect(made.origin == .network && made.image.poster.sampleFormat == format)
                let folder = try DiskFolder()
                for _ in 0..<2 {
                    // From the store, then from the copy in the folder.
                    let found = try await machine(
                        folder, server, codecs: codecs, loader: loader
                    ).image(for: request)
                    #expect(found.origin == .disk && found.image.poster == made.image.poster)
                    #expect(found.image.poster.sampleFormat == format)
                    #expect((found.image.poster.headroom > 1) == (depth == .hdr))
                }
                #expect(loader.loadCount == 1 && events.all == [])
            }
        #endif

        @Test func `a frozen store delays no hit of the disk, and no load for long`() async throws {
            let server = try RedisProcess()
            let folder = try DiskFolder()
            let pipeline = try machine(folder, server, timeout: .seconds(12))
            var request: ImageRequest = "http://a.test/a.bmp"
            request.options.storeCompletion = .everything
            _ = try await pipeline.image(for: request)
            server.signal(SIGSTOP)
            defer { server.signal(SIGCONT) }
            // All threads of the store wait.
            let ended = Locked(0)
            try await withThrowingTaskGroup(of: ImageOrigin.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        defer { ended.change { $0 += 1 } }
                        return try await pipeline.image(for: "http://a.test/\(number).bmp").origin
                    }
                }
                try await Task.sleep(for: .milliseconds(200))
                #expect(try await pipeline.image(for: request).origin == .disk)
                #expect(ended.value == 0, "the hit waited for the store")
                for try await origin in group { #expect(origin == .network) }
            }
            #expect(events.all.count == 1)
        }

        @Test func `a load goes on without a store`() async throws {
            let server = try RedisProcess(starts: false)
            let pipeline = try machine(nil, server)
            for number in 0..<20 {
                let response = try await pipeline.image(for: "http://a.test/\(number).bmp")
                #expect(response.origin == .network)
            }
            #expect(events.all.count == 1)
        }
    }
#endif
