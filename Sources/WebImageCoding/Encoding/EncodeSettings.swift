public import WebImagePixels

/// The parameters of an encode besides the pixels.
///
/// Settings that a format does not support are ignored, such as the quality of a lossless one.
public struct EncodeSettings: Hashable, Sendable {
    /// The quality of lossy formats, 1 (smallest) to 100 (best); 80 by default.
    public var quality: Int
    /// `true` for lossless files, if the format has both kinds.
    public var isLossless: Bool
    /// `true` for progressive or interlaced files, if the format has them.
    public var isProgressive: Bool
    /// The time to spend on the size, 1 (fastest) to 10 (smallest); nil for the codec's default.
    public var effort: Int?
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
    /// The most bytes of the file: quality is lowered until it fits; nil for no limit.
    public var maxByteCount: Int?
    /// `true` to keep the picture's EXIF block and density; `false` by default.
    ///
    /// Its orientation is set to upright, like the pixels.
    public var keepsMetadata: Bool
    /// The metadata to embed; the encode stage sets it if the picture's metadata is kept.
    public var embedded: EmbeddedMetadata

    /// Creates settings; each parameter is the property of its name.
    ///
    /// Quality and effort are clamped to their ranges.
    public init(
        quality: Int = 80, isLossless: Bool = false, isProgressive: Bool = false,
        effort: Int? = nil, chroma: ChromaSubsampling = .automatic,
        matte: SIMD3<UInt8> = SIMD3(255, 255, 255), thumbnailSide: Int = 0,
        maxSize: PixelSize? = nil, maxByteCount: Int? = nil, keepsMetadata: Bool = false,
        embedded: EmbeddedMetadata = EmbeddedMetadata()
    ) {
        self.quality = min(max(quality, 1), 100)
        self.isLossless = isLossless
        self.isProgressive = isProgressive
        self.effort = effort.map { min(max($0, 1), 10) }
        self.chroma = chroma
        self.matte = matte
        self.thumbnailSide = max(thumbnailSide, 0)
        self.maxSize = maxSize
        self.maxByteCount = maxByteCount
        self.keepsMetadata = keepsMetadata
        self.embedded = embedded
    }
}
