import WebImageCaching
public import WebImageCoding

/// The place of the bytes of an image.
public enum ImageSource: Sendable {
    /// An absolute `http`, `https` or `data` URL; `file` only if the request allows it.
    case url(String)
    /// A file of this machine.
    case file(String)
    /// Encoded bytes in memory.
    case data(ByteBlock)
}

extension ImageSource {
    /// The scheme of a URL in lower case; nil for files and data, and for text without a scheme.
    public var scheme: String? {
        guard case .url(let text) = self else { return nil }
        let start = String(text.drop { $0.isWhitespace }.prefix(64))
        return HTTPAddress.splitScheme(start)?.scheme
    }

    /// `true` if the bytes come from another machine, so that they are worth a place on disk.
    package var isRemote: Bool {
        guard case .url(let text) = self else { return false }
        let scheme = text.drop { $0.isWhitespace }.prefix(untilByte: { $0 == 58 }).lowercased()
        return scheme != "data" && scheme != "file"
    }

    /// Scheme, host and port of an http(s) URL, by which transfers are counted; nil for others.
    package var host: String? {
        guard case .url(let text) = self, let address = try? HTTPAddress(text) else { return nil }
        return "\(address.origin.scheme)://\(address.origin.authority)"
    }
}
