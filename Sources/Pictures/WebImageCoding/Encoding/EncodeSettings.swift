public import WebImageColorimetry
import WebImageMetadata
public import WebImagePixels

/// The parameters of an encode besides the pixels.
///
/// Settings that a format does not support are ignored, such as the quality of a lossless one.
public struct EncodeSettings: Hashable, Sendable {
    /// The quality of lossy formats, 1 (smallest) to 100 (best); 80 by default.
    ///
    /// Once set, also to 80, it is stated: a picture is then encoded anew even if nothing else
    /// changes.
    public var quality: Int { didSet { isQualityStated = true } }
    /// `true` if the quality was set, and is not the default one.
    package private(set) var isQualityStated: Bool
    /// `true` for lossless files, if the format has both kinds.
    public var isLossless: Bool
    /// `true` for progressive or interlaced files, if the format has them.
    public var isProgressive: Bool
    /// The time to spend on the size, 1 (fastest) to 10 (smallest); nil for the codec's default.
    public var effort: Int?
    /// The most colours of a picture, 2 to 256, in formats with a palette: PNG; nil, the default,
    /// for all of its own.
    ///
    /// Colours that are too many are replaced by similar ones, dithered. A picture with translucent
    /// pixels keeps all.
    public var maxColorCount: Int?
    /// The bits of a sample, if the format has a choice; those of the pixels by default.
    public var depth = EncodeDepth.keep
    /// The form of light above white in the file; nil, the default, for the format's usual one.
    ///
    /// It counts for pixels of `SampleFormat.rgbaHalf`. A format without this form gets its usual
    /// one, and a format without any gets pixels that are mapped to the range of sRGB.
    public var lightCurve: LightCurve?
    /// The colours of a bitmap of `SampleFormat.rgba16`, in PQ or HLG, that the file states; nil
    /// for those of the profile, or sRGB.
    ///
    /// The encode stage sets it for encoders that can state them
    /// (`ImageEncoder.canState(_:)`).
    public var codePoints: ColorCodePoints?
    /// The light of the picture that the file states beside ``codePoints``.
    public var contentLight: ContentLight?
    /// The resolution of colour relative to brightness, if the format has a choice.
    public var chroma: ChromaSubsampling
    /// The blue, green, red behind transparent pixels in formats without alpha; white by default.
    public var matte: SIMD3<UInt8>
    /// The longer side in pixels of an embedded thumbnail, 0 for none; ignored by formats without.
    public var thumbnailSide: Int
    /// The box that larger pictures are reduced to before they are encoded; nil for none.
    ///
    /// The pipeline's encode stage applies this and ``maxByteCount``; encoders may ignore both.
    public var maxSize: PixelSize?
    /// The most bytes of the file; nil for no limit.
    ///
    /// Quality is lowered until the file fits, down to 10; then the picture is scaled down, unless
    /// ``fitsBytesByQualityOnly``.
    public var maxByteCount: Int?
    /// `true` never to scale the picture down for ``maxByteCount``: a file that no quality makes
    /// small enough has more bytes.
    public var fitsBytesByQualityOnly = false
    /// The picture's metadata that the file keeps; nil, the default, states nothing.
    ///
    /// Without a statement an encoded file has none, and original bytes stay as they are. Kept EXIF
    /// says upright, like the pixels, and has no thumbnail. XMP and IPTC come from the original
    /// bytes, so they need a response with `keepsEncodedBytes`, or a serializer.
    public var metadata: MetadataPolicy?
    /// The handling of the picture's gain map; it is kept by default.
    ///
    /// Its quality is the picture's, but not below 75; ``maxByteCount`` counts both. ``metadata``
    /// does not decide about it.
    public var gainMap = GainMapPolicy.keep
    /// The timing of an animation; its own by default.
    public var animation = AnimationTiming()
    /// The metadata to embed; the encode stage sets it if the picture's metadata is kept.
    public var embedded: EmbeddedMetadata

    /// Creates settings; each parameter is the property of its name, nil as quality its default.
    ///
    /// Quality and effort are clamped to their ranges.
    public init(
        quality: Int? = nil, isLossless: Bool = false, isProgressive: Bool = false,
        effort: Int? = nil, chroma: ChromaSubsampling = .automatic,
        matte: SIMD3<UInt8> = SIMD3(255, 255, 255), thumbnailSide: Int = 0,
        maxSize: PixelSize? = nil, maxByteCount: Int? = nil, metadata: MetadataPolicy? = nil,
        embedded: EmbeddedMetadata = EmbeddedMetadata()
    ) {
        self.quality = min(max(quality ?? 80, 1), 100)
        isQualityStated = quality != nil
        self.isLossless = isLossless
        self.isProgressive = isProgressive
        self.effort = effort.map { min(max($0, 1), 10) }
        self.chroma = chroma
        self.matte = matte
        self.thumbnailSide = max(thumbnailSide, 0)
        self.maxSize = maxSize
        self.maxByteCount = maxByteCount
        self.metadata = metadata
        self.embedded = embedded
    }
}

extension EncodeSettings {
    /// Returns the layout of the samples that a file stores of a bitmap: those of 8 bits for
    /// straight samples that have no more, unless they are PQ or HLG.
    package func storedFormat(of bitmap: Bitmap) -> SampleFormat {
        bitmap.isWidened && codePoints == nil ? .bgra8 : bitmap.sampleFormat
    }
}
