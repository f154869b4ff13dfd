/// The bytes of a picture, and what is known of them before they are decoded.
public struct EncodedImage: Sendable {
    /// The bytes, whole.
    public var bytes: ByteBlock
    /// What the bytes are by their signature; nil when they have none, whatever the media type.
    public var format: ImageFormat?
    /// The media type that came with the bytes; only ever a hint.
    public var mediaType: String?

    /// Encoded bytes; their format is read from their signature.
    public init(_ bytes: ByteBlock, mediaType: String? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.format = bytes.withSpan { ImageFormat(signatureOf: $0) }
    }
}
