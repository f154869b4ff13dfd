import WebImageCaching

// Text of addresses byte by byte: a slash is one also in front of an accent, which Swift takes for
// a part of one character.

extension Substring {
    /// Returns the place of the first bytes that equal a text's; nil for an empty text.
    func firstRange(ofBytes text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return nil }
        var start = startIndex
        while let found = utf8[start...].firstIndex(of: first) {
            if utf8[found...].starts(with: text.utf8) {
                return found..<utf8.index(found, offsetBy: text.utf8.count)
            }
            start = utf8.index(after: found)
        }
        return nil
    }

    /// Returns the text between separators, also where it is empty.
    func pieces(at separator: String) -> [Substring] {
        var pieces: [Substring] = []
        var rest = self
        while let found = rest.firstRange(ofBytes: separator) {
            pieces.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        return pieces + [rest]
    }

    /// Returns the text before and after the first separator; nil if there is none.
    func parted(at separator: String) -> (before: Substring, behind: Substring)? {
        firstRange(ofBytes: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
        var bytes = Substring(self).utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// Returns the texts between separators, without white space around them and without empty
    /// ones.
    func words(at separator: String) -> [String] {
        Substring(self).pieces(at: separator).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// `true` if the text has a control character of ASCII.
    var hasControls: Bool { utf8.contains { $0 < 32 || $0 == 127 } }

    /// The text for an error: at most 120 characters, control characters replaced.
    package var printable: String {
        let scalars = unicodeScalars.prefix(121)
        let characters = scalars.prefix(120).map { scalar -> Character in
            let properties = scalar.properties
            let isHidden =
                properties.generalCategory == .control || properties.isDefaultIgnorableCodePoint
            return isHidden ? "?" : Character(scalar)
        }
        return String(characters) + (scalars.count > 120 ? "…" : "")
    }
}

/// The name of a text that logs do not show.
package enum TextDigest {
    /// Returns the first 16 digits of the text's SHA-256, with `sha256:` in front.
    package static func text(of text: String) -> String {
        "sha256:\(SHA256.hexDigest(of: text.utf8).prefix(16))"
    }
}
