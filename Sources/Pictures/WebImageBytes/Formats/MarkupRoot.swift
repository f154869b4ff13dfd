/// The root element of an XML or HTML text, and its document type.
///
/// Skips a byte order mark, white space, the XML declaration, processing instructions, comments and
/// the document type with its internal subset (XML 1.0, section 2.8). Reads UTF-16 after a byte
/// order mark. Reads at most 64 KiB.
struct MarkupRoot {
    /// The root's name without its prefix, in lower case; nil if the text ends before it.
    private(set) var element: String?
    /// The name after `<!DOCTYPE`, in lower case.
    private(set) var documentType: String?

    private static let limit = 1 << 16

    /// Reads the root of `bytes`; nil if they do not begin like markup.
    init?(of bytes: RawSpan) {
        let text = Self.units(of: bytes)
        guard let first = text.firstIndex(where: { !Self.isSpace($0) }), text[first] == Self.open
        else { return nil }
        var place = first
        while let next = step(text, at: place) { place = next }
    }

    /// Skips the construct at `place`; nil at the root, or if the text is invalid.
    private mutating func step(_ text: [UInt8], at place: Int) -> Int? {
        guard let start = text[place...].firstIndex(where: { !Self.isSpace($0) }),
            text[start] == Self.open
        else { return nil }
        if Self.has("<?", text, at: start) { return Self.find("?>", text, from: start + 2) }
        if Self.has("<!--", text, at: start) { return Self.find("-->", text, from: start + 4) }
        if Self.has("<!doctype", text, at: start) { return passDocumentType(text, from: start + 9) }
        element = Self.name(text, from: start + 1)
        return nil
    }

    /// Skips the document type; `>` does not end it inside quotes or brackets.
    private mutating func passDocumentType(_ text: [UInt8], from start: Int) -> Int? {
        guard let name = text[start...].firstIndex(where: { !Self.isSpace($0) }) else { return nil }
        documentType = Self.name(text, from: name)
        var (quote, depth, place) = (UInt8(0), 0, name)
        while place < text.count {
            let unit = text[place]
            if quote != 0 {
                if unit == quote { quote = 0 }
            } else if Self.has("<!--", text, at: place) {
                guard let end = Self.find("-->", text, from: place + 4) else { return nil }
                place = end - 1
            } else if Self.has("<?", text, at: place) {
                guard let end = Self.find("?>", text, from: place + 2) else { return nil }
                place = end - 1
            } else {
                switch Unicode.Scalar(unit) {
                case "\"", "'": quote = unit
                case "[": depth += 1
                case "]": depth -= 1
                case ">" where depth <= 0: return place + 1
                default: break
                }
            }
            place += 1
        }
        return nil
    }

    private static let open = UInt8(ascii: "<")

    private static func isSpace(_ unit: UInt8) -> Bool {
        unit == 0x20 || unit == 0x0A || unit == 0x0D || unit == 0x09
    }

    /// Returns the text as bytes; UTF-16 units beyond ASCII become 0xFF, which no name contains.
    private static func units(of bytes: RawSpan) -> [UInt8] {
        let all = bytes.prefixBytes(limit)
        if all.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(all.dropFirst(3)) }
        let order: ByteReader.Order
        if all.starts(with: [0xFF, 0xFE]) {
            order = .little
        } else if all.starts(with: [0xFE, 0xFF]) {
            order = .big
        } else {
            return all
        }
        return stride(from: 2, to: all.count - 1, by: 2).map { place in
            let (high, low) = order == .big ? (place, place + 1) : (place + 1, place)
            return all[high] == 0 ? all[low] : 0xFF
        }
    }

    private static func has(_ expected: StaticString, _ text: [UInt8], at place: Int) -> Bool {
        let length = expected.utf8CodeUnitCount
        guard place + length <= text.count else { return false }
        // Safe because the buffer of a static string is never released.
        return expected.withUTF8Buffer { expected in
            expected.indices.allSatisfy {
                unsafe lowercase(text[place + $0]) == expected[$0]
            }
        }
    }

    /// Returns the offset after the next `end`.
    private static func find(_ end: StaticString, _ text: [UInt8], from start: Int) -> Int? {
        var place = start
        while place < text.count {
            if has(end, text, at: place) { return place + end.utf8CodeUnitCount }
            place += 1
        }
        return nil
    }

    /// Returns the local name at `start`, nil if the text ends before the name does.
    private static func name(_ text: [UInt8], from start: Int) -> String? {
        guard start < text.count,
            let end = text[start...].firstIndex(where: { isSpace($0) || ends($0) })
        else { return nil }
        let whole = text[start..<end].prefix(64).map(lowercase)
        let local = whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard local.count <= 2, let name = local.last, let first = name.first,
            first >= UInt8(ascii: "a"), name.allSatisfy({ isNameUnit($0) })
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private static func ends(_ unit: UInt8) -> Bool {
        unit == UInt8(ascii: ">") || unit == UInt8(ascii: "/") || unit == UInt8(ascii: "[")
    }

    private static func isNameUnit(_ unit: UInt8) -> Bool {
        switch Unicode.Scalar(unit) {
        case "a"..."z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }

    private static func lowercase(_ unit: UInt8) -> UInt8 {
        unit >= 0x41 && unit <= 0x5A ? unit + 0x20 : unit
    }
}
