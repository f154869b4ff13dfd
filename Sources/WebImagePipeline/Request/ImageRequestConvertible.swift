public import FoundationEssentials
public import WebImageLoading

/// A value that names a request: a request itself, or a source without anything else.
public protocol ImageRequestConvertible: Sendable {
    /// The request it names.
    var imageRequest: ImageRequest { get }
}

extension ImageRequest: ImageRequestConvertible {
    /// This request.
    public var imageRequest: ImageRequest { self }
}

extension ImageSource: ImageRequestConvertible {
    /// A request for this source.
    public var imageRequest: ImageRequest { ImageRequest(source: self) }
}

extension String: ImageRequestConvertible {
    /// A request for the URL of this text.
    public var imageRequest: ImageRequest { ImageRequest(source: .url(self)) }
}

extension URL: ImageRequestConvertible {
    /// A request for this URL; for one of a file see `ImageSource.file` or `allowsFileURLs`.
    public var imageRequest: ImageRequest { ImageRequest(source: .url(absoluteString)) }
}
