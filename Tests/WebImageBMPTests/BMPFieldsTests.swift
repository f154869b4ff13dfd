import Testing
import WebImageBMP
import WebImageCoding
import WebImagePixels

/// Masks for alpha in headers of files without compression.
struct BMPFieldsTests {
    private static let red = SIMD4<UInt8>(0, 0, 255, 255)
    private static let clear = SIMD4<UInt8>(0, 0, 0, 0)

    private func decode(_ bytes: ByteBlock) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try BMPDecoder().decode(span, options: DecodeOptions())
        }
    }

    /// Returns a file without compression of a version 4 or 5 header with an alpha mask.
    private func plain(
        _ width: UInt8, bits: UInt8, header: UInt8, alpha: [UInt8], pixels: [UInt8]
    ) -> ByteBlock {
        let head = [0x42, 0x4D] + [UInt8](repeating: 0, count: 8) + [14 + header, 0, 0, 0]
        var bytes = head + [header, 0, 0, 0, width, 0, 0, 0, 1, 0, 0, 0, 1, 0, bits, 0]
        bytes += [UInt8](repeating: 0, count: 24)
        // Masks of colours that contradict the pixels do not count.
        bytes += [0xFF, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF, 0] + alpha
        bytes += [UInt8](repeating: 0, count: Int(header) - 56)
        return ByteBlock(copying: bytes + pixels)
    }

    @Test(arguments: [108, 124] as [UInt8])
    func `an alpha mask counts without compression`(header: UInt8) throws {
        let bytes = plain(
            2, bits: 32, header: header, alpha: [0, 0, 0, 0xFF],
            pixels: [10, 20, 200, 0, 255, 0, 255, 128])
        let output = try decode(bytes)
        #expect(output.metadata.hasAlpha && !output.bitmap.isOpaque)
        #expect(output.bitmap[0, 0] == Self.clear)
        #expect(output.bitmap[1, 0] == SIMD4(128, 0, 128, 128))
        let short = plain(
            2, bits: 16, header: header, alpha: [0, 0x80, 0, 0], pixels: [0, 0x7C, 0, 0xFC])
        let pixels = try decode(short).bitmap
        #expect(pixels[0, 0] == Self.clear && pixels[1, 0] == Self.red)
    }

    @Test func `an alpha mask of pixels without alpha is ignored`() throws {
        let none = plain(
            1, bits: 32, header: 124, alpha: [0, 0, 0, 0xFF], pixels: [0, 0, 255, 0])
        #expect(try decode(none).bitmap[0, 0] == Self.red)
        for alpha in [[0, 0xFF, 0, 0], [0, 0, 0, 0xA0]] as [[UInt8]] {
            let odd = plain(1, bits: 32, header: 108, alpha: alpha, pixels: [0, 0, 255, 1])
            #expect(try decode(odd).bitmap[0, 0] == Self.red)
        }
    }
}
