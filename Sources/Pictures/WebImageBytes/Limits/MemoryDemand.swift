public import WebImagePixels

/// The memory that a decode takes, estimated from the header alone.
public struct MemoryDemand: Hashable, Sendable {
    /// The size in the header: upright, or as stored if it ``turns``.
    public var size: PixelSize
    /// The peak of bytes in use: the returned bitmap, rows, and the library's memory; without the
    /// encoded bytes.
    public var byteCount: Int
    /// `true` if the stored pixels are, or may be, rotated afterwards.
    public var turns: Bool
    /// The layout of the returned bitmap's samples; 8 bits unless it is set.
    public var sampleFormat = SampleFormat.bgra8

    /// Creates a demand.
    ///
    /// - Parameters:
    ///   - size: The width and height in the header, in pixels.
    ///   - byteCount: The peak of bytes in use, without the encoded bytes.
    ///   - turns: `true` if the stored pixels are, or may be, rotated afterwards.
    public init(size: PixelSize, byteCount: Int, turns: Bool = false) {
        self.size = size
        self.byteCount = byteCount
        self.turns = turns
    }

    /// Creates the demand of a decoder that makes the whole bitmap.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the file.
    ///   - libraryBytesPerPixel: The bytes that the decoder's library needs for each pixel besides.
    public init(of metadata: ImageMetadata, libraryBytesPerPixel: Int) {
        let (bytes, overflow) = metadata.size.area.multipliedReportingOverflow(
            by: 4 + libraryBytesPerPixel)
        self.init(
            size: metadata.size, byteCount: overflow ? .max : bytes,
            turns: metadata.orientation != .up)
    }
}
