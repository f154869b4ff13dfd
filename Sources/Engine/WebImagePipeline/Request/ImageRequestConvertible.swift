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
    /// A request for this URL; a URL of a file of this machine is a source `ImageSource.file`.
    ///
    /// The text of such a URL, as a list may have it, is refused unless `allowsFileURLs` is set.
    public var imageRequest: ImageRequest {
        let text = absoluteString
        guard text.utf8.first.map({ $0 | 32 }) == 102, scheme?.lowercased() == "file",
            let path = try? SchemeLoader.path(ofFileURL: text)
        else { return ImageRequest(source: .url(text)) }
        return ImageRequest(source: .file(path))
    }
}
