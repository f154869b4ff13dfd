/// The parts of a URL without its fragment, as they are written (RFC 3986, section 3).
package struct URLParts {
    /// The scheme in lower case; nil if the text begins with none.
    package let scheme: String?
    /// Scheme and colon, with the slashes before an authority.
    private let start: Substring
    /// User, host and port; nil without slashes before it.
    package let authority: Substring?
    /// Path and query.
    package let target: Substring

    /// Takes any text apart; one without a colon is a target.
    package init(_ text: String) {
        scheme = HTTPAddress.splitScheme(text)?.scheme
        let text = text[...].prefix(untilByte: { $0 == 35 })
        let colon = text.utf8.firstIndex(of: 58)
        let rest = colon.map { text[text.utf8.index(after: $0)...] } ?? text
        guard colon != nil, rest.utf8.starts(with: [47, 47]) else {
            (start, authority, target) = (text[..<rest.startIndex], nil, rest)
            return
        }
        let behind = Substring(rest.utf8.dropFirst(2))
        let authority = behind.prefix(untilByte: { $0 == 47 || $0 == 63 })
        start = text[..<behind.startIndex]
        target = behind[authority.endIndex...]
        self.authority = authority
    }

    /// `true` if a text of any kind precedes the first colon.
    package var isAbsolute: Bool { start.utf8.count > 1 }

    /// User (and password) before the host; nil if there is none.
    package var user: Substring? {
        authority.flatMap { text in text.utf8.lastIndex(of: 64).map { text[..<$0] } }
    }

    /// Host and port; nil without an authority.
    package var hostAndPort: Substring? {
        guard let authority, let user else { return authority }
        return Substring(authority.utf8[user.endIndex...].dropFirst())
    }

    /// The URL without user (and password) and fragment.
    package var bare: String { String(start + (hostAndPort ?? "") + target) }
}
