/// What an encoder is told besides the pixels.
public struct EncodeSettings: Hashable, Sendable {
    /// Quality of lossy formats, 1 (smallest) to 100 (best); 80 by default.
    public var quality: Int
    /// Lossless where the format has both.
    public var isLossless: Bool
    /// Progressive or interlaced where the format has it.
    public var isProgressive: Bool
    /// The colour behind transparent pixels in formats without alpha: blue, green, red; white by default.
    public var matte: SIMD3<UInt8>

    /// Settings, the documented defaults where nothing is given.
    public init(
        quality: Int = 80, isLossless: Bool = false, isProgressive: Bool = false,
        matte: SIMD3<UInt8> = SIMD3(255, 255, 255)
    ) {
        self.quality = min(max(quality, 1), 100)
        self.isLossless = isLossless
        self.isProgressive = isProgressive
        self.matte = matte
    }
}
