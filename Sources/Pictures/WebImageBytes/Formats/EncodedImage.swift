/// The bytes of a picture, with the properties known before decoding.
public struct EncodedImage: Sendable {
    /// All bytes of the file.
    public var bytes: ByteBlock
    /// The format by the signature of the bytes; nil without one, whatever the media type.
    public var format: ImageFormat?
    /// The media type that came with the bytes; only a hint.
    public var mediaType: String?

    /// Creates an encoded image; its format is read from the signature.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the file.
    ///   - mediaType: The media type that came with the bytes, such as `image/png`; only a hint.
    public init(_ bytes: ByteBlock, mediaType: String? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.format = bytes.withSpan { ImageFormat(signatureOf: $0) }
    }
}
