/// The bytes of an XML text whose markup is ASCII.
struct MarkupText {
    let bytes: [UInt8]
    /// The offset behind a byte order mark and the XML declaration.
    let start: Int
    /// The XML declaration of an encoding that is not UTF-8; empty for others.
    let declaration: [UInt8]

    /// Reads the encoding by the byte order mark, or else the XML declaration; UTF-16 becomes UTF-8.
    ///
    /// - Throws: `CodecError.unsupported` for other encodings, in which the bytes of markup may be parts of
    ///   other characters, `CodecError.damaged` for bytes that are no text.
    init(_ source: RawSpan) throws(CodecError) {
        var bytes = source.prefixBytes(source.byteCount)
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        let isUTF16 = isBig || bytes.starts(with: [0xFF, 0xFE])
        if isUTF16 { bytes = Self.converted(bytes, high: isBig ? 0 : 1) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var scanner = MarkupScanner(bytes, at: hasMark ? 3 : 0)
        var encoding = "utf-8"
        if bytes.has("<?xml", at: scanner.place), bytes.count > scanner.place + 5,
            MarkupScanner.isSpace(bytes[scanner.place + 5])
        {
            let stated = try Self.encoding(&scanner)
            if !isUTF16, !hasMark { encoding = stated ?? encoding }
        }
        let isUTF8 = ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding)
        guard isUTF8 || Self.isOfSingleBytes(encoding) else {
            throw .unsupported(.svg, "the encoding '\(encoding.prefix(40))'")
        }
        guard !isUTF8 || String(validating: bytes, as: UTF8.self) != nil else {
            throw .damaged(.svg, "expected UTF-8")
        }
        guard !bytes.contains(where: { $0 < 0x20 && !MarkupScanner.isSpace($0) }) else {
            throw .damaged(.svg, "the text has control characters")
        }
        self.bytes = bytes
        start = scanner.place
        declaration =
            isUTF8 ? [] : Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>".utf8)
    }

    /// Returns the encoding that an XML declaration states, in small letters; nil for none.
    private static func encoding(_ scanner: inout MarkupScanner) throws(CodecError) -> String? {
        _ = scanner.skip("<?xml")
        var encoding: String?
        while !scanner.skip("?>") {
            guard scanner.passSpace() else { throw scanner.damaged("expected ?>") }
            if scanner.skip("?>") { break }
            let name = scanner.bytes[try scanner.name()]
            scanner.passSpace()
            guard scanner.skip("=") else { throw scanner.damaged("expected = in a declaration") }
            scanner.passSpace()
            let value = scanner.bytes[try scanner.quoted()]
            if name.elementsEqual("encoding".utf8) {
                encoding = String(decoding: value, as: UTF8.self).lowercased()
            }
        }
        return encoding
    }

    /// Returns `true` for encodings in which a byte below 128 is the character of ASCII.
    private static func isOfSingleBytes(_ encoding: String) -> Bool {
        for (name, numbers) in [("iso-8859-", 1...16), ("windows-", 1250...1258)] {
            guard encoding.hasPrefix(name) else { continue }
            return Int(encoding.dropFirst(name.count)).map(numbers.contains) ?? false
        }
        return false
    }

    private static func converted(_ bytes: [UInt8], high: Int) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
