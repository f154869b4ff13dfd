import WebImageCaching
public import WebImageCoding

/// Bytes of a valid picture that a codec is tried with.
public struct CodecSample: Sendable {
    /// Its name in reports.
    public var name: String
    /// The whole file.
    public var image: EncodedImage

    /// A named picture.
    public init(_ name: String, _ bytes: ByteBlock) {
        self.name = name
        image = EncodedImage(bytes)
    }
}

extension CodecSample: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
