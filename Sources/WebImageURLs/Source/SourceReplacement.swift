/// A change of the beginning of addresses, such as a short name for a long one.
public struct SourceReplacement: Hashable, Sendable {
    /// The beginning that is replaced.
    public let pattern: SourcePattern
    /// The new beginning; `${1}` stands for the text of the first star, and so on.
    public let replacement: String

    /// Creates a change; an address with another beginning stays as it is.
    public init(_ pattern: SourcePattern, with replacement: String) {
        (self.pattern, self.replacement) = (pattern, replacement)
    }

    /// A changed address.
    struct Change {
        let text: String
        /// The new beginning, with the texts of stars.
        let beginning: String
        /// `true` if the new beginning may have a user, since the setting has one.
        let mayHaveUser: Bool

        /// Returns `true` if the address that became of the text is below the new beginning, as far as
        /// that is the beginning of an address.
        func holds(_ address: SourceAddress) -> Bool {
            guard beginning[...].firstRange(ofBytes: "://") != nil else { return true }
            return (mayHaveUser || !address.hasUser)
                && SourcePattern(exactly: beginning, isBeginning: true).allows(address)
        }
    }

    /// Returns the changed address, nil for one with another beginning; a mark such as `${3}` without a
    /// third star becomes nothing.
    func change(of address: String) -> Change? {
        let bytes = AddressBytes(address)
        guard let match = pattern.match(bytes) else { return nil }
        var text: [UInt8] = []
        var rest = replacement[...]
        while let start = rest.firstRange(ofBytes: "${"),
            let end = rest[start.upperBound...].firstRange(ofBytes: "}")
        {
            text += rest[..<start.lowerBound].utf8
            let number = Int(rest[start.upperBound..<end.lowerBound]) ?? 0
            if match.stars.indices.contains(number - 1) {
                text += bytes.text[match.stars[number - 1]]
            }
            rest = rest[end.upperBound...]
        }
        text += rest.utf8
        return Change(
            text: String(decoding: text + bytes.text[match.end...], as: UTF8.self),
            beginning: String(decoding: text, as: UTF8.self),
            mayHaveUser: replacement.utf8.contains(UInt8(ascii: "@")))
    }
}
