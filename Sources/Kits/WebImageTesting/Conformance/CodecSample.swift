import WebImageCaching
public import WebImageCoding

/// The bytes of a valid picture for a test of codecs.
public struct CodecSample: Sendable {
    /// The name in violations.
    public var name: String
    /// The whole file.
    public var image: EncodedImage

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - name: The name in violations.
    ///   - bytes: All bytes of a valid file.
    public init(_ name: String, _ bytes: ByteBlock) {
        self.name = name
        image = EncodedImage(bytes)
    }
}

extension CodecSample: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
