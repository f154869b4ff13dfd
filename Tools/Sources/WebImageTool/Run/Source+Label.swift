// The text of a source for reports: without passwords and tokens.
extension Source {
    private static let longestNumber = 12
    private static let secretNames = [
        "token", "key", "sig", "pass", "pw", "secret", "auth", "pin", "code", "session", "cred",
        "otp",
    ]

    /// The source for JSON: of a URL without user and fragment, and of its query with names and plain
    /// numbers alone, since every other value may be a secret.
    var label: String {
        guard kind == .url else { return text }
        if isData { return String(text.prefix(100).prefix { $0 != ";" && $0 != "," }) }
        let rest = text.utf8.dropFirst(text.utf8.prefix { $0 != 63 && $0 != 35 }.count)
        guard rest.first == 63 else { return bare }
        let query = Substring(rest.dropFirst().prefix { $0 != 35 })
        let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
        return bare + "?" + pairs.map(Self.masked).joined(separator: "&")
    }

    /// Returns a part of a query, its value replaced by `***` unless that is a plain number.
    private static func masked(_ pair: Substring) -> String {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count > 1 ? String(parts[0]) : ""
        let value = parts.last ?? ""
        let isSecret = secretNames.contains(where: name.lowercased().contains)
        let isShown = value.isEmpty || !isSecret && isNumber(value)
        return (parts.count > 1 ? name + "=" : "") + (isShown ? String(value) : "***")
    }

    /// Returns `true` for a short number, or a few with separators, such as a size.
    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.count <= longestNumber
            && text.utf8.allSatisfy { (48...57).contains($0) || "x.,-".utf8.contains($0) }
    }
}
