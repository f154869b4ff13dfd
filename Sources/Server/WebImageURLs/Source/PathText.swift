import WebImageCoding

/// Paths of addresses byte by byte, as origins may read them.
enum PathText {
    /// Returns `true` for the bytes between the parts of a path.
    static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: #"\"#)
    }

    /// Returns `true` if a part is `.` or `..` in any reading: with escapes of escapes resolved,
    /// and without blanks, control characters, and what follows a semicolon; or if there is a zero
    /// byte.
    static func hasDots(_ path: String) -> Bool {
        guard let bytes = PercentCoding.decodeAll(path.utf8), !bytes.contains(0) else {
            return true
        }
        return bytes.split(whereSeparator: isSlash).contains { part in
            let name = part.prefix { $0 != UInt8(ascii: ";") }.filter { $0 > 32 && $0 != 127 }
            return (1...2).contains(name.count) && name.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    /// Returns a path whose escapes are resolved, except for those of bytes that divide addresses:
    /// slash, backslash, `?`, `#` and `%`, the last three of which are escaped if they are not.
    static func comparable(_ path: some Sequence<UInt8>) -> [UInt8] {
        let source = Array(path)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            let escape = PercentCoding.escape(at: index, in: source)
            let byte = escape ?? source[index]
            index += escape == nil ? 1 : 3
            let divides = isSlash(byte) || dividers.contains(byte)
            // A backslash is sent as an escape.
            guard divides, byte != UInt8(ascii: "/") || escape != nil else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(ascii: "%"))
            bytes += [byte >> 4, byte & 15].map { Hexadecimal.digit($0, isUpperCase: true) }
        }
        return bytes
    }

    /// Returns `true` if a slash or backslash stands there as an escape of ``comparable(_:)``.
    static func hasEscapedSlash(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "%")
            && PercentCoding.escape(at: index, in: bytes).map(isSlash) == true
    }

    private static let dividers = Array("?#%".utf8)
}
