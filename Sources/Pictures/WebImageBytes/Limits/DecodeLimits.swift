public import WebImagePixels

/// The limits that a decoder checks before it allocates memory.
public struct DecodeLimits: Hashable, Sendable {
    /// The most pixels of a picture, 100 megapixels by default.
    public var maxPixels: Int
    /// The most bytes of memory for its pixels, 512 MB by default.
    public var maxBytes: Int
    /// The most frames of an animation, 100,000 by default.
    public var maxFrames: Int
    /// The most pixels of all frames of an animation: frames × canvas; 20 gigapixels by default.
    public var maxAnimationPixels: Int
    /// The most processor time of a decoder process for a header, a picture or a frame; nil for 5
    /// seconds.
    ///
    /// By the clock it may take twice as long. A decoder in the program itself cannot be ended.
    public var maxTime: Duration?

    /// The longest side of a picture in pixels: scaling stores weights for each row and column.
    public static let maxSide = 1 << 20
    /// The most samples of a pixel: colours, alpha and further channels, such as spectral bands.
    public static let maxSamplesPerPixel = 32

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maxPixels: The most pixels of an image: width × height.
    ///   - maxBytes: The most bytes of memory for its pixels.
    ///   - maxFrames: The most frames of an animation.
    ///   - maxAnimationPixels: The most pixels of all frames of an animation: frames × canvas.
    public init(
        maxPixels: Int = 100_000_000, maxBytes: Int = 512 << 20, maxFrames: Int = 100_000,
        maxAnimationPixels: Int = 20_000_000_000
    ) {
        self.maxPixels = maxPixels
        self.maxBytes = maxBytes
        self.maxFrames = maxFrames
        self.maxAnimationPixels = maxAnimationPixels
    }

    /// The limits of headers that are read without memory for pixels.
    package static let ofHeaders = DecodeLimits(
        maxPixels: 1 << 40, maxBytes: 1 << 45, maxAnimationPixels: .max)

    /// Checks the size in a header, before anything behind it is read and memory is allocated for
    /// it.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels.
    ///   - format: The format, for the error.
    ///   - bytesPerPixel: The bytes of memory that the decoder needs at once for each pixel; a
    ///     decoder that needs less than 4 makes no bitmap of this size.
    ///   - samples: The samples of a pixel, shown or not.
    /// - Throws: `CodecError.limit` if a limit, ``maxSide`` or ``maxSamplesPerPixel`` is exceeded,
    ///   `CodecError.damaged` if a side is 0.
    public func check(
        _ size: PixelSize, format: ImageFormat, bytesPerPixel: Int = 4, samples: Int = 4
    ) throws(CodecError) {
        guard !size.isEmpty else { throw .damaged(format, "the header says a size of \(size)") }
        guard size.area <= maxPixels else {
            throw .limit("\(size) pixels, more than the \(maxPixels) allowed")
        }
        guard max(size.width, size.height) <= Self.maxSide else {
            throw .limit("\(size) pixels, more than the \(Self.maxSide) allowed in a row or column")
        }
        guard samples <= Self.maxSamplesPerPixel else {
            throw .limit(
                "\(size) pixels of \(samples) samples, more than the \(Self.maxSamplesPerPixel) "
                    + "samples of a pixel allowed")
        }
        try check(
            samples: Self.product(size.area, samples), of: "\(size) pixels of \(samples) samples")
        let (bytes, overflow) = size.area.multipliedReportingOverflow(by: bytesPerPixel)
        // Bitmap rows are padded; a decoder below 4 bytes a pixel makes a smaller bitmap.
        let padded = bytesPerPixel >= 4 ? Bitmap.byteCount(of: size) : 0
        guard !overflow, max(bytes, padded) <= maxBytes else {
            throw .limit("\(size) needs more than the \(maxBytes) bytes allowed")
        }
    }

    /// Checks a number of frames.
    ///
    /// - Parameter frames: The number of frames of an animation.
    /// - Throws: `CodecError.limit` if it exceeds ``maxFrames``.
    public func check(frames: Int) throws(CodecError) {
        guard frames <= maxFrames else {
            throw .limit("\(frames) frames, more than the \(maxFrames) allowed")
        }
    }

    /// Checks the pixels of all frames, before the frames of an animation are opened.
    ///
    /// Each frame may cost the work of its whole canvas, however few bytes it has. A pixel of more
    /// than four samples counts as more than one.
    ///
    /// - Parameters:
    ///   - frames: The number of frames of an animation.
    ///   - canvas: The width and height of its canvas in pixels.
    ///   - samples: The samples of a pixel.
    /// - Throws: `CodecError.limit` if they exceed ``maxAnimationPixels``.
    public func check(
        frames: Int, of canvas: PixelSize, samples: Int = 4
    ) throws(CodecError) {
        let pixels = Self.product(canvas.area, max(samples, 4), frames) / 4
        guard pixels <= maxAnimationPixels else {
            throw .limit(
                "\(frames) frames of \(canvas) have \(pixels) pixels, "
                    + "more than the \(maxAnimationPixels) allowed")
        }
    }
}
