import Testing
import WebImageCoding
import WebImagePixels

@Suite struct DecodeLimitsTests {
    private let limits = DecodeLimits(maxPixels: 100, maxBytes: 700, maxFrames: 3)

    @Test func `the limits themselves pass`() throws {
        try limits.check(PixelSize(width: 10, height: 10), format: .bmp, bytesPerPixel: 7)
        try limits.check(frames: 3)
    }

    @Test(arguments: [
        (PixelSize(width: 101, height: 1), 1), (PixelSize(width: .max, height: .max), 1),
        (PixelSize(width: 10, height: 10), 8), (PixelSize(width: 10, height: 10), .max),
    ])
    func `one more is refused`(size: PixelSize, bytesPerPixel: Int) throws {
        let error = #expect(throws: CodecError.self) {
            try limits.check(size, format: .bmp, bytesPerPixel: bytesPerPixel)
        }
        guard case .limit = error else {
            Issue.record("expected a limit, found \(String(describing: error))")
            return
        }
    }

    @Test func `one frame more is refused`() {
        #expect(throws: CodecError.self) { try limits.check(frames: 4) }
    }

    @Test(arguments: [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1)])
    func `a size without pixels is damage, not a limit`(size: PixelSize) {
        #expect(throws: CodecError.damaged(.bmp, "the header says a size of \(size)")) {
            try limits.check(size, format: .bmp)
        }
    }

    @Test(arguments: [(2, 10, true), (3, 10, false), (2, 11, false), (Int.max, 2, false)])
    func `the pixels of all frames are limited`(frames: Int, side: Int, fits: Bool) {
        let limits = DecodeLimits(maxAnimationPixels: 200)
        let size = PixelSize(width: side, height: 10)
        if fits {
            #expect(throws: Never.self) { try limits.check(frames: frames, of: size) }
        } else {
            let error = #expect(throws: CodecError.self) {
                try limits.check(frames: frames, of: size)
            }
            #expect("\(error as Any)".contains("more than the 200 allowed"))
        }
    }

    @Test(arguments: [(590, 88, 12_774), (1, 1, 65_535), (1, 1, 33)])
    func `a pixel has a few dozen samples at most`(width: Int, height: Int, samples: Int) {
        let size = PixelSize(width: width, height: height)
        let reason =
            "\(size) pixels of \(samples) samples, more than the 32 samples of a pixel allowed"
        #expect(throws: CodecError.limit(reason)) {
            try DecodeLimits().check(size, format: .tiff, samples: samples)
        }
        #expect(throws: Never.self) {
            try DecodeLimits().check(size, format: .tiff, samples: 32)
        }
    }

    @Test(arguments: [(8, 10_000, true), (9, 10_000, false), (32, 2_500, true), (32, 2_501, false)])
    func `samples × area has one limit, eight for each pixel allowed`(
        samples: Int, height: Int, fits: Bool
    ) {
        let size = PixelSize(width: 10_000, height: height)
        let limits = DecodeLimits(maxPixels: 100_000_000)
        let count = size.area * samples
        let reason =
            "\(size) pixels of \(samples) samples: \(count) samples, more than the 800000000 allowed"
        #expect(
            error { () throws(CodecError) in
                try limits.check(size, format: .tiff, samples: samples)
            } == (fits ? nil : .limit(reason)))
    }

    @Test(arguments: [(4, 2, true), (8, 1, true), (8, 2, false), (5, 2, false), (1, 2, true)])
    func `samples of all frames are counted by four for a pixel`(
        samples: Int, frames: Int, fits: Bool
    ) {
        let limits = DecodeLimits(maxAnimationPixels: 200)
        let refusal = error { () throws(CodecError) in
            let size = PixelSize(width: 10, height: 10)
            try limits.check(frames: frames, of: size, samples: samples)
        }
        #expect((refusal == nil) == fits)
    }

    private func error(of check: () throws(CodecError) -> Void) -> CodecError? {
        do throws(CodecError) {
            try check()
            return nil
        } catch {
            return error
        }
    }

    @Test func `no product of a header overflows`() {
        #expect(DecodeLimits.product() == 1)
        #expect(DecodeLimits.product(3, 4, 5) == 60)
        #expect(DecodeLimits.product(.max, 2) == .max)
        #expect(DecodeLimits.product(1 << 40, 1 << 40, 0) == 0)
        #expect(DecodeLimits(maxPixels: .max).maxSamples == .max)
    }

    @Test func `the defaults are the documented ones`() {
        let standard = DecodeLimits()
        #expect(standard.maxSamples == 800_000_000)
        #expect(DecodeLimits.maxSamplesPerPixel == 32)
        #expect(standard.maxPixels == 100_000_000)
        #expect(standard.maxBytes == 536_870_912)
        #expect(standard.maxFrames == 100_000)
        #expect(standard.maxAnimationPixels == 20_000_000_000)
    }
}

@Suite struct DownsamplingTests {
    private static func size(_ width: Int, _ height: Int) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    @Test(arguments: [
        (Fit.fit, size(200, 200), size(200, 100)),
        (.fit, size(100, 25), size(50, 25)),
        (.fit, size(100, 0), size(100, 50)),
        (.fit, size(0, 20), size(40, 20)),
        (.fit, size(0, 0), size(400, 200)),
        (.fit, size(800, 800), size(400, 200)),
        (.fit, size(1, 1), size(1, 1)),
        (.fill, size(100, 100), size(200, 100)),
        (.fill, size(300, 10), size(300, 150)),
        (.fill, size(100, 0), size(100, 50)),
        (.fill, size(100, 400), size(400, 200)),
        (.fill, size(99, 100), size(201, 100)),
        (.fill, size(160, 79), size(160, 81)),
        (.stretch, size(100, 100), size(100, 100)),
        (.stretch, size(0, 50), size(100, 50)),
        (.stretch, size(1000, 50), size(400, 50)),
    ])
    func `a picture of 400x200 meets a box`(fit: Fit, box: PixelSize, expected: PixelSize) {
        #expect(Downsampling(box: box, fit: fit).scaledSize(of: Self.size(400, 200)) == expected)
    }

    @Test func `a picture that covers a box keeps one scale for both sides`() {
        let narrow = Downsampling(box: Self.size(99, 100), fit: .fill)
        #expect(narrow.coverage(of: Self.size(400, 200)) == Coverage(columns: 201 * 2.0 / 400))
        #expect(narrow.coverage(of: Self.size(40, 20)) == Coverage())
        let turned = Downsampling(box: Self.size(100, 99), fit: .fill)
        #expect(
            turned.coverage(of: Self.size(400, 200), .right) == Coverage(columns: 201 * 2.0 / 400))
        let whole = Downsampling(box: Self.size(99, 100))
        #expect(whole.coverage(of: Self.size(400, 200)) == Coverage())
    }

    @Test(arguments: [
        (320_000, size(400, 200)), (319_999, size(399, 199)), (80_000, size(200, 100)),
        (4, size(1, 1)), (0, size(1, 1)),
    ])
    func `a picture of 400x200 meets a budget of bytes`(budget: Int, expected: PixelSize) {
        #expect(Downsampling(maxBytes: budget).scaledSize(of: Self.size(400, 200)) == expected)
    }

    @Test func `box and budget both hold`() {
        let both = Downsampling(box: Self.size(100, 100), maxBytes: 5000)
        let scaled = both.scaledSize(of: Self.size(400, 200))
        #expect(scaled.area * 4 <= 5000)
        #expect(scaled == Self.size(50, 25))
    }

    @Test(arguments: [
        (400, size(1, 100_000)), (4, size(9000, 2)), (0, size(1, 50)), (79, size(70, 3)),
    ])
    func `a budget holds for a picture of any shape`(budget: Int, source: PixelSize) {
        let scaled = Downsampling(maxBytes: budget).scaledSize(of: source)
        #expect(scaled.area * 4 <= max(budget, 4))
        #expect(!scaled.isEmpty)
    }

    @Test func `without a box the size is kept`() {
        #expect(Downsampling().scaledSize(of: Self.size(7, 3)) == Self.size(7, 3))
    }
}

@Suite struct CodecListTests {
    private struct Decoder: ImageDecoder {
        let identity: String
        let formats: [ImageFormat]
        func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata { throw .cancelled }
        func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput { throw .cancelled }
        func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
            mediaType == "image/x-\(identity)" ? ImageFormat(rawValue: identity) : nil
        }
    }

    private struct Animator: AnimatedImageEncoder {
        let identity = "animator"
        let format = ImageFormat.bmp
        func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock { throw .cancelled }
        func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock { throw .cancelled }
    }

    private let list = CodecList(
        decoders: [
            Decoder(identity: "first", formats: [.png, .apng]),
            Decoder(identity: "second", formats: [.gif, .apng]),
        ],
        encoders: [BMPEncoder()])

    @Test(arguments: [("second", "second"), ("third", nil)] as [(String, String?)])
    func `a decoder recognizes its own format`(type: String, format: String?) {
        let bytes = ByteBlock(copying: Array("what is this".utf8))
        let encoded = EncodedImage(bytes, mediaType: "image/x-\(type)")
        #expect(encoded.format == nil)
        #expect(list.recognizing(encoded).format?.rawValue == format)
        #expect(
            bytes.withSpan { list.format(of: $0, mediaType: "image/x-\(type)") }?.rawValue == format
        )
    }

    @Test func `a built-in signature is not put to a decoder`() {
        let gif = EncodedImage(
            ByteBlock(copying: Array("GIF89a".utf8)), mediaType: "image/x-second")
        #expect(list.recognizing(gif).format == .gif)
        #expect(gif.bytes.withSpan { list.format(of: $0, mediaType: "image/x-second") } == .gif)
    }

    @Test func `the encoder of animations is found behind one of stills`() {
        var list = list
        #expect(list.animatedEncoder(for: .bmp) == nil)
        list.encoders.append(Animator())
        #expect(list.animatedEncoder(for: .bmp)?.identity == "animator")
        #expect(list.animatedEncoder(for: .gif) == nil)
    }

    @Test(arguments: [(ImageFormat.png, "first"), (.apng, "first"), (.gif, "second")])
    func `the first decoder that names a format wins`(
        format: ImageFormat, identity: String
    ) throws {
        #expect(try list.decoder(for: format).identity == identity)
    }

    @Test func `a format without codec is named in the error`() {
        #expect(throws: CodecError.noCodec(.svg)) { try list.decoder(for: .svg) }
        #expect(throws: CodecError.encoding(.png, "no encoder for this format is installed")) {
            try list.encoder(for: .png)
        }
    }

    @Test func `an encoder is found by its format`() throws {
        #expect(try list.encoder(for: .bmp).identity == BMPEncoder().identity)
    }
}

@Suite struct EncodedImageTests {
    @Test func `the signature decides, not the media type`() {
        let gif = EncodedImage(ByteBlock(copying: Array("GIF89a".utf8)), mediaType: "image/jpeg")
        #expect(gif.format == .gif)
        #expect(gif.mediaType == "image/jpeg")
    }

    @Test func `a media type makes no image of other bytes`() {
        let page = EncodedImage(ByteBlock(copying: Array("<html>".utf8)), mediaType: "image/png")
        #expect(page.format == nil)
    }
}
