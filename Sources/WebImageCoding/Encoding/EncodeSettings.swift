public import WebImagePixels

/// What an encoder is told besides the pixels.
///
/// What a format does not have is ignored: quality where it is lossless, a thumbnail where it has none.
public struct EncodeSettings: Hashable, Sendable {
    /// Quality of lossy formats, 1 (smallest) to 100 (best); 80 by default.
    public var quality: Int
    /// Lossless where the format has both.
    public var isLossless: Bool
    /// Progressive or interlaced where the format has it.
    public var isProgressive: Bool
    /// Time spent for smaller files, 1 (fastest) to 10 (smallest); nil for the codec's balance.
    public var effort: Int?
    /// How coarsely colour is stored beside brightness, where the format lets choose.
    public var chroma: ChromaSubsampling
    /// The colour behind transparent pixels in formats without alpha: blue, green, red; white by default.
    public var matte: SIMD3<UInt8>
    /// The longer side of a thumbnail to embed, 0 for none, where the format has one.
    public var thumbnailSide: Int
    /// The box larger pictures are scaled down into before they are encoded; nil for none.
    ///
    /// Encoders may rely on the pipeline's encode stage for it, and for ``maxByteCount``.
    public var maxSize: PixelSize?
    /// The most bytes the file may have: quality is lowered until it fits; nil for no bound.
    public var maxByteCount: Int?
    /// Whether the picture's EXIF block and density are kept: not by default.
    ///
    /// Its orientation then says upright, as the pixels are.
    public var keepsMetadata: Bool
    /// What is written besides the pixels; the encode stage sets it from the picture when it is kept.
    public var embedded: EmbeddedMetadata

    /// Settings, the documented defaults where nothing is given.
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
