public import WebImagePixels

/// How much memory a decode takes, known by the header alone.
public struct MemoryDemand: Hashable, Sendable {
    /// The size that the header says, upright, or as it is stored where it ``turns``.
    public var size: PixelSize
    /// The most bytes that are in use at once: the bitmap that is returned, rows, and what the
    /// library keeps; without the encoded bytes.
    public var byteCount: Int
    /// Whether the stored pixels are turned afterwards, or may be.
    public var turns: Bool

    /// A demand.
    public init(size: PixelSize, byteCount: Int, turns: Bool = false) {
        self.size = size
        self.byteCount = byteCount
        self.turns = turns
    }

    /// The demand of a decoder that makes the whole bitmap, and whose library keeps so much for each
    /// pixel besides.
    public init(of metadata: ImageMetadata, libraryBytesPerPixel: Int) {
        let (bytes, overflow) = metadata.size.area.multipliedReportingOverflow(
            by: 4 + libraryBytesPerPixel)
        self.init(
            size: metadata.size, byteCount: overflow ? .max : bytes,
            turns: metadata.orientation != .up)
    }
}
