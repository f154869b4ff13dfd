import TestSupport
import Testing
import WebImageBMP
import WebImageCoding
import WebImagePixels

@Suite struct BMPTests {
    private func decode(
        _ bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try BMPDecoder().decode(span, options: DecodeOptions(limits: limits))
        }
    }

    private func file(
        _ width: Int32, _ height: Int32, bits: UInt16, compression: UInt32 = 0,
        between: [UInt8] = [], colors: UInt32 = 0, pixels: [UInt8]
    ) -> ByteBlock {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
        }
        let offset = little(UInt32(54 + between.count))
        let head = [0x42, 0x4D] + [UInt8](repeating: 0, count: 8) + offset + little(UInt32(40))
        let size = little(width) + little(height) + little(UInt16(1)) + little(bits)
        let rest = little(compression) + [UInt8](repeating: 0, count: 12) + little(colors)
        return ByteBlock(copying: head + size + rest + [0, 0, 0, 0] + between + pixels)
    }

    private static let blackAndRed: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0]
    private static let red = SIMD4<UInt8>(0, 0, 255, 255)
    private static let black = SIMD4<UInt8>(0, 0, 0, 255)
    private static let clear = SIMD4<UInt8>(0, 0, 0, 0)

    /// Returns a small picture of distinct pixels.
    private func picture(isOpaque: Bool, width: Int = 5) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: width, height: 3), isOpaque: isOpaque)
        for y in 0..<3 {
            for x in 0..<width {
                let alpha = UInt8(isOpaque ? 255 : x == 0 ? 0 : 255 - 20 * (x + y))
                let color = SIMD3(UInt8(x * 40), UInt8(y * 80), 255)
                bitmap[x, y] = SIMD4(
                    Convert.multiply(color.x, alpha), Convert.multiply(color.y, alpha),
                    Convert.multiply(color.z, alpha), alpha)
            }
        }
        return bitmap
    }

    @Test(arguments: [true, false], [1, 2, 3, 4, 5])
    func `what is encoded is decoded`(isOpaque: Bool, width: Int) throws {
        let original = picture(isOpaque: isOpaque, width: width)
        let bytes = try BMPEncoder().encode(original, settings: EncodeSettings())
        #expect(EncodedImage(bytes).format == .bmp)
        let output = try decode(bytes)
        #expect(output.bitmap == original)
        #expect(output.bitmap.isOpaque == isOpaque)
        #expect(output.metadata.hasAlpha == !isOpaque)
    }

    @Test func `every cut of an encoded picture is truncated`() throws {
        let bytes = try BMPEncoder().encode(picture(isOpaque: false), settings: EncodeSettings())
        for length in 2..<bytes.count {
            let cut = bytes.withSpan { ByteBlock(copying: $0.extracting(first: length)) }
            let error = #expect(throws: CodecError.self) { try decode(cut) }
            guard case .truncated(.bmp, _) = error else {
                Issue.record("\(length) bytes: \(String(describing: error))")
                return
            }
        }
    }

    @Test func `bits are read from the left, rows from the bottom`() throws {
        let bytes = file(
            3, 2, bits: 1, between: Self.blackAndRed, colors: 2,
            pixels: [0b0110_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0])
        let bitmap = try decode(bytes).bitmap
        #expect([0, 1, 2].map { bitmap[$0, 0] } == [Self.red, Self.black, Self.black])
        #expect([0, 1, 2].map { bitmap[$0, 1] } == [Self.black, Self.red, Self.red])
    }

    @Test func `a negative height means the top row first`() throws {
        let bytes = file(
            1, -2, bits: 1, between: Self.blackAndRed, colors: 2,
            pixels: [0b1000_0000, 0, 0, 0, 0, 0, 0, 0])
        let bitmap = try decode(bytes).bitmap
        #expect([bitmap[0, 0], bitmap[0, 1]] == [Self.red, Self.black])
    }

    @Test func `an index beyond the palette is black`() throws {
        let bytes = file(
            2, 1, bits: 2, between: Self.blackAndRed, colors: 2, pixels: [0b0111_0000, 0, 0, 0])
        let bitmap = try decode(bytes).bitmap
        #expect([bitmap[0, 0], bitmap[1, 0]] == [Self.red, Self.black])
    }

    @Test func `sixteen bits are three times five`() throws {
        let bytes = file(2, 1, bits: 16, pixels: [0x00, 0x7C, 0x10, 0x80])
        let bitmap = try decode(bytes).bitmap
        #expect([bitmap[0, 0], bitmap[1, 0]] == [Self.red, SIMD4(132, 0, 0, 255)])
    }

    @Test func `masks of ten bits keep their upper eight`() throws {
        let masks: [UInt8] = [0, 0, 0xF0, 0x3F, 0, 0xFC, 0x0F, 0, 0xFF, 0x03, 0, 0]
        let bytes = file(
            1, 1, bits: 32, compression: 3, between: masks, pixels: [0xFF, 0x03, 0xF0, 0x1F])
        #expect(try decode(bytes).bitmap[0, 0] == SIMD4(255, 0, 127, 255))
    }

    @Test func `an alpha mask behind the header counts`() throws {
        let masks: [UInt8] =
            [0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF]
        let bytes = file(
            1, 1, bits: 32, compression: 6, between: masks, pixels: [255, 0, 255, 128])
        let output = try decode(bytes)
        #expect(output.bitmap[0, 0] == SIMD4(128, 0, 128, 128))
        #expect(output.metadata.hasAlpha && !output.bitmap.isOpaque)
    }

    @Test func `a mask with a hole is damage`() {
        let masks: [UInt8] = [0, 0, 0xFD, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0]
        let bytes = file(
            1, 1, bits: 32, compression: 3, between: masks, pixels: [0, 0, 0, 0])
        #expect(throws: CodecError.damaged(.bmp, "the bits of a colour mask are not contiguous")) {
            try decode(bytes)
        }
    }

    @Test func `the fourth byte without a mask is not alpha`() throws {
        let bytes = file(1, 1, bits: 32, pixels: [0, 0, 255, 7])
        #expect(try decode(bytes).bitmap[0, 0] == Self.red)
    }

    @Test func `runs of eight bits repeat, copy, move and end`() throws {
        // Two red; the next row; one pixel right; three copied and padded; the end.
        let bytes = file(
            4, 3, bits: 8, compression: 1, between: Self.blackAndRed, colors: 2,
            pixels: [2, 1, 0, 0, 0, 2, 1, 0, 0, 3, 1, 0, 1, 0, 0, 1])
        let bitmap = try decode(bytes).bitmap
        #expect((0..<4).map { bitmap[$0, 2] } == [Self.red, Self.red, Self.clear, Self.clear])
        #expect((0..<4).map { bitmap[$0, 1] } == [Self.clear, Self.red, Self.black, Self.red])
        #expect((0..<4).map { bitmap[$0, 0] } == Array(repeating: Self.clear, count: 4))
    }

    @Test func `runs of four bits alternate between two colours`() throws {
        let bytes = file(
            5, 1, bits: 4, compression: 2, between: Self.blackAndRed, colors: 2,
            pixels: [3, 0x10, 0, 3, 0x11, 0x00, 0, 1])
        let bitmap = try decode(bytes).bitmap
        #expect(
            (0..<5).map { bitmap[$0, 0] } == [Self.red, Self.black, Self.red, Self.red, Self.red])
    }

    @Test(
        arguments: [
            [255, 1, 255, 1, 0, 1], [0, 2, 255, 255, 4, 1, 0, 1],
            [0, 255] + Array(repeating: 1, count: 256),
        ] as [[UInt8]])
    func `runs that leave the picture write nothing outside`(pixels: [UInt8]) throws {
        let bytes = file(
            2, 1, bits: 8, compression: 1, between: Self.blackAndRed, colors: 2, pixels: pixels)
        #expect(try decode(bytes).bitmap.size == PixelSize(width: 2, height: 1))
    }

    @Test func `runs without an end are truncated`() {
        let bytes = file(
            2, 2, bits: 8, compression: 1, between: Self.blackAndRed, colors: 2,
            pixels: [2, 1, 0, 0, 1, 1])
        #expect(
            throws: CodecError.truncated(.bmp, "the run-length codes end before the last pixel")
        ) {
            try decode(bytes)
        }
    }

    @Test(
        arguments: [
            (.max, .max), (60000, 60000), (.max, 1), (120, .min), (1, .min + 1),
        ] as [(Int32, Int32)])
    func `a claim beyond the limits is refused before memory is taken`(
        width: Int32, height: Int32
    ) {
        let bytes = file(width, height, bits: 24, pixels: [0, 0, 0])
        let errors: [CodecError] = [
            #expect(throws: CodecError.self) { try decode(bytes) },
            #expect(throws: CodecError.self) {
                try bytes.withSpan { try BMPDecoder().metadata(of: $0, limits: DecodeLimits()) }
            },
        ].compactMap(\.self)
        for error in errors {
            guard case .limit = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(arguments: [(0, 5), (5, 0), (-5, 5), (.min, 5)] as [(Int32, Int32)])
    func `a size without pixels is damage`(width: Int32, height: Int32) {
        let bytes = file(width, height, bits: 24, pixels: [0, 0, 0])
        let error = #expect(throws: CodecError.self) { try decode(bytes) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [UInt16(0), 3, 5, 7, 15, 33, 48, 64, .max])
    func `a depth that does not exist is damage`(bits: UInt16) {
        let bytes = file(1, 1, bits: bits, pixels: [0, 0, 0, 0])
        #expect(
            throws: CodecError.damaged(
                .bmp, "\(bits) bits per pixel are invalid with compression 0")
        ) {
            try decode(bytes)
        }
    }

    @Test(arguments: [UInt32(4), 5, 11, .max])
    func `a compression of another format is not supported`(compression: UInt32) {
        let bytes = file(1, 1, bits: 24, compression: compression, pixels: [0, 0, 0, 0])
        #expect(throws: CodecError.unsupported(.bmp, "compression \(compression)")) {
            try decode(bytes)
        }
    }

    @Test func `metadata needs the header only`() throws {
        let bytes = file(7, -9, bits: 24, pixels: [])
        let metadata = try bytes.withSpan {
            try BMPDecoder().metadata(of: $0, limits: DecodeLimits())
        }
        #expect(metadata == ImageMetadata(size: PixelSize(width: 7, height: 9)))
    }

    @Test func `an embedded profile is returned and not applied`() throws {
        let encoded = try BMPEncoder().encode(picture(isOpaque: false), settings: EncodeSettings())
        var bytes = encoded.withSpan { span in (0..<span.byteCount).compactMap { span.u8(at: $0) } }
        // Version 5 is version 4 plus 16 bytes: intent, offset and size of the profile.
        let profile: [UInt8] = [1, 2, 3]
        bytes[14] = 124
        bytes[10] += 16
        bytes.replaceSubrange(14 + 56..<14 + 60, with: Array("DEBM".utf8))
        let place = UInt8(bytes.count - 14 + 16)
        bytes.insert(contentsOf: [0, 0, 0, 0, place, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0], at: 122)
        let file = ByteBlock(copying: bytes + profile)
        let output = try decode(file)
        #expect(file.withSpan { BMPDecoder().color(of: $0) } == output.color)
        #expect(output.color.profile == ByteBlock(copying: profile))
        #expect(output.bitmap.colorSpace == .embedded)
    }

    @Test func `random changes never trap`() throws {
        var random = Generator(state: 77)
        let original = try BMPEncoder().encode(picture(isOpaque: false), settings: EncodeSettings())
        let bytes = original.withSpan { $0.prefixBytes(.max) }
        let limits = DecodeLimits(maxPixels: 10000)
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 10..<90, using: &random)
                changed[place] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(CodecError) {
                let output = try decode(ByteBlock(copying: changed), limits: limits)
                #expect(output.bitmap.size.area <= 10000)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
