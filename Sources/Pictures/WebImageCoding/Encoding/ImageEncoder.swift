import WebImageBytes
public import WebImageColorimetry
public import WebImagePixels

/// Encodes pixels as files of one format.
public protocol ImageEncoder: BitmapConsumer, Sendable {
    /// The name and version of the encoder.
    var identity: String { get }
    /// The format of the files.
    var format: ImageFormat { get }
    /// Encodes a still image.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels, in sRGB or in the colours of `settings.embedded.profile`; a format
    ///     without
    ///     alpha draws them over the matte.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: All bytes of the file.
    /// - Throws: `CodecError.encoding` if the library fails.
    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock
    /// `true` if a lower quality can reduce the size; otherwise `settings.maxByteCount` tries none.
    var hasQuality: Bool { get }
    /// Returns `true` if files can hold this ICC profile; pixels are converted to sRGB otherwise.
    func canEmbed(profile: [UInt8]) -> Bool
    /// Returns `true` if files can state these colours of PQ or HLG (`EncodeSettings.codePoints`)
    /// for pixels of `SampleFormat.rgba16`.
    func canState(_ codePoints: ColorCodePoints) -> Bool
    /// `true` if a lossless file has the exact colours of translucent pixels: of a bitmap of
    /// `SampleFormat.rgba16` with 8 `significantBits`, which it stores with 8.
    ///
    /// The pipeline hands over no such bitmaps otherwise.
    var keepsTranslucency: Bool { get }
    /// The approximate memory in bytes that encoding takes for each pixel at once, for the
    /// pipeline's memory budget. It includes the file but not the bitmap.
    var workingBytesPerPixel: Int { get }
}

extension ImageEncoder {
    /// `true` by default.
    public var hasQuality: Bool { true }
    /// Returns `false` by default: pixels are encoded as sRGB.
    public func canEmbed(profile: [UInt8]) -> Bool { false }
    /// Returns `false` by default: light above white is mapped to the range of sRGB.
    public func canState(_ codePoints: ColorCodePoints) -> Bool { false }
    /// `false` by default: colours are multiplied by alpha.
    public var keepsTranslucency: Bool { false }
    /// 8 by default: the pixels in the library's format, and the file.
    public var workingBytesPerPixel: Int { 8 }
}

/// An encoder that also encodes animations.
public protocol AnimatedImageEncoder: ImageEncoder {
    /// Encodes all frames with their durations and the number of loops.
    ///
    /// Durations are `rawDurations`, rounded to the unit of the format. Takes one frame after the
    /// other, holds few at once, and checks for cancellation between them.
    ///
    /// - Parameters:
    ///   - frames: The frames of the animation, all of one size.
    ///   - settings: The quality and other settings; those that the format lacks are ignored.
    /// - Returns: All bytes of the file.
    /// - Throws: `CodecError.encoding` if the library fails, and the errors of frames.
    func encode(
        _ frames: any FrameProvider, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock
    /// The formats of samples of frames that it takes, as `sampleFormats` are those of stills.
    ///
    /// The pipeline reduces other frames to 8 bits before the call. Frames of one animation may
    /// have several of the formats.
    var frameSampleFormats: Set<SampleFormat> { get }
}

extension AnimatedImageEncoder {
    /// 8 bits a sample by default.
    public var frameSampleFormats: Set<SampleFormat> { [.bgra8] }
}
