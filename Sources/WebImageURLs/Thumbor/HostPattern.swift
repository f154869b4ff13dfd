/// A source that a thumbor server allows: a host, or a regular expression.
///
/// An expression is compared with the whole host, one with a slash with the beginning of the whole
/// address. Longer texts than a host's 253 bytes, or 2000 of an address, match no expression.
struct HostPattern: Hashable, Sendable {
    private let text: String
    private let isHost: Bool

    /// Creates a pattern; nil if its text is no regular expression.
    init?(_ text: String) {
        self.text = text
        isHost = text.utf8.allSatisfy { byte in
            switch byte {
            case 45, 46, 48...57, 65...90, 95, 97...122: true
            default: false
            }
        }
        // An expression cannot be kept: its type is not sendable.
        if !isHost, (try? Regex(text)) == nil { return nil }
    }

    /// Returns `true` if the address of a source is allowed; the dots of a host match dots only.
    func allows(_ address: SourceAddress) -> Bool {
        guard let host = address.host else { return false }
        if isHost { return text.lowercased() == host }
        let hasSlash = text.utf8.contains(UInt8(ascii: "/"))
        let subject = hasSlash ? address.url : host
        guard subject.utf8.count <= (hasSlash ? Self.longestAddress : Self.longestHost),
            let expression = try? Regex(text)
        else { return false }
        let match =
            hasSlash
            ? try? expression.prefixMatch(in: subject) : try? expression.wholeMatch(in: subject)
        return match != nil
    }

    // The time of an expression may grow with the square of the length, or worse.
    private static let longestAddress = 2000
    private static let longestHost = 253
}
