/// Percent escapes of RFC 3986, section 2.1.
package enum PercentCoding {
    /// Returns the bytes with every escape replaced; a `%` without two digits stands for itself.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
        decode(text, isStrict: false) ?? []
    }

    /// Returns the bytes with every escape replaced.
    ///
    /// - Returns: nil for a `%` without two digits if `isStrict`, else never.
    package static func decode(_ text: some Sequence<UInt8>, isStrict: Bool) -> [UInt8]? {
        let source = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let value = escape(at: index, in: source)
            if isStrict, value == nil, source[index] == 37 { return nil }
            bytes.append(value ?? source[index])
            index += value == nil ? 1 : 3
        }
        return bytes
    }

    /// Returns the bytes without escapes, those that escapes have formed included; nil if these are
    /// more than eight inside one another.
    package static func decodeAll(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes = Array(text)
        for _ in 0..<8 {
            let decoded = decode(bytes)
            if decoded.count == bytes.count { return bytes }
            bytes = decoded
        }
        return nil
    }

    /// Returns the text with every byte escaped that `isAllowed` refuses.
    ///
    /// - Parameter keepsEscapes: `true` if escapes in the text stay as they are.
    package static func encode(
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
                bytes.append(37)
                bytes += [byte >> 4, byte & 15].map { Hexadecimal.digit($0, isUpperCase: true) }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with each byte escaped that is not unreserved (RFC 3986, section 2.3); a
    /// `%` is escaped as well.
    package static func encodeComponent(_ text: String) -> String {
        encode(text[...], keepsEscapes: false) { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
            default: false
            }
        }
    }

    /// Returns the byte of the escape at an index; nil without one.
    package static func escape(at index: Int, in bytes: [UInt8]) -> UInt8? {
        guard bytes[index] == 37, index + 2 < bytes.count,
            let high = Hexadecimal.value(of: bytes[index + 1]),
            let low = Hexadecimal.value(of: bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
