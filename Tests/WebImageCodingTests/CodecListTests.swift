import Testing
import WebImageBMP
import WebImageCoding
import WebImagePixels

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
