import ArgumentParser
import WebImage

/// Reads `--user`.
enum UserArgument {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the field `Authorization` for `name:password` (RFC 7617).
    static func read(_ text: String) throws -> HeaderFields.Field {
        guard text.utf8.contains(58) else {
            // The text may be a password, so it is not repeated.
            throw ValidationError("expected a name and a password as name:password.")
        }
        var fields = HeaderFields()
        fields.append("Authorization", "Basic " + base64(Array(text.utf8)))
        return fields.fields[0]
    }

    /// Returns bytes in base64 (RFC 4648, section 4).
    private static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                let digit = alphabet[Int(word >> (18 - 6 * UInt32(place)) & 63)]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
