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

    /// Returns the changed address; a mark such as `${3}` without a third star becomes nothing.
    func applied(to address: String) -> String {
        let bytes = AddressBytes(address)
        guard let match = pattern.match(bytes) else { return address }
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
        return String(decoding: text + rest.utf8 + bytes.text[match.end...], as: UTF8.self)
    }
}
