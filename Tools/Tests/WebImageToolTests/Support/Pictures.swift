import WebImage

enum Pictures {
    /// Returns a picture in which neighbouring pixels differ.
    static func bitmap(_ width: Int, _ height: Int) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: width, height: height), isOpaque: true)
        for y in 0..<height {
            for x in 0..<width {
                bitmap[x, y] = SIMD4(
                    UInt8(truncatingIfNeeded: x * 5), UInt8(truncatingIfNeeded: y * 7),
                    UInt8(truncatingIfNeeded: x ^ y), 255)
            }
        }
        return bitmap
    }

    static func encoded(
        _ format: ImageFormat, _ width: Int = 40, _ height: Int = 30
    ) throws -> [UInt8] {
        let encoder = try CodecList.installed.encoder(for: format)
        return bytes(of: try encoder.encode(bitmap(width, height), settings: EncodeSettings()))
    }

    static func png(_ width: Int = 40, _ height: Int = 30) throws -> [UInt8] {
        try encoded(.png, width, height)
    }

    static func jpeg(_ width: Int = 40, _ height: Int = 30) throws -> [UInt8] {
        try encoded(.jpeg, width, height)
    }

    /// Returns an icon of one entry, a PNG of 40 × 30.
    static func icon() throws -> [UInt8] {
        let png = try png()
        let count = (0..<4).map { UInt8(truncatingIfNeeded: png.count >> ($0 * 8)) }
        return [0, 0, 1, 0, 1, 0, 40, 30, 0, 0, 1, 0, 32, 0] + count + [22, 0, 0, 0] + png
    }

    /// Two frames of one pixel, shown 100 and 250 ms, endlessly.
    static let animation: [UInt8] = {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        func control(_ delay: UInt8) -> [UInt8] { [0x21, 0xF9, 4, 0, delay, 0, 0, 0] }
        return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
            + control(10) + frame + control(25) + frame + [0x3B]
    }()

    /// The start of a PNG that claims 65535 × 65535 pixels, with a valid checksum.
    static let hugeClaim: [UInt8] = {
        let header: [UInt8] =
            Array("IHDR".utf8) + [0, 0, 255, 255, 0, 0, 255, 255, 8, 6, 0, 0, 0]
        let data: [UInt8] = Array("IDAT".utf8) + [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + [0, 0, 0, 13] + header + checksum(header) + [0, 0, 0, 8] + data
            + checksum(data) + [0, 0, 0, 0] + Array("IEND".utf8) + checksum(Array("IEND".utf8))
    }()

    static func format(of bytes: [UInt8]) -> ImageFormat? {
        ByteBlock(copying: bytes).withSpan { ImageFormat(signatureOf: $0) }
    }

    /// Decodes bytes to pixels.
    static func decode(_ bytes: [UInt8]) throws -> Bitmap {
        let block = ByteBlock(copying: bytes)
        let format = format(of: bytes) ?? .png
        let decoder = try CodecList.installed.decoder(for: format)
        return try block.withSpan { span throws(CodecError) in
            try decoder.decode(span, options: DecodeOptions()).bitmap
        }
    }

    private static func bytes(of block: ByteBlock) -> [UInt8] {
        block.withUnsafeBytes { Array($0) }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        crc = ~crc
        return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (24 - 8 * UInt32($0))) }
    }
}
