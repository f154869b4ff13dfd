public import WebImagePixels

/// What a decoder makes: pixels as they are stored, and what is still to be done to them.
public struct DecodeOutput: Sendable {
    /// Pixels in stored orientation and in the file's own colours: `sRGB` where there is no
    /// profile, `embedded` where there is one, `cmyk` for four inks.
    public var bitmap: Bitmap
    /// The embedded ICC profile, nil for none.
    public var profile: ByteBlock?
    /// What the header says; the orientation in it is not applied yet.
    public var metadata: ImageMetadata

    /// The parts of an output.
    public init(bitmap: Bitmap, profile: ByteBlock?, metadata: ImageMetadata) {
        self.bitmap = bitmap
        self.profile = profile
        self.metadata = metadata
    }
}
