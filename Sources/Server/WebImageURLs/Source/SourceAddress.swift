package import WebImageCaching
import WebImageCoding

/// The address of a source, read once.
///
/// Lists of allowed sources, logs, names of files and fields of responses take its parts from here,
/// so that no two of them read a text in ways of their own. What is loaded is ``text``.
package struct SourceAddress: Hashable, Sendable {
    /// The address as it came.
    package let text: String
    /// The scheme in lower case; empty for a text that is no address.
    package let scheme: String
    /// The host and the port of an http or https address; nil for others.
    package let origin: HTTPAddress.Origin?
    /// The host, with the port unless it is the scheme's own, or the bucket of an object of S3;
    /// empty for a file.
    package let authority: String
    /// The path as it is sent: `.` and `..` of http are resolved, and escapes are kept.
    package let path: String
    /// The query without its question mark, as it is sent; nil for none, and for a file.
    package let query: String?

    /// Reads an address of http, https, a file below the server's folder, as `local:///a/b.jpg`, or
    /// an object of S3, as `s3://bucket/a/b.jpg`.
    ///
    /// - Parameters:
    ///   - own: The text of the client that the address was made of, nil for the address itself.
    ///     Faults have that text: the address has parts of the settings, such as a password.
    ///   - keepsDots: `true` for files of a loader that resolves `.` and `..` itself.
    package init(
        _ text: String, madeOf own: String? = nil, keepsDots: Bool = false
    ) throws(URLFault) {
        let part = own ?? text
        guard !text.isEmpty else { throw URLFault(.source, "the address of the source is missing") }
        guard !text.hasControls else {
            throw URLFault(.source, part: part, "the source has control characters")
        }
        if text.utf8.starts(with: "local:".utf8) {
            guard text.utf8.starts(with: "local:///".utf8) else {
                throw URLFault(.source, part: part, "expected local:/// and a path")
            }
            self.init(text, "local", path: text.dropFirst("local://".count))
        } else if text.utf8.starts(with: "s3://".utf8) {
            let parts = URLParts(NormalizedURL.trimmed(text))
            let pieces = parts.target.parted(at: "?")
            let path = pieces?.before ?? parts.target
            self.init(
                text, "s3", authority: parts.hostAndPort ?? "", path: path.isEmpty ? "/" : path,
                query: pieces.map { String($0.behind) })
        } else {
            let address = try Self.read(text, madeOf: own)
            self.init(
                text, address.origin.scheme, origin: address.origin,
                authority: address.origin.authority[...], path: address.path[...],
                query: address.query)
        }
        guard origin != nil || keepsDots && scheme == "local" || !hasDots else {
            throw URLFault(.source, part: part, "the path has dot segments or a zero byte")
        }
    }

    /// Reads a text that may be no address.
    package init(reading text: String) {
        self = (try? SourceAddress(text, keepsDots: true)) ?? SourceAddress(text, "", path: "")
    }

    private init(
        _ text: String, _ scheme: String, origin: HTTPAddress.Origin? = nil,
        authority: Substring = "", path: Substring, query: String? = nil
    ) {
        (self.text, self.scheme, self.origin) = (text, scheme, origin)
        (self.authority, self.path, self.query) = (String(authority), String(path), query)
    }

    private static func read(_ text: String, madeOf own: String?) throws(URLFault) -> HTTPAddress {
        do throws(HTTPAddress.Refusal) {
            return try HTTPAddress(text)
        } catch {
            // The reason may have a part of the text.
            let told = "the text is no address of a source"
            throw URLFault(
                .source, part: own ?? text, own == nil ? error.reason : told, told: told)
        }
    }

    /// `true` if the text is an address.
    package var isRead: Bool { !scheme.isEmpty }

    /// The host of an http or https address in lower case; nil for others.
    package var host: String? { origin?.host }

    /// The address as it is sent, without user and fragment.
    package var url: String { "\(scheme)://\(authority)\(path)" + (query.map { "?\($0)" } ?? "") }

    /// The address as an origin may read it that takes escaped slashes and backslashes for slashes.
    var urlWithSlashes: String {
        let path = ["%2F", "%2f", "%5C", "%5c"].reduce(path) { $0.replacing($1, with: "/") }
        return "\(scheme)://\(authority)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// The address that is ``url``.
    package var withoutUser: SourceAddress {
        SourceAddress(
            url, scheme, origin: origin, authority: authority[...], path: path[...], query: query)
    }

    /// The text for logs: scheme, host and path; of a text that is no address its digest.
    package var place: String {
        isRead
            ? "\(scheme)://\(authority)\(HTTPAddress.loggedPath(path))" : TextDigest.text(of: text)
    }

    /// The path with its escapes resolved, once; a file's path has none.
    package var decodedPath: [UInt8] {
        scheme == "local" ? Array(path.utf8) : PercentCoding.decode(path.utf8)
    }

    /// The last part of the decoded path, up to `?` and `#`; empty for the path of a folder.
    package var fileName: String {
        let shown = decodedPath.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = shown.split(omittingEmptySubsequences: false, whereSeparator: PathText.isSlash)
        return String(decoding: parts.last ?? [], as: UTF8.self)
    }

    /// `true` if an origin could find `.` or `..` in the path that no loader resolves, or a zero
    /// byte.
    ///
    /// Some origins resolve escapes before dots, twice, take a backslash for a slash, or drop what
    /// follows a semicolon, and blanks.
    package var hasDots: Bool {
        // A store may take what follows a question mark for a part of the key.
        PathText.hasDots(origin == nil ? "\(path)/\(query ?? "")" : path)
    }

    /// The bytes that patterns are compared with: ``url``, escapes resolved where they divide
    /// nothing.
    var comparable: [UInt8] {
        let target = scheme == "local" ? Array(path.utf8) : PathText.comparable(path.utf8)
        return Array("\(scheme)://\(authority)".utf8) + target
            + (query.map { Array("?\($0)".utf8) } ?? [])
    }
}
