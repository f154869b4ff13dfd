/// Percent escapes of RFC 3986, section 2.1.
package enum PercentCoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns the bytes with every escape replaced; a `%` without two digits stands for itself.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        let source = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let value = escape(at: index, in: source)
            bytes.append(value ?? source[index])
            index += value == nil ? 1 : 3
        }
        return bytes
    }

    /// Returns the text with every byte escaped that `isAllowed` refuses.
    ///
    /// - Parameter keepsEscapes: `true` if escapes in the text stay as they are.
    static func encode(
        _ text: Substring, keepsEscapes: Bool = true, where isAllowed: (UInt8) -> Bool
    ) -> String {
        // Most texts need no escapes.
        if text.utf8.allSatisfy(isAllowed) { return String(text) }
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        for (index, byte) in source.enumerated() {
            if isAllowed(byte) || (keepsEscapes && escape(at: index, in: source) != nil) {
                bytes.append(byte)
            } else {
                bytes += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with each byte escaped that is not unreserved (RFC 3986, section 2.3); a `%`
    /// is escaped as well.
    package static func encodeComponent(_ text: String) -> String {
        encode(text[...], keepsEscapes: false) { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
            default: false
            }
        }
    }

    private static func escape(at index: Int, in bytes: [UInt8]) -> UInt8? {
        guard bytes[index] == 37, index + 2 < bytes.count,
            let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
