import WebImageCoding

/// What names the bytes of a source, and what a log line may show of it.
struct SourceIdentity {
    let parts: [KeyPart]
    let subject: String

    /// The identity of a source whose name costs no I/O and little work; nil for files and data.
    init?(immediately source: ImageSource) throws(ImageError) {
        guard case .url(let text) = source else { return nil }
        let url = text.prefix { $0 != "#" }
        guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else {
            throw .request("'\(Self.redacted(text))' is not an absolute URL")
        }
        guard url[..<colon].lowercased() != "data" else { return nil }
        parts = [("url", String(url))]
        subject = Self.redacted(text)
    }

    /// The identity of any source; blocks while a file is looked up or bytes are digested.
    init(of source: ImageSource) throws(ImageError) {
        if let known = try Self(immediately: source) {
            self = known
            return
        }
        switch source {
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

    /// A URL without user, query and fragment.
    static func redacted(_ url: String) -> String {
        let bare = url.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = bare.range(of: "://") else {
            return bare.hasPrefix("data:") ? "data:" : String(bare)
        }
        let rest = bare[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(bare) }
        return String(bare[..<scheme.upperBound]) + rest[rest.index(after: at)...]
    }
}

extension Substring {
    /// Where `text` first stands.
    fileprivate func range(of text: String) -> Range<Index>? {
        var from = startIndex
        while from < endIndex {
            if self[from...].hasPrefix(text) { return from..<index(from, offsetBy: text.count) }
            from = index(after: from)
        }
        return nil
    }
}
