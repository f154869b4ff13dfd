/// A source that a thumbor server allows: a host, or a regular expression.
///
/// An expression is compared with the whole host, one with a slash with the beginning of the whole
/// address. Longer texts than a host's 253 bytes, or 2000 of an address, match no expression.
struct HostPattern: Hashable, Sendable {
    private let text: String
    private let isHost: Bool
    private let hasSlash: Bool

    /// Creates a pattern; nil if its text is no regular expression.
    init?(_ text: String) {
        self.text = text
        hasSlash = text.utf8.contains(UInt8(ascii: "/"))
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
        guard let host = address.host, !address.hasDots else { return false }
        if isHost { return text.lowercased() == host }
        guard let expression = try? Regex(text) else { return false }
        // The time of an expression may grow with the square of the length, or worse.
        guard hasSlash else {
            return host.utf8.count <= 253 && (try? expression.wholeMatch(in: host)) != nil
        }
        // An origin may take an escaped slash for one.
        let texts: Set = [address.url, address.urlWithSlashes]
        return texts.allSatisfy { text in
            text.utf8.count <= 2000 && (try? expression.prefixMatch(in: text)) != nil
        }
    }

    /// The addresses that the pattern allows, in words.
    var meaning: String {
        if isHost { return "any path on \(text.lowercased())" }
        let subject = hasSlash ? "addresses that begin with" : "hosts that are"
        return "\(subject) /\(text.printable)/"
    }

    /// A sentence on the hosts that the pattern allows though it does not name them; nil for none.
    var warning: String? {
        guard hasSlash, let host = text[...].pieces(at: "//").last,
            !host.isEmpty, !host.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        return
            "/\(text.printable)/ ends within the host, so other hosts may begin with it; a slash "
            + "after it allows this host alone"
    }
}
