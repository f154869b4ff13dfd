import WebImageCoding

/// An http or https URL taken apart: strictly valid, without fragment, its credentials set aside.
///
/// Mistakes are mended as browsers do: white space at the ends, line breaks and tabs are dropped,
/// characters that a URL may not have are percent-encoded, and `.` and `..` are resolved (RFC 3986,
/// section 5.2). A host of other scripts gets its ASCII form (``InternationalHost``).
package struct HTTPAddress: Hashable, Sendable {
    /// Scheme, host and port, for which credentials are valid.
    package struct Origin: Hashable, Sendable {
        /// `http` or `https`.
        package var scheme: String
        /// The host in lower case, an IPv6 address in brackets.
        package var host: String
        /// The port; the scheme's own if the URL names none.
        package var port: Int

        /// Host and port, the latter only if it is not the scheme's own.
        package var authority: String {
            port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
        }
    }

    package struct Refusal: Error, Hashable {
        /// One line without secrets.
        package var reason: String
    }

    package let origin: Origin
    /// The encoded path, at least `/`.
    package let path: String
    /// The encoded query without its question mark.
    package let query: String?
    /// `user:password` as it was in the URL, its escapes resolved.
    package let credentials: [UInt8]?

    package var url: String { url(withHost: origin.host) }

    /// Returns the URL to send with another spelling of the host.
    package func url(withHost host: String) -> String {
        var origin = origin
        origin.host = host
        return "\(origin.scheme)://\(origin.authority)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// Reads an absolute URL.
    package init(_ text: String) throws(Refusal) {
        let parts = URLParts(Self.cleaned(text))
        guard let scheme = parts.scheme else {
            throw Refusal(reason: "an absolute URL is needed, such as https://example.com/a.jpg")
        }
        guard scheme == "http" || scheme == "https" else {
            throw Refusal(reason: "http or https is needed, not '\(scheme)'")
        }
        guard let authority = parts.authority, let hostAndPort = parts.hostAndPort else {
            throw Refusal(reason: "the URL names no host")
        }
        // A browser takes a backslash for a slash, and would go to the host before it.
        guard !authority.utf8.contains(92) else {
            throw Refusal(reason: "the host may not contain a backslash")
        }
        let user = parts.user.map { PercentCoding.decode($0.utf8) } ?? []
        let credentials = user.isEmpty || user.contains(58) ? user : user + [58]
        self.init(
            try Self.origin(scheme, hostAndPort), target: parts.target,
            credentials: credentials.isEmpty ? nil : credentials)
    }

    private init(_ origin: Origin, target: Substring, credentials: [UInt8]?) {
        let path = target.prefix(untilByte: { $0 == 63 })
        let query = Substring(target[path.endIndex...].utf8.dropFirst())
        self.origin = origin
        self.path = Self.withoutDots(PercentCoding.encode(path, where: Self.isPathByte))
        self.query =
            path.endIndex == target.endIndex
            ? nil : PercentCoding.encode(query, where: { Self.isPathByte($0) || $0 == 63 })
        self.credentials = credentials
    }

    /// Resolves a reference against this URL (RFC 3986, section 5.2.2).
    package func resolving(_ reference: String) throws(Refusal) -> HTTPAddress {
        let text = Self.cleaned(reference)
        if Self.splitScheme(text) != nil { return try HTTPAddress(text) }
        if text.utf8.starts(with: [47, 47]) { return try HTTPAddress("\(origin.scheme):\(text)") }
        let target =
            switch text.utf8.first {
            case 47: text
            case 63: path + text
            case nil: path + (query.map { "?\($0)" } ?? "")
            default: String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) + text
            }
        return HTTPAddress(origin, target: target[...], credentials: nil)
    }
}

extension HTTPAddress: CustomStringConvertible {
    /// The URL for a log line: no query, no credentials, also of an address in its path.
    package var description: String {
        "\(origin.scheme)://\(origin.authority)\(Self.loggedPath(path))"
    }
}

extension HTTPAddress {
    /// Returns a path up to `?` or `#`, escaped any number of times, without the users of addresses
    /// in it.
    ///
    /// A path without any of these stays as it is. Users and queries in a path are secrets like
    /// those of the address itself.
    package static func loggedPath(_ path: String) -> String {
        guard path.utf8.contains(where: { [35, 37, 63, 64].contains($0) }) else { return path }
        guard let bytes = PercentCoding.decodeAll(path.utf8) else { return "/…" }
        let shown = bytes.prefix { $0 != 35 && $0 != 63 }
        let parts = shown.split(separator: 47, omittingEmptySubsequences: false)
        var hasUser = false
        let texts = parts.indices.map { index in
            let part = parts[index]
            guard let at = part.lastIndex(of: 64) else { return encoded(part) }
            let isHost = index > 1 && parts[index - 1].last.map { $0 == 58 } ?? true
            guard isHost || part[..<at].contains(58) else { return encoded(part) }
            hasUser = true
            return "…" + encoded(part[at...])
        }
        return hasUser || shown.count < bytes.count ? texts.joined(separator: "/") : path
    }

    private static func encoded(_ part: ArraySlice<UInt8>) -> String {
        PercentCoding.encode(
            String(decoding: part, as: UTF8.self)[...], keepsEscapes: false,
            where: isPathByte)
    }
}

extension HTTPAddress {
    /// Drops fragment, surrounding white space, line breaks and tabs.
    private static func cleaned(_ text: String) -> String {
        // Most texts need no change.
        if text.utf8.allSatisfy({ $0 > 32 && $0 != 35 }) { return text }
        return NormalizedURL.trimmed(String(text[...].prefix(untilByte: { $0 == 35 })))
    }

    /// Returns the lower-case scheme and the text after its colon.
    package static func splitScheme(_ text: String) -> (scheme: String, rest: Substring)? {
        let end = text.utf8.firstIndex { !isSchemeByte($0) } ?? text.endIndex
        guard end < text.endIndex, text.utf8[end] == 58, let first = text.utf8.first,
            first.lowered >= 97
        else { return nil }
        return (text[..<end].lowercased(), text[text.utf8.index(after: end)...])
    }

    private static func origin(
        _ scheme: String, _ authority: Substring
    ) throws(Refusal) -> Origin {
        let bracket = authority.utf8.first == 91 ? authority.utf8.firstIndex(of: 93) : nil
        let colon = authority[(bracket ?? authority.startIndex)...].utf8.firstIndex(of: 58)
        let host = try InternationalHost.ascii(authority[..<(colon ?? authority.endIndex)])
        try check(host, isBracketed: bracket != nil)
        var port = scheme == "https" ? 443 : 80
        if let colon, authority.utf8.index(after: colon) < authority.endIndex {
            let digits = authority[authority.utf8.index(after: colon)...]
            guard digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int(digits),
                number > 0, number < 65536
            else { throw Refusal(reason: "the port must be a number from 1 to 65535") }
            port = number
        }
        return Origin(scheme: scheme, host: host.lowercased(), port: port)
    }

    private static func check(_ host: Substring, isBracketed: Bool) throws(Refusal) {
        let name = isBracketed ? host.utf8.dropFirst().dropLast() : host.utf8
        guard !name.isEmpty else { throw Refusal(reason: "the URL names no host") }
        // The closing bracket must be the last byte, or `[::1]x` would pass.
        guard !isBracketed || host.utf8.last == 93,
            name.allSatisfy({ isHostByte($0) || (isBracketed && $0 == 58) })
        else {
            throw Refusal(
                reason: "the host may have letters, digits, '-', '.' and '_' only")
        }
    }

    /// Resolves `.` and `..` (RFC 3986, section 5.2.4) in a path that is empty or begins with a
    /// slash.
    private static func withoutDots(_ path: String) -> String {
        if path.utf8.first == 47, !hasDotSegment(path) { return path }
        var segments: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for part in parts {
            switch part {
            case ".": break
            case "..": _ = segments.popLast()
            default: segments.append(part)
            }
        }
        if parts.last == "." || parts.last == ".." { segments.append("") }
        return "/" + segments.joined(separator: "/")
    }

    /// Returns `true` if a dot begins a segment, as in segments that are resolved.
    private static func hasDotSegment(_ path: String) -> Bool {
        zip(path.utf8, path.utf8.dropFirst()).contains { $0 == 47 && $1 == 46 }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte >= 48 && byte <= 57) || (byte.lowered >= 97 && byte.lowered <= 122)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == 43 || byte == 45 || byte == 46
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == 45 || byte == 46 || byte == 95
    }

    /// Returns `true` for `pchar` and `/` of RFC 3986; a percent sign is allowed in escapes only.
    static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 33, 36, 38...47, 58, 59, 61, 64, 95, 126: true
        default: isAlphanumeric(byte)
        }
    }
}
