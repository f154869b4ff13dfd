public import WebImagePixels

/// The result of a decoder: pixels as stored, and the data for their conversion.
public struct DecodeOutput: Sendable {
    /// The pixels in stored orientation and the file's own colours: `sRGB` without a profile,
    /// `embedded` with one, `cmyk` for four inks.
    public var bitmap: Bitmap
    /// The embedded ICC profile, nil for none.
    public var profile: ByteBlock?
    /// The metadata of the header; its orientation is not applied yet.
    public var metadata: ImageMetadata

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels in stored orientation and the file's own colours.
    ///   - profile: The embedded ICC profile, nil for none.
    ///   - metadata: The metadata of the header.
    public init(bitmap: Bitmap, profile: ByteBlock?, metadata: ImageMetadata) {
        self.bitmap = bitmap
        self.profile = profile
        self.metadata = metadata
    }
}
