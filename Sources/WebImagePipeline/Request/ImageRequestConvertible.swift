public import FoundationEssentials
public import WebImageLoading

/// A value that names a request: a request itself, or a source without anything else.
public protocol ImageRequestConvertible: Sendable {
    /// The request it names.
    var imageRequest: ImageRequest { get }
}

extension ImageRequest: ImageRequestConvertible {
    /// Itself.
    public var imageRequest: ImageRequest { self }
}

extension ImageSourceConvertible {
    /// A request for this source, without options of its own.
    public var imageRequest: ImageRequest { ImageRequest(self) }
}

/// A value that names the source of a request.
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
