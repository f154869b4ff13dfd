/// Values of JSON as text (RFC 8259), safe to show in a terminal or a viewer of logs.
public enum JSONText {
    /// Returns the escape of a character in a string; nil for one that stands for itself.
    ///
    /// Escaped are the characters that JSON forbids in strings, and those that move the cursor, end
    /// lines or turn the direction of text.
    public static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
            "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
            "\\u" + Hexadecimal.text(of: [UInt8(scalar.value >> 8), UInt8(scalar.value & 255)])
        default: nil
        }
    }

    /// Returns an object of members whose values are JSON.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    /// Returns a list of values that are JSON.
    package static func list(_ values: [String]) -> String {
        "[" + values.joined(separator: ",") + "]"
    }

    /// Returns a string in quotation marks.
    package static func string(_ text: String) -> String {
        // Most texts have nothing to escape, and need no look at each of their scalars.
        guard text.utf8.contains(where: { !isPlain($0) }) else { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            if let escape = escape(of: scalar) {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns `true` for the code of an ASCII character that stands for itself.
    private static func isPlain(_ code: UInt8) -> Bool {
        (0x20...0x7E).contains(code) && code != UInt8(ascii: "\"") && code != UInt8(ascii: "\\")
    }

    /// Returns a number with at most three decimals; 0 for one that is not finite.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        return ((value * 1_000).rounded() / 1_000).decimal
    }
}
