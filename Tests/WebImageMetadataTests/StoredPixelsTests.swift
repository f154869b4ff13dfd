import TestSupport
import Testing
import WebImageBytes
import WebImageMetadata

/// Depth and colours by the header.
struct StoredPixelsTests {
    @Test(
        arguments: [
            ("jpeg/gen-gray.jpg", 8, ColorType.gray), ("jpeg/gen-420.jpg", 8, .rgb),
            ("jpeg/gen-cmyk-adobe.jpg", 8, .cmyk), ("jpeg/gen-12bit-rgb.jpg", 12, .rgb),
        ])
    func `JPEG tells its frame header`(name: String, depth: Int, type: ColorType) throws {
        guard let file = Corpus.entries(format: "jpeg").first(where: { $0.path.hasSuffix(name) })
        else { return }
        let pixels = try file.load().withSpan { StoredPixels(of: $0, format: .jpeg) }
        #expect(pixels == StoredPixels(depth, type))
    }

    @Test func `headers tell their depth and colours`() {
        let cases: [(ImageFormat, [UInt8], StoredPixels)] = [
            (.png, MetadataFiles.png(), StoredPixels(8, .gray)),
            (.gif, MetadataFiles.gif, StoredPixels(8, .palette)),
            (.webp, MetadataFiles.webp(), StoredPixels(8, .rgb)),
            // A small size of 8 × 8 with all defaults: sRGB of 8 bits.
            (.jxl, [0xFF, 0x0A, 0b0100_0001, 0b10], StoredPixels(8, .rgb)),
            (.svg, [], StoredPixels()), (.jpeg, [0xFF, 0xD8], StoredPixels()),
            (.avif, MetadataFiles.avif(), StoredPixels()),
        ]
        for (format, bytes, expected) in cases {
            let found = ByteBlock(copying: bytes).withSpan { StoredPixels(of: $0, format: format) }
            #expect(found == expected, "\(format)")
        }
    }
}
