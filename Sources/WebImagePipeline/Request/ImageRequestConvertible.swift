/// What names a request: a request itself, or a source without anything else.
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
