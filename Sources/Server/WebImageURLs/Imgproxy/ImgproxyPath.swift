import WebImageCaching

/// The parts of a target, with the changes undone that proxies make.
struct ImgproxyPath {
    let signature: Substring
    /// The path after the signature and its slash, which is signed.
    let text: String

    /// Takes a target apart; the query and one leading slash are left out.
    init(_ target: String) throws(URLFault) {
        let path = target[...].prefix(untilByte: { $0 == UInt8(ascii: "?") })
        guard let parts = Self.withoutSlash(path).parted(at: "/"),
            !parts.before.isEmpty, !parts.behind.isEmpty
        else { throw URLFault(.path, "expected /signature/options/source") }
        signature = parts.before
        text = Self.repaired(parts.behind)
    }

    /// Returns the path as it was before proxies escaped colons and merged slashes.
    ///
    /// In options `%3A` becomes a colon, and `plain/http:/` becomes `plain/http://`.
    static func repaired(_ path: Substring) -> String {
        let path = withoutSlash(path)
        let mark = "plain/"
        if path.utf8.starts(with: mark.utf8) {
            return mark + widened(Substring(path.utf8.dropFirst(mark.utf8.count)))
        }
        guard let (options, source) = path.parted(at: "/" + mark) else { return unescaped(path) }
        return unescaped(options) + "/" + mark + widened(source)
    }

    static func withoutSlash(_ text: Substring) -> Substring {
        text.utf8.first == UInt8(ascii: "/") ? Substring(text.utf8.dropFirst()) : text
    }

    private static func unescaped(_ options: Substring) -> String {
        options.pieces(at: "%3A").joined(separator: ":")
    }

    /// Returns a source with two slashes after its scheme, three if it is `local`.
    private static func widened(_ source: Substring) -> String {
        let text = String(source)
        guard let (_, rest) = HTTPAddress.splitScheme(text), rest.utf8.first == UInt8(ascii: "/"),
            let next = rest.utf8.dropFirst().first, next != UInt8(ascii: "/")
        else { return text }
        let scheme = text[..<rest.startIndex]
        return scheme + (scheme == "local:" ? "//" : "/") + rest
    }
}
