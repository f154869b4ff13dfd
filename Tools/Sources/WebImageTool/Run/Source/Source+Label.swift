// The text of a source for reports: without passwords and tokens.
extension Source {
    private static let longestNumber = 12
    private static let longestName = 40
    private static let secretNames = [
        "token", "key", "sig", "pass", "pw", "secret", "auth", "pin", "code", "session", "cred",
        "otp",
    ]

    /// The source for JSON: of a URL without user and fragment, and of its query with names and
    /// plain numbers alone, since every other value may be a secret.
    var label: String {
        guard kind == .url else { return shownPath }
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
        guard parts.count > 1 else { return isShown(pair, of: "") ? String(pair) : "***" }
        guard isName(parts[0], isPadded: parts[1].allSatisfy { $0 == "=" }) else { return "***" }
        return "\(parts[0])=" + (isShown(parts[1], of: parts[0]) ? String(parts[1]) : "***")
    }

    private static func isShown(_ value: Substring, of name: Substring) -> Bool {
        let isSecret = secretNames.contains(where: name.lowercased().contains)
        return value.isEmpty || !isSecret && isNumber(value)
    }

    /// Returns `true` for the name of a value.
    ///
    /// - Parameter isPadded: `true` if nothing but `=` follows, as at the end of base64.
    private static func isName(_ text: Substring, isPadded: Bool) -> Bool {
        text.utf8.count <= longestName && text.utf8.allSatisfy(isNameByte)
            && !(isPadded && text.utf8.count > 1)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "-_.[]".utf8.contains(byte)
        }
    }

    /// Returns `true` for a short number, or a few with separators, such as a size.
    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.count <= longestNumber
            && text.utf8.allSatisfy { (48...57).contains($0) || "x.,-".utf8.contains($0) }
    }
}
