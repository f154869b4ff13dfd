#if Server
    import TestSupport
    import Testing
    import WebImage

    @testable import WebImageServer

    /// Pictures that stay as they are stored.
    struct StoredDecoderTests {
        private static let gif = Array("GIF89a".utf8) + Array(repeating: 0, count: 32)
        private static let box = Downsampling(box: PixelSize(width: 4, height: 2))

        private let options = DecodeOptions(downsampling: box)

        private func decoder(_ orientation: Orientation) -> (ScriptedDecoder, StoredDecoder) {
            let twin = ScriptedDecoder([.gif], orientation)
            return (twin, StoredDecoder(codecs: CodecList(decoders: [twin])))
        }

        @Test(arguments: Orientation.allCases)
        func `a picture has the size and orientation of its pixels`(
            orientation: Orientation
        ) throws {
            let (_, decoder) = decoder(orientation)
            let stored = PixelSize(width: 8, height: 4)
            let header = try decoder.metadata(
                of: Self.gif.span.bytes, limits: DecodeLimits())
            #expect(header.size == stored && header.orientation == .up)
            let output = try decoder.decode(Self.gif.span.bytes, options: options)
            #expect(output.bitmap.size == stored)
            #expect(output.metadata.size == stored && output.metadata.orientation == .up)
        }

        @Test func `a turned picture is decoded in its full size, another one smaller`() throws {
            for (orientation, downsampling) in [
                (Orientation.up, Self.box), (.right, Downsampling()), (.down, Downsampling()),
            ] {
                let (twin, decoder) = decoder(orientation)
                _ = try decoder.decode(Self.gif.span.bytes, options: options)
                let demand = decoder.memoryDemand(of: Self.gif.span.bytes, options: options)
                #expect(demand?.byteCount == 7)
                #expect(twin.asked.value.map(\.downsampling) == [downsampling, downsampling])
            }
        }

        @Test func `formats, colours and frames are those of the codecs`() throws {
            let (twin, decoder) = decoder(.up)
            #expect(decoder.formats == [.gif])
            #expect(decoder.identity == "as-stored(scripted,none)")
            #expect(decoder.color(of: Self.gif.span.bytes) == .profile(ByteBlock(copying: [1])))
            var image = EncodedImage(ByteBlock(copying: Self.gif))
            image.format = .gif
            #expect(try decoder.frames(of: image, options: options) == nil)
            #expect(twin.asked.value.count == 1)
            image.format = nil
            #expect(try decoder.frames(of: image, options: options) == nil)
            #expect(twin.asked.value.count == 1)
        }

        @Test func `bytes that are no picture, or one without a codec, fail`() throws {
            let (_, decoder) = decoder(.up)
            let (text, jpeg): ([UInt8], [UInt8]) = (
                Array("text".utf8), [0xff, 0xd8, 0xff, 0xe0, 0, 16]
            )
            for bytes in [text, jpeg] {
                #expect(throws: CodecError.self) {
                    _ = try decoder.decode(bytes.span.bytes, options: options)
                }
                #expect(decoder.memoryDemand(of: bytes.span.bytes, options: options) == nil)
                #expect(decoder.color(of: bytes.span.bytes) == .sRGB)
            }
        }
    }
#endif
