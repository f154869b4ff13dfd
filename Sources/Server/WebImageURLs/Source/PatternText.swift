import WebImageCaching
import WebImageCoding

/// The parts of a pattern's text, in the form in which addresses are compared.
struct PatternText {
    /// The scheme in lower case, with stars.
    let scheme: String
    /// The host and the port, unless it is the scheme's own, with stars and without user.
    let authority: String
    /// The path and what follows it, as written.
    let target: Substring
    /// `true` if a user stands before the host.
    let hasUser: Bool
    /// `true` if the text is the beginning of hosts: it has no user, not the scheme's own port, and
    /// no last label in another script, whose ASCII form begins no other label.
    let hasOpenHost: Bool

    /// Takes a text apart that may be the beginning of a host; nil without `://`.
    init?(_ text: String, isBeginning: Bool = false) {
        guard let (scheme, rest) = text[...].parted(at: "://") else { return nil }
        self.scheme = scheme.lowercased()
        let whole = Substring(rest.utf8.prefix { !Self.ends.contains($0) })
        let user = whole.utf8.lastIndex(of: UInt8(ascii: "@"))
        let host = user.map { whole[whole.utf8.index(after: $0)...] } ?? whole
        target = rest[whole.endIndex...]
        hasUser = user != nil
        hasOpenHost =
            isBeginning && target.isEmpty && !hasUser
            && Self.ports[self.scheme].map { host.hasSuffix($0) } != true
            && host.pieces(at: ".").last?.utf8.allSatisfy { $0 < 128 } != false
        authority = Self.authority(host, self.scheme, isOpen: hasOpenHost)
    }

    /// Returns the texts around stars, or around none; a host that is not open ends with them.
    func literals(hasStars: Bool) -> [[UInt8]] {
        let pieces = { (text: Substring) in hasStars ? text.pieces(at: "*") : [text] }
        let slash = hasOpenHost || target.utf8.first == 47 ? "" : "/"
        var literals = pieces("\(scheme)://\(authority)\(slash)").map { Array($0.utf8) }
        var isQuery = false
        for (index, piece) in pieces(target).enumerated() {
            let bytes = comparable(piece, &isQuery)
            if index == 0 { literals[literals.count - 1] += bytes } else { literals.append(bytes) }
        }
        return literals
    }

    private func comparable(_ piece: Substring, _ isQuery: inout Bool) -> [UInt8] {
        guard scheme != "local", !isQuery else { return Array(piece.utf8) }
        let path = piece.utf8.prefix { $0 != UInt8(ascii: "?") }
        isQuery = path.endIndex < piece.endIndex
        return PathText.comparable(path) + piece.utf8[path.endIndex...]
    }

    /// Returns a host and port, or their beginning, as ``SourceAddress`` has them.
    private static func authority(
        _ text: Substring, _ scheme: String, isOpen: Bool
    ) -> String {
        guard scheme != "s3", scheme != "local" else { return String(text) }
        if !isOpen, !text.utf8.contains(UInt8(ascii: "*")), ports[scheme] != nil,
            let address = try? HTTPAddress("\(scheme)://\(text)/")
        {
            return address.origin.authority
        }
        let labels = text.pieces(at: ".").map { label in
            (try? InternationalHost.ascii(label)).map { $0.lowercased() } ?? label.lowercased()
        }
        let name = labels.joined(separator: ".")
        guard !isOpen else { return name }
        let port = [ports[scheme], ":"].compactMap(\.self).first { name.hasSuffix($0) }
        return String(name.dropLast(port?.count ?? 0))
    }

    private static let ports = ["http": ":80", "https": ":443"]
    /// The bytes that end a host.
    static let ends = Array(#"/?#\"#.utf8)
}
