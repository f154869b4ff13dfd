#if TIFF
    import CTIFFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes TIFF with libtiff, which is loaded on first use: 8 bits a sample, nothing is lost.
    ///
    /// Grey, RGB, or RGB with plain alpha, in strips that are deflated, or packed as LZW where the
    /// settings ask for little effort (1 to 3). Cancellation is honoured between strips.
    public struct TIFFEncoder: ImageEncoder {
        /// An encoder; loads nothing yet.
        public init() {}

        /// Name of the library and version of this code; the library is not asked, since that would
        /// load it.
        public var identity: String { "tiff/libtiff/1" }

        /// TIFF.
        public var format: ImageFormat { .tiff }

        /// Nothing is lost, whatever the quality.
        public var hasQuality: Bool { false }

        /// Encodes a picture, transparency included, with its density where the settings have one.
        ///
        /// - Throws: `CodecError.encoding` when libtiff refuses or memory lacks, `CodecError.cancelled`
        ///   when the task was, `CodecError.missingLibrary` without libtiff.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            let (size, format) = (bitmap.size, bitmap.tiffFormat)
            let stride = size.width * format.bytesPerPixel
            let rows = max(1, min(size.height, Self.stripBytes / stride))
            let writer = try TIFFWriter()
            try writer.start(
                size: size, samples: format.bytesPerPixel, rowsPerStrip: rows,
                isSmall: settings.effort.map { $0 > 3 } ?? true,
                density: settings.embedded.density)
            let strip = try TIFFBuffer(count: stride * rows)
            try bitmap.withUnsafeRows { (source) throws(CodecError) in
                for first in Swift.stride(from: 0, to: size.height, by: rows) {
                    guard !Task.isCancelled else { throw .cancelled }
                    let count = min(rows, size.height - first)
                    for row in 0..<count {
                        Convert.unpremultiplied(
                            from: source + (first + row) * bitmap.bytesPerRow,
                            into: strip.base + row * stride, as: format, count: size.width)
                    }
                    try writer.write(strip.base, strip: first / rows, count: stride * count)
                }
            }
            return try writer.finish()
        }

        private static let stripBytes = 256 << 10
    }

    extension Bitmap {
        /// The fewest samples that hold every pixel.
        fileprivate var tiffFormat: PixelFormat {
            let fewest = fewestChannels
            return fewest.hasAlpha ? .rgba8 : fewest
        }
    }
#endif
