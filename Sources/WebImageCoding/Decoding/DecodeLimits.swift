public import WebImagePixels

/// What a decoder refuses before it allocates.
public struct DecodeLimits: Hashable, Sendable {
    /// The most pixels a picture may have, 100 megapixels by default.
    public var maxPixels: Int
    /// The most bytes of memory its pixels may take, 512 MB by default.
    public var maxBytes: Int
    /// The most frames an animation may have, 100,000 by default.
    public var maxFrames: Int

    /// The longest side a picture may have: scaling keeps weights for each row and column.
    public static let maxSide = 1 << 20

    /// Limits, the documented defaults where nothing is given.
    public init(
        maxPixels: Int = 100_000_000, maxBytes: Int = 512 << 20, maxFrames: Int = 100_000
    ) {
        self.maxPixels = maxPixels
        self.maxBytes = maxBytes
        self.maxFrames = maxFrames
    }

    /// Checks the size that a header claims, before anything is allocated for it.
    ///
    /// - Parameter bytesPerPixel: What the decoder needs at once for a pixel of that size; below 4
    ///   it makes no bitmap of it.
    /// - Throws: `CodecError.limit` when it is too large, `CodecError.damaged` when a side is 0.
    public func check(
        _ size: PixelSize, format: ImageFormat, bytesPerPixel: Int = 4
    ) throws(CodecError) {
        guard !size.isEmpty else {
            throw .damaged(format, "the header claims a size of \(size)")
        }
        guard size.area <= maxPixels else {
            throw .limit("\(size) pixels, more than the \(maxPixels) allowed")
        }
        guard max(size.width, size.height) <= Self.maxSide else {
            throw .limit("\(size) pixels, more than the \(Self.maxSide) allowed in a row or column")
        }
        let (bytes, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        // Rows of a bitmap are padded; a decoder that needs less a pixel makes a smaller one.
        let padded = bytesPerPixel >= 4 ? Bitmap.byteCount(of: size) : 0
        guard !overflow, max(bytes, padded) <= maxBytes else {
            throw .limit("\(size) needs more than the \(maxBytes) bytes allowed")
        }
    }

    /// Checks a number of frames.
    ///
    /// - Throws: `CodecError.limit` when there are too many.
    public func check(frames: Int) throws(CodecError) {
        guard frames <= maxFrames else {
            throw .limit("\(frames) frames, more than the \(maxFrames) allowed")
        }
    }
}
