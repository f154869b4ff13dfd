import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// A format of a user: a decoder and an encoder in the list of codecs, nothing else.
struct OwnFormatTests {
    @Test func `it is loaded, kept on disk and read again`() async throws {
        let first = DotsPipeline()
        first.body.sendRest()
        let fresh = try await first.pipeline.image(for: first.request())
        let second = DotsPipeline(folder: first.folder)
        let stored = try await second.pipeline.image(for: second.request())
        #expect(fresh.origin == .network)
        #expect(stored.origin == .disk)
        #expect([fresh.format, stored.format] == [.dots, .dots])
        #expect(stored.image.poster == fresh.image.poster)
        #expect(second.loader.loadCount == 0)
    }

    @Test func `what was encoded is decoded again`() async throws {
        let test = DotsPipeline()
        let image = try await test.image()
        let bytes = try await test.pipeline.encode(image, as: .dots)
        let again = try await test.pipeline.image(for: ImageRequest(ImageSource.data(bytes)))
        #expect(again.image.poster == image.poster)
        #expect(again.format == .dots)
    }

    @Test func `info and bytes name it`() async throws {
        let test = DotsPipeline(DotsFile(frameCount: 3, orientation: .right, flags: .profile))
        test.body.sendRest()
        let encoded = try await test.pipeline.data(for: test.request())
        #expect(encoded.format == .dots)
        let info = try await test.pipeline.info(for: ImageRequest(ImageSource.data(encoded.bytes)))
        #expect(info.format == .dots)
        #expect(info.metadata.size == PixelSize(width: 4, height: 6))
        #expect(info.metadata.frameCount == 3)
        #expect(info.metadata.profileDescription == "Swapped")
        #expect(test.decoder.log.decodeCount == 0 && test.decoder.log.frames.isEmpty)
    }

    @Test func `a format without signature is known by its media type`() async throws {
        let decoder = UnsignedDecoder()
        var test = TestPipeline(
            bytes: ByteBlock(copying: [3, 2]), headers: ["Content-Type": "image/x-flat"])
        test.pipeline.codecs.decoders.append(decoder)
        let response = try await test.pipeline.image(for: "http://origin.test/a")
        #expect(response.format?.rawValue == "flat")
        #expect(response.image.size == PixelSize(width: 3, height: 2))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: "http://origin.test/a").origin == .disk)
    }

    @Test func `a signature is never overruled`() async throws {
        var test = TestPipeline(headers: ["Content-Type": "image/x-flat"])
        test.pipeline.codecs.decoders.insert(UnsignedDecoder(), at: 0)
        #expect(try await test.pipeline.image(for: "http://origin.test/a").format == .bmp)
    }

    @Test func `a request's own decoder is asked first`() async throws {
        let test = TestPipeline(bytes: DotsFile().block)
        var request = ImageRequest("http://origin.test/a")
        await #expect(throws: ImageError.self) { try await test.pipeline.image(for: request) }
        request.decoder = DotsDecoder()
        #expect(try await test.pipeline.image(for: request).format == .dots)
        #expect(try await test.pipeline.info(for: request).format == .dots)
    }

    @Test func `without its decoder it is no image`() async throws {
        let test = TestPipeline(bytes: DotsFile().block)
        let error = await #expect(throws: ImageError.self) {
            try await test.pipeline.image(for: "http://origin.test/a")
        }
        #expect(error?.stage == "decode")
    }
}

/// A format of two bytes, width and height, that only its media type identifies.
private struct UnsignedDecoder: ImageDecoder {
    static let flat = ImageFormat(rawValue: "flat")
    var identity: String { "flat-1" }
    var formats: [ImageFormat] { [Self.flat] }

    func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
        mediaType == "image/x-flat" ? Self.flat : nil
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try decode(bytes, options: DecodeOptions()).metadata
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        // Safe because the bytes are only copied.
        let sides = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        guard sides.count == 2 else { throw .truncated(Self.flat, "no size") }
        let size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
        return DecodeOutput(
            bitmap: Bitmap(size: size), profile: nil, metadata: ImageMetadata(size: size))
    }
}
