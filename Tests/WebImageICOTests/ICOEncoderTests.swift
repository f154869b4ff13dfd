import TestSupport
import Testing
import WebImageCoding
import WebImageICO
import WebImagePixels

/// Icons of one picture.
struct ICOEncoderTests {
    private static func decoded(_ bytes: ByteBlock) throws(CodecError) -> Bitmap {
        try bytes.withSpan { span throws(CodecError) in
            try ICODecoder(png: nil).decode(span, options: DecodeOptions()).bitmap
        }
    }

    @Test(arguments: [(1, 1), (31, 7), (32, 32), (33, 5), (256, 256), (256, 1), (3, 256)])
    func `a picture within the limit is read back`(width: Int, height: Int) throws {
        for picture in [Bitmap.photograph(width, height), .transparency(width, height)] {
            let bytes = try ICOEncoder().encode(picture, settings: EncodeSettings())
            #expect(EncodedImage(bytes).format == .ico)
            let back = try Self.decoded(bytes)
            #expect(back.size == picture.size)
            // Premultiplied colours are stored straight.
            #expect(ImageComparison(back, picture).maximum <= 1)
        }
    }

    @Test func `the directory and the header are those of 32 bits and a mask`() throws {
        let bytes = try ICOEncoder().encode(
            .flat(256, 2, Pixel(1, 2, 3, 255)), settings: EncodeSettings())
        let head = bytes.withUnsafeBytes { Array($0.prefix(62)) }
        let size = 40 + 256 * 2 * 4 + 32 * 2
        let count = [UInt8(size & 255), UInt8(size >> 8), 0, 0]
        let entry = [0, 2, 0, 0, 1, 0, 32, 0] + count + [22, 0, 0, 0]
        #expect(Array(head[..<22]) == [0, 0, 1, 0, 1, 0] + entry)
        #expect(Array(head[22..<38]) == [40, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0, 1, 0, 32, 0])
        #expect(bytes.count == 22 + size)
    }

    @Test func `the mask shows what is transparent`() throws {
        var picture = Bitmap.flat(9, 2, Pixel(0, 0, 0, 255))
        picture.fill(PixelRect(x: 8, y: 0, size: PixelSize(1, 1)), with: .zero)
        let bytes = try ICOEncoder().encode(picture, settings: EncodeSettings())
        let mask = bytes.withUnsafeBytes { Array($0.suffix(8)) }
        #expect(mask == [0, 0, 0, 0, 0, 0x80, 0, 0])
    }

    @Test(arguments: [(257, 100, 256, 100), (1000, 500, 256, 128), (3, 4000, 1, 256)])
    func `a larger picture is scaled down`(
        width: Int, height: Int, scaledWidth: Int, scaledHeight: Int
    ) throws {
        let picture = Bitmap.flat(width, height, Pixel(9, 20, 30, 255))
        let back = try Self.decoded(try ICOEncoder().encode(picture, settings: EncodeSettings()))
        #expect(back == .flat(scaledWidth, scaledHeight, Pixel(9, 20, 30, 255)))
    }
}
