import WebImageCaching
public import WebImageCoding
import WebImageRuntime

/// Where a picture is.
public enum ImageSource: Sendable {
    /// An absolute `http`, `https` or `data` URL; `file` only where the request allows it.
    case url(String)
    /// A file of this machine.
    case file(String)
    /// Encoded bytes that are there already.
    case data(ByteBlock)
}

extension ImageSource {
    /// The scheme of a URL in small letters; nil for files and data, and for a text without one.
    public var scheme: String? {
        guard case .url(let text) = self else { return nil }
        let start = String(text.drop { $0.isWhitespace }.prefix(64))
        return HTTPAddress.splitScheme(start)?.scheme
    }
}

extension ImageSource {
    /// `true` if the bytes come from elsewhere, so that keeping them on disk is worth it.
    package var isRemote: Bool {
        guard case .url(let text) = self else { return false }
        let scheme = text.drop { $0.isWhitespace }.prefix(untilByte: { $0 == 58 }).lowercased()
        return scheme != "data" && scheme != "file"
    }

    /// Scheme, host and port of an http(s) URL, what transfers are counted by; nil for others.
    package var host: String? {
        guard case .url(let text) = self, let address = try? HTTPAddress(text) else { return nil }
        return "\(address.origin.scheme)://\(address.origin.authority)"
    }
}
