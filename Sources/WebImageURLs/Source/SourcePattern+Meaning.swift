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
        guard hasOpenHost, let last = text.utf8.last, last != UInt8(ascii: "*"),
            last != UInt8(ascii: "/")
        else { return nil }
        return
            "'\(meaning.split(separator: " ").last ?? "")' ends within the host, so other hosts may "
            + "begin with it; a slash behind it allows this host alone"
    }
}
