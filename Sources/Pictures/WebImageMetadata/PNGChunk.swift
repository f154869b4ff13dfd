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

    /// Returns the most bits of a channel that the content of `sBIT` states.
    ///
    /// - Parameter form: Depth and colour type, as in the header.
    /// - Returns: nil if a number is 0 or greater than the depth, or if a channel has none.
    package static func significantBits(_ content: [UInt8], of form: [UInt8]) -> Int? {
        let channels: [UInt8: Int] = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4]
        guard form.count >= 2, content.count == channels[form[1]] else { return nil }
        let depth = form[1] == 3 ? 8 : form[0]
        guard content.allSatisfy({ (1...16).contains($0) && $0 <= depth }) else { return nil }
        return content.max().map { Int($0) }
    }

    /// Returns the most bits of a channel that the file states by `sBIT`; nil without a sound one
    /// before the pixels.
    static func significantBits(of file: RawSpan) -> Int? {
        var at = 8
        while let chunk = PNGChunk(file, at: at), !file.has("IDAT", at: at + 4) {
            if file.has("sBIT", at: at + 4), (1...4).contains(chunk.body.count),
                chunk.isIntact(in: file)
            {
                return significantBits(file.copy(chunk.body), of: file.copy(24..<26))
            }
            at = chunk.range.upperBound
        }
        return nil
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
