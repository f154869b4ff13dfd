public import WebImagePixels

/// Turns pixels into the bytes of one format.
public protocol ImageEncoder: Sendable {
    /// Name and version of what encodes.
    var identity: String { get }
    /// The format it makes.
    var format: ImageFormat { get }
    /// Encodes one still picture, colours as sRGB; formats without alpha show it on `matte`.
    ///
    /// - Throws: `CodecError.encoding` when the library refuses.
    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock
    /// Whether a lower quality can make the file smaller; if not, none is tried for
    /// `settings.maxByteCount`.
    var hasQuality: Bool { get }
    /// About how many bytes encoding takes for each pixel of a picture at once, its file among them
    /// and its bitmap not, so that a pipeline can keep to its memory budget.
    var workingBytesPerPixel: Int { get }
}

extension ImageEncoder {
    /// True.
    public var hasQuality: Bool { true }
    /// Eight: the pixels as the library takes them, and the file.
    public var workingBytesPerPixel: Int { 8 }
}

/// Turns animations into the bytes of one format.
public protocol AnimatedImageEncoder: ImageEncoder {
    /// Encodes all frames with their durations (`rawDurations`, rounded to what the format counts in)
    /// and loops; takes one frame after the other from `frames`, holds few at once, and looks for
    /// cancellation between them.
    ///
    /// - Throws: `CodecError.encoding` when the library refuses, or what a frame threw.
    func encode(
        _ frames: any FrameProvider, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock
}
