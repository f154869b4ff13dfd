/// A change of the beginning of addresses, such as a short name for a long one.
///
/// User and host are the replacement's. The text of a star in front of the host's end has
/// none of `@`, `/`, `?`, `#` and `\`. A replacement that ends within the host is the beginning of
/// hosts, or with a user the whole host; the text of a star has no port then either.
public struct SourceReplacement: Hashable, Sendable {
    /// The beginning that is replaced.
    public let pattern: SourcePattern
    /// The new beginning; `${1}` stands for the text of the first star, and so on.
    public let replacement: String
    /// The end of scheme, user, host and port in the replacement; nil without `://`.
    private let hostEnd: String.Index?
    private let hasUser: Bool

    /// Creates a change; an address with another beginning stays as it is.
    public init(_ pattern: SourcePattern, with replacement: String) {
        (self.pattern, self.replacement) = (pattern, replacement)
        let parts = PatternText(replacement)
        (hostEnd, hasUser) = (parts?.target.startIndex, parts?.hasUser == true)
    }

    /// A changed address.
    struct Change {
        let text: String
        /// The new beginning, with the texts of stars.
        let beginning: String
        /// `true` if the text has no user that the replacement has not, and with one no other host.
        let keepsHost: Bool

        /// Returns `true` if the address that became of the text is below the new beginning, as far
        /// as that is the beginning of an address.
        func holds(_ address: SourceAddress) -> Bool {
            guard beginning[...].firstRange(ofBytes: "://") != nil else { return true }
            return SourcePattern(exactly: beginning, isBeginning: true).allows(address)
        }
    }

    /// Returns the changed address, nil for one with another beginning; a mark such as `${3}`
    /// without a third star becomes nothing.
    func change(of address: String) -> Change? {
        let bytes = AddressBytes(Array(address.utf8), isComparable: false)
        guard let match = pattern.match(bytes) else { return nil }
        let behind = bytes.text[match.end...]
        var (text, keepsHost) = ([] as [UInt8], keepsHost(before: behind))
        var rest = replacement[...]
        while let start = rest.firstRange(ofBytes: "${"),
            let end = rest[start.upperBound...].firstRange(ofBytes: "}")
        {
            text += rest[..<start.lowerBound].utf8
            let number = Int(rest[start.upperBound..<end.lowerBound]) ?? 0
            if match.stars.indices.contains(number - 1) {
                let star = bytes.text[match.stars[number - 1]]
                text += star
                if let hostEnd, start.lowerBound < hostEnd, !staysInHost(star) {
                    keepsHost = false
                }
            }
            rest = rest[end.upperBound...]
        }
        text += rest.utf8
        // Without `://` in the replacement its parts are not known.
        if hostEnd == nil, text.firstRange(of: Array("://".utf8)) != nil { keepsHost = false }
        return Change(
            text: String(decoding: text + behind, as: UTF8.self),
            beginning: String(decoding: text, as: UTF8.self), keepsHost: keepsHost)
    }

    /// Returns `true` if the text of a star in front of the host's end moves neither user nor host.
    ///
    /// With a user a port is none of its own either: another one is another server.
    private func staysInHost(_ star: ArraySlice<UInt8>) -> Bool {
        !star.contains { byte in
            byte == UInt8(ascii: "@") || PatternText.ends.contains(byte)
                || hasUser && byte == UInt8(ascii: ":")
        }
    }

    /// Returns `true` if the text after the replacement adds no user, and to a user no host.
    private func keepsHost(before text: ArraySlice<UInt8>) -> Bool {
        guard hostEnd == replacement.endIndex else { return true }
        let more = text.prefix { !PatternText.ends.contains($0) }
        return hasUser ? more.isEmpty : !more.contains(UInt8(ascii: "@"))
    }
}
