import WebImageBytes

/// A chunk of a PNG file that is completely inside the file.
package struct PNGChunk: Sendable {
    /// The bytes of the chunk: length, type, content and checksum.
    package let range: Range<Int>
    /// The bytes of its content.
    package let body: Range<Int>

    /// Finds the chunk at an offset; nil if the file ends before it does.
    package init?(_ bytes: RawSpan, at offset: Int) {
        guard let count = bytes.u32(at: offset, .big), count <= 0x7FFF_FFFF,
            let range = bytes.range(at: offset, count: Int(count) + 12)
        else { return nil }
        self.range = range
        body = offset + 8..<range.upperBound - 4
    }

    /// Returns the four letters of the chunk's type; nil unless they are letters.
    package func name(of bytes: RawSpan) -> String? {
        let name = bytes.copy(range.lowerBound + 4..<range.lowerBound + 8)
        guard name.allSatisfy({ (65...90).contains($0 & 0xDF) }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns `true` if the chunk has the checksum that it states.
    package func isIntact(in bytes: RawSpan) -> Bool {
        let checked = bytes.copy(range.lowerBound + 4..<body.upperBound)
        return bytes.u32(at: body.upperBound, .big) == CyclicCheck.crc32(of: checked)
    }

    /// Returns the offset of the text of an `iTXt` chunk; nil if it is compressed.
    static func text(_ bytes: RawSpan, in body: Range<Int>) -> Int? {
        var at = body.lowerBound
        func skipText() {
            while at < body.upperBound, bytes.u8(at: at) != 0 { at += 1 }
            at += 1
        }
        skipText()
        guard bytes.u8(at: at) == 0 else { return nil }
        at += 2
        skipText()
        skipText()
        return at <= body.upperBound ? at : nil
    }

    /// Returns the bytes of a new chunk.
    package static func bytes(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.add(UInt32(clamping: content.count), .big)
        name.withUTF8Buffer { result += unsafe Array($0) }
        result += content
        result.add(CyclicCheck.crc32(of: result[4...]), .big)
        return result
    }
}

/// The cyclic redundancy check of PNG (ISO 3309).
enum CyclicCheck {
    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }

    static func crc32(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
