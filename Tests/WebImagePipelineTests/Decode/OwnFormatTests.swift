import TestSupport
import Testing
import WebImageBMP
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

    @Test func `an option of effect pixels reaches its decoder`() async throws {
        var test = TestPipeline(
            bytes: ByteBlock(copying: [3, 2]), headers: ["Content-Type": "image/x-flat"])
        test.pipeline.codecs.decoders.append(UnsignedDecoder())
        var request = ImageRequest("http://origin.test/a")
        #expect(try await test.pipeline.image(for: request).image.poster[0, 0].x == 0)
        request.options[Blueness.self] = 7
        #expect(try await test.pipeline.image(for: request).image.poster[0, 0].x == 7)
        test.pipeline.defaults[Blueness.self] = 9
        let plain = ImageRequest("http://origin.test/a")
        #expect(try await test.pipeline.image(for: plain).image.poster[0, 0].x == 9)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `its effect on a variant is not repeated`() async throws {
        let test = TestPipeline()
        var request = ImageRequest("http://origin.test/a.bmp")
        request.decoder = BluingDecoder()
        request.options[Blueness.self] = 7
        request.diskRepresentation = .variant
        request.serializer = EncodingSerializer(as: .bmp)
        request.storeCompletion = .everything
        let first = try await test.pipeline.image(for: request)
        test.pipeline.memory.removeAll()
        let second = try await test.pipeline.image(for: request)
        #expect(second.origin == .disk)
        #expect(first.image.poster[0, 0].x == 7)
        #expect(second.image.poster == first.image.poster)
    }

    @Test func `a decoder sees no option that no key names`() {
        var options = DecodeOptions()
        #expect(options[Blueness.self] == 0)
        options[Blueness.self] = 4
        options[Haste.self] = 4
        #expect(options[Blueness.self] == 4)
        #expect(options[Haste.self] == 0)
        var same = DecodeOptions()
        same[Blueness.self] = 4
        #expect(options == same && options.hashValue == same.hashValue)
        same[Blueness.self] = 5
        #expect(options != same)
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
        var bitmap = Bitmap(size: size)
        bitmap[0, 0] = SIMD4(UInt8(options[Blueness.self]), 0, 0, 255)
        return DecodeOutput(bitmap: bitmap, color: .sRGB, metadata: ImageMetadata(size: size))
    }
}

/// An own option of decoders.
private enum Blueness: ImageOption {
    static let name = "test.blueness"
    static let defaultValue = 0
    static let effect = OptionEffect.pixels
}

/// An own option that is part of no key.
private enum Haste: ImageOption {
    static let name = "test.haste"
    static let defaultValue = 0
    static let effect = OptionEffect.delivery
}

/// A BMP decoder that adds blue to the first pixel.
private struct BluingDecoder: ImageDecoder {
    var identity: String { "bluing-1" }
    var formats: [ImageFormat] { [.bmp] }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        var output = try BMPDecoder().decode(bytes, options: options)
        output.bitmap[0, 0].x += UInt8(options[Blueness.self])
        return output
    }
}
