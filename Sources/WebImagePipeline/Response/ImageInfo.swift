public import WebImageCoding
public import WebImagePixels

/// What a file's header says, without its pixels.
public struct ImageInfo: Sendable {
    /// The format by signature.
    public var format: ImageFormat
    /// Size, orientation, frames, alpha, profile.
    public var metadata: ImageMetadata
    /// The number of encoded bytes.
    public var byteCount: Int

    /// The parts of a header.
    public init(format: ImageFormat, metadata: ImageMetadata, byteCount: Int) {
        self.format = format
        self.metadata = metadata
        self.byteCount = byteCount
    }
}
