// The words of patterns at the start of a server.
extension SourcePattern {
    /// The addresses that the pattern allows, in words; without users and queries.
    package var meaning: String {
        guard let parts = PatternText(text) else {
            return "addresses that begin with \(text.printable)"
        }
        let host = hasOpenHost ? text : "\(parts.scheme)://\(parts.authority)"
        let path = parts.target.pieces(at: "?")[0]
        let query = path.endIndex < parts.target.endIndex ? "? and more" : ""
        if !hasOpenHost, query.isEmpty, path.isEmpty || path == "/" {
            return "any path on \(host.printable)"
        }
        return "addresses that begin with \((host + path).printable)\(query)"
    }

    /// A sentence on the hosts that the pattern allows though it does not name them; nil for none.
    package var warning: String? {
        let shown = "'\(meaning.split(separator: " ").last ?? "")'"
        if hasOpenStar {
            return
                "\(shown) has a star in the host without a dot behind it, so hosts of others may match; "
                + "a dot and a domain behind the star keep them out"
        }
        guard hasOpenHost, let last = text.utf8.last, last != UInt8(ascii: "*"),
            last != UInt8(ascii: "/")
        else { return nil }
        return
            "\(shown) ends within the host, so other hosts may begin with it; a slash behind it allows "
            + "this host alone"
    }

    /// `true` if the domain of the host may be open, as in `img*` and `*example.com`; not for all hosts.
    private var hasOpenStar: Bool {
        guard let parts = PatternText(text), ["http", "https"].contains(parts.scheme) else {
            return false
        }
        let host = parts.authority.split(separator: ":").first ?? ""
        guard host != "*", let end = host.pieces(at: "*").dropFirst().last else { return false }
        return !end.hasPrefix(".")
    }
}
