/// Percent escapes of URLs (RFC 3986, section 2.1).
enum PercentEscapes {
    /// Returns the text with all escapes decoded; as it is if the result is not UTF-8.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(37) else { return text }
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            if source[index] == 37, index + 2 < source.count, let high = digit(source[index + 1]),
                let low = digit(source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
