/// The parts of a `data:` URL (RFC 2397).
package struct DataURL {
    /// The media type and its parameters, without white space around them; an empty one for none.
    package private(set) var mediaType: [String]
    /// `true` if the data is in Base64, which the last parameter says in any case.
    package let isBase64: Bool
    /// The data as written, without fragment.
    package let data: Substring

    /// Reads the text behind `data:`; nil if it has no comma.
    package init?(afterScheme text: Substring) {
        guard let comma = text.utf8.firstIndex(of: 44) else { return nil }
        mediaType = text[..<comma].split(separator: ";", omittingEmptySubsequences: false)
            .map { String($0.trimmingPrefix(while: Self.isSpace).droppingSuffix(Self.isSpace)) }
        isBase64 = mediaType.count > 1 && mediaType.last?.lowercased() == "base64"
        if isBase64 { mediaType.removeLast() }
        data = Substring(text.utf8[comma...].dropFirst().prefix { $0 != 35 })
    }

    /// Returns the bytes of the data; nil if it is not valid Base64.
    package func bytes() -> [UInt8]? {
        let bytes = PercentCoding.decode(data.utf8)
        return isBase64 ? Base64.decode(bytes) : bytes
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
