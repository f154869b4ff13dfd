#if HTTP && PNG
    import Foundation
    import Synchronization
    import Testing
    import WebImage
    import WebImageTesting

    /// Custom formats, the choice of a decoder, and its threads.
    struct OwnCodecTests {
        @Test(.scenario("002-12"))
        func `a format of one's own goes out and comes back, with any name`()
            async throws
        {
            let job = try Job()
            var pipeline = job.pipeline()
            pipeline.codecs.decoders.append(FlatCodec())
            pipeline.codecs.encoders.append(FlatCodec())
            var bitmap = Bitmap(size: PixelSize(width: 3, height: 2), isOpaque: true)
            for y in 0..<2 { for x in 0..<3 { bitmap[x, y] = SIMD4(1, 2, 3, 255) } }
            let bytes = try await pipeline.encode(DecodedImage(poster: bitmap), as: .flat)
            job.origin.reply(
                "/a.flat", with: OriginReply(body: bytes.withUnsafeBytes { Array($0) }))
            for origin in [ImageOrigin.network, .disk] {
                let response = try await pipeline.image(for: job.request("/a.flat"))
                #expect(response.origin == origin)
                #expect(response.format == .flat)
                #expect(response.image.poster == bitmap)
                pipeline.memory.removeAll()
            }
        }

        @Test(.scenario("002-12")) func `a variant may be in a format of one's own`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.codecs.decoders.append(FlatCodec())
            pipeline.codecs.encoders.append(FlatCodec())
            pipeline.serializer = EncodingSerializer(as: .flat)
            _ = try await pipeline.image(for: job.request("/a.png"))
            await pipeline.flush()
            pipeline.memory.removeAll()
            let stored = try await pipeline.image(for: job.request("/a.png"))
            #expect(stored.origin == .disk)
            #expect(stored.format == .flat)
            #expect(stored.image.size == PixelSize(width: 40, height: 30))
        }

        @MainActor @Test(.scenario("002-32"))
        func `nothing decodes on the caller's thread, and the image is whole`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let threads = SharedValue<[String]>([])
            var pipeline = job.pipeline()
            pipeline.codecs.decoders.insert(ThreadDecoder(threads), at: 0)
            #expect(ThreadDecoder.thread == "main")
            var request = job.request("/a.png")
            request.transforms = [ThreadTransform(notes: threads)]
            let image = try await pipeline.image(for: request).image
            #expect(threads.value.count == 2)
            #expect(!threads.value.contains("main"))
            // Its pixels are complete: reading them calls no decoder again.
            #expect(image.poster[39, 0] == SIMD4(9, 0, 234, 255))
            #expect(threads.value.count == 2)
        }

        @Test(.scenario("002-33"))
        func `the first decoder that names a format is asked, taking it out restores`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let notes = SharedValue<[String]>([])
            var pipeline = job.pipeline()
            let installed = pipeline.codecs
            pipeline.codecs.decoders.insert(NamedDecoder("first", notes), at: 0)
            pipeline.codecs.decoders.insert(NamedDecoder("last added", notes), at: 0)
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(notes.value == ["decoder last added"])
            pipeline.codecs.decoders.removeFirst()
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(notes.value == ["decoder last added", "decoder first"])
            pipeline.codecs = installed
            #expect(try await pipeline.image(for: job.request("/a.png")).image.size.width == 40)
            #expect(notes.value.count == 2)
        }

        @Test(.scenario("002-33"))
        func `a decoder that claims a format and fails ends the search, with its reason`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.codecs.decoders.insert(Claiming(), at: 0)
            do throws(ImageError) {
                _ = try await pipeline.image(for: job.request("/a.png"))
                Issue.record("it was decoded by another")
            } catch {
                #expect(error.stage == "decode")
                #expect(error.reason.contains("claimed, not read"))
            }
        }
    }

    extension ImageFormat {
        fileprivate static let flat = ImageFormat(rawValue: "flat")
    }

    /// `FLAT`, width, height, and the colour of all pixels.
    private struct FlatCodec: ImageDecoder, ImageEncoder {
        var identity: String { "flat-1" }
        var formats: [ImageFormat] { [.flat] }
        var format: ImageFormat { .flat }
        var hasQuality: Bool { false }

        func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
            list(bytes).starts(with: "FLAT".utf8) ? .flat : nil
        }

        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let list = list(bytes)
            guard list.count == 10 else { throw .truncated(.flat, "10 bytes are needed") }
            return ImageMetadata(size: PixelSize(width: Int(list[4]), height: Int(list[5])))
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            let metadata = try metadata(of: bytes, limits: options.limits)
            let list = list(bytes)
            var bitmap = Bitmap(size: metadata.size, isOpaque: true)
            for y in 0..<metadata.size.height {
                for x in 0..<metadata.size.width {
                    bitmap[x, y] = SIMD4(list[6], list[7], list[8], list[9])
                }
            }
            return DecodeOutput(bitmap: bitmap, color: .sRGB, metadata: metadata)
        }

        func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
            let pixel = bitmap[0, 0]
            let size = bitmap.size
            return ByteBlock(
                copying: Array("FLAT".utf8) + [UInt8(size.width), UInt8(size.height)]
                    + [pixel[0], pixel[1], pixel[2], pixel[3]])
        }

        private func list(_ bytes: RawSpan) -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }
    }

    /// The installed PNG decoder, which records its threads.
    private struct ThreadDecoder: ImageDecoder {
        let notes: SharedValue<[String]>
        init(_ notes: SharedValue<[String]>) { self.notes = notes }

        static var thread: String { MainQueue.isCurrent ? "main" : "\(pthread_self())" }
        var identity: String { "threads" }
        var formats: [ImageFormat] { [.png] }

        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try CodecList.installed.decoder(for: .png).metadata(of: bytes, limits: limits)
        }

        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            notes.add(Self.thread)
            return try CodecList.installed.decoder(for: .png).decode(bytes, options: options)
        }
    }

    private struct ThreadTransform: ImageTransform {
        let notes: SharedValue<[String]>
        var spelling: String { "thread" }
        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
            notes.add(ThreadDecoder.thread)
            return bitmap
        }
    }

    private struct Claiming: ImageDecoder {
        var identity: String { "claiming" }
        var formats: [ImageFormat] { [.png] }
        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            throw .damaged(.png, "claimed, not read")
        }
        func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
            throw .damaged(.png, "claimed, not read")
        }
    }
#endif
