import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The format of a stored variant.
struct EncodingSerializerTests {
    private let codecs = CodecList(
        decoders: [DotsDecoder(), BMPDecoder()],
        encoders: [StillEncoder(format: .jpeg), StillEncoder(format: .png), DotsEncoder()])

    private func still(isOpaque: Bool = true) -> DecodedImage {
        DecodedImage(poster: Bitmap(size: PixelSize(width: 3, height: 2), isOpaque: isOpaque))
    }

    private func original(_ format: ImageFormat?) -> EncodedImage {
        var encoded = EncodedImage(ByteBlock(copying: [0]))
        encoded.format = format
        return encoded
    }

    private func mediaType(
        of image: DecodedImage, from format: ImageFormat?,
        _ serializer: EncodingSerializer = .init()
    ) throws -> String? {
        try serializer.serialize(image, of: original(format), using: codecs)?.mediaType
    }

    @Test(arguments: [
        (ImageFormat.png, true, "image/png"), (.jpeg, true, "image/jpeg"),
        (.svg, true, "image/jpeg"), (.svg, false, "image/png"),
    ])
    func `the original's format, else JPEG for what is opaque and PNG for the rest`(
        format: ImageFormat, isOpaque: Bool, expected: String
    ) throws {
        #expect(try mediaType(of: still(isOpaque: isOpaque), from: format) == expected)
    }

    @Test func `a format that is asked for wins`() throws {
        let png = EncodingSerializer(as: .png)
        #expect(try mediaType(of: still(), from: .jpeg, png) == "image/png")
    }

    @Test(arguments: [ImageFormat.dots, nil])
    func `re-encoding an animation keeps its frames`(format: ImageFormat?) async throws {
        let test = DotsPipeline(DotsFile(frameCount: 3))
        let image = try await test.image()
        let serializer = EncodingSerializer(as: format)
        let encoded = try #require(
            try serializer.serialize(image, of: original(.dots), using: codecs))
        let again = try await test.pipeline.image(
            for: ImageRequest(ImageSource.data(encoded.bytes)))
        #expect(again.image.frames?.count == 3)
        let (before, after) = try (image.frames?.frame(at: 2), again.image.frames?.frame(at: 2))
        #expect(before?.bitmap == after?.bitmap)
    }

    @Test func `an animation never becomes a still`() async throws {
        let image = try await DotsPipeline(DotsFile(frameCount: 3)).image()
        #expect(throws: CodecError.self) { try mediaType(of: image, from: .jpeg) }
    }

    @Test func `an identity changes only with its version`() {
        // Files on disk are found by it.
        #expect(
            EncodingSerializer(as: .heic).identity
                == "encoding(heic,v3,90,false,false,0,automatic,255,255,255,0,,0,false,,)")
    }

    @Test func `other settings have another identity`() {
        let all = [
            EncodingSerializer(), EncodingSerializer(as: .png),
            EncodingSerializer(settings: EncodeSettings(quality: 91)),
            EncodingSerializer(settings: EncodeSettings(quality: 90, chroma: .horizontal)),
            EncodingSerializer(
                settings: EncodeSettings(quality: 90, maxSize: PixelSize(width: 9, height: 9))),
        ]
        #expect(Set(all.map(\.identity)).count == all.count)
    }
}

private struct StillEncoder: ImageEncoder {
    let format: ImageFormat
    var identity: String { "still" }
    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        ByteBlock(copying: [1])
    }
}
