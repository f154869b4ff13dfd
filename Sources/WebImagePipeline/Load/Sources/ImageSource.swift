public import FoundationEssentials
import WebImageCaching
public import WebImageCoding

/// Where a picture is.
public enum ImageSource: Sendable {
    /// An absolute `http`, `https` or `data` URL; `file` only where the request allows it.
    case url(String)
    /// A file of this machine.
    case file(String)
    /// Encoded bytes that are there already.
    case data(ByteBlock)
}

/// What can be named as the source of a request.
public protocol ImageSourceConvertible: ImageRequestConvertible {
    /// The source it names.
    var imageSource: ImageSource { get }
}

extension ImageSource: ImageSourceConvertible {
    /// Itself.
    public var imageSource: ImageSource { self }
}

extension String: ImageSourceConvertible {
    /// The URL of this text.
    public var imageSource: ImageSource { .url(self) }
}

extension URL: ImageSourceConvertible {
    /// This URL.
    public var imageSource: ImageSource { .url(absoluteString) }
}

extension ImageSource {
    /// The scheme of a URL in small letters; nil for files and data, and for a text without one.
    public var scheme: String? {
        guard case .url(let text) = self else { return nil }
        let start = String(text.drop { $0.isWhitespace }.prefix(64))
        return HTTPAddress.splitScheme(start)?.scheme
    }
}
