import WebImageCaching
import WebImageCoding

/// What names the bytes of a source, and what a log line may show of it.
struct SourceIdentity {
    let parts: [KeyPart]
    let subject: String

    /// The identity of a source whose name costs no I/O and little work; nil for files, also where a
    /// URL names them, and data.
    init?(immediately source: ImageSource) throws(ImageError) {
        guard case .url(let text) = source else { return nil }
        let url = text.drop { $0.isWhitespace }.prefix(untilByte: { $0 == 35 })
        guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else {
            throw .request("'\(Self.redacted(text))' is not an absolute URL")
        }
        guard !["data", "file"].contains(url[..<colon].lowercased()) else { return nil }
        let (bare, user) = Self.separated(url)
        // Who asks is part of the name, but not to be read in a cache folder.
        parts = [("url", bare)] + (user.map { [("user", SHA256.hexDigest(of: $0.utf8))] } ?? [])
        subject = Self.redacted(text)
    }

    /// The identity that a caller gives to a source; a URL must be one all the same.
    init(of source: ImageSource, named key: CacheKey) throws(ImageError) {
        subject = try Self(immediately: source)?.subject ?? "key"
        parts = [("key", key.text)]
    }

    /// The identity of any source; blocks while a file is looked up or bytes are digested.
    ///
    /// - Parameter allowsFileURLs: Whether a URL may name a file: what is kept of it then answers
    ///   nobody who may not ask for it.
    init(of source: ImageSource, allowsFileURLs: Bool = false) throws(ImageError) {
        if let known = try Self(immediately: source) {
            self = known
            return
        }
        switch source {
        case .url(let text) where source.scheme == "file":
            parts = [("url", text)] + (allowsFileURLs ? [("state", Self.state(text))] : [])
            subject = Self.redacted(text)
        case .url(let text):
            parts = [("dataurl", SHA256.hexDigest(of: text.utf8))]
            subject = "data:"
        case .data(let bytes):
            parts = [("data", bytes.digest)]
            subject = "data"
        case .file(let path):
            parts = [("file", path), ("state", try FileIdentity(path: path).spelling)]
            subject = path
        }
    }

    /// The state of the file that a URL names, empty where there is none: its loader says why.
    private static func state(_ url: String) -> String {
        do throws(ImageError) {
            return try FileIdentity(path: SchemeLoader.path(ofFileURL: url)).spelling
        } catch {
            return ""
        }
    }

    /// A URL without user, query and fragment.
    static func redacted(_ url: String) -> String {
        let bare = url[...].prefix(untilByte: { $0 == 63 || $0 == 35 })
        return bare.hasPrefix("data:") ? "data:" : separated(bare).bare
    }

    /// A URL without the user (and password) before its host, and those.
    private static func separated(_ url: Substring) -> (bare: String, user: Substring?) {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: 58), bytes[colon...].starts(with: "://".utf8) else {
            return (String(url), nil)
        }
        let start = bytes.index(colon, offsetBy: 3)
        let authority = url[start...].prefix(untilByte: { $0 == 47 || $0 == 63 })
        guard let at = authority.utf8.lastIndex(of: 64) else { return (String(url), nil) }
        let host = authority.utf8.index(after: at)
        return (String(url[..<start]) + url[host...], authority[..<at])
    }
}
