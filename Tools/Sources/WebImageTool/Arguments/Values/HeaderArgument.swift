import ArgumentParser
import WebImage

/// Reads `--header`.
enum HeaderArgument {
    /// The characters of a field name besides letters and digits (RFC 9110, section 5.6.2).
    private static let punctuation = Set("!#$%&'*+-.^_`|~".utf8)

    /// Reads `Name: value`; line breaks and other control characters are refused.
    static func read(_ text: String) throws -> HeaderFields.Field {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(isTokenByte) else {
            // The value may be a secret, so it is not repeated.
            throw ValidationError("expected a header field as 'Name: value'.")
        }
        var fields = HeaderFields()
        fields.append(String(parts[0]), try value(parts[1]))
        return fields.fields[0]
    }

    /// Reads the value of a field, without white space around it.
    static func value(_ text: some StringProtocol) throws -> String {
        var value = text.drop { $0 == " " || $0 == "\t" }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        guard value.utf8.allSatisfy({ ($0 >= 32 && $0 != 127) || $0 == 9 }) else {
            throw ValidationError("the value has control characters.")
        }
        return String(value)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: punctuation.contains(byte)
        }
    }
}
