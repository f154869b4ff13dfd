import ArgumentParser
import FoundationEssentials
import WebImage

/// Reads `--user`.
enum UserArgument {
    /// Returns the field `Authorization` for `name:password` (RFC 7617).
    static func read(_ text: String) throws -> HeaderFields.Field {
        guard text.utf8.contains(58) else {
            // The text may be a password, so it is not repeated.
            throw ValidationError("expected a name and a password as name:password.")
        }
        var fields = HeaderFields()
        fields.append("Authorization", "Basic " + Data(text.utf8).base64EncodedString())
        return fields.fields[0]
    }
}
