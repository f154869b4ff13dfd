#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes PNG with libpng, 8 bits a sample, in the fewest samples that hold the picture.
    ///
    /// Quality means nothing here, since nothing is lost. Cancellation is honoured between batches of
    /// 64 rows.
    public struct PNGEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "png/libpng-\(String(cString: cpng_version()))/1" }

        /// PNG.
        public var format: ImageFormat { .png }

        /// Encodes a picture, transparency included; interlaced when the settings say progressive.
        ///
        /// - Throws: `CodecError.encoding` when libpng refuses or memory lacks, `CodecError.cancelled`
        ///   when the task was.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            let layout = CPNGLayout(for: bitmap)
            let writer = try PNGWriter()
            let passes = try writer.start(
                size: bitmap.size, layout: layout, isInterlaced: settings.isProgressive)
            let (size, format) = (bitmap.size, layout.pixelFormat)
            let stride = size.width * format.bytesPerPixel
            let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * Self.batch)
            defer { scratch.deallocate() }
            try bitmap.withUnsafeRows { (rows) throws(CodecError) in
                for _ in 0..<passes {
                    for first in Swift.stride(from: 0, to: size.height, by: Self.batch) {
                        guard !Task.isCancelled else { throw .cancelled }
                        let count = min(Self.batch, size.height - first)
                        for row in 0..<count {
                            Convert.unpremultiplied(
                                from: rows + (first + row) * bitmap.bytesPerRow,
                                into: scratch + row * stride, as: format, count: size.width)
                        }
                        try writer.write(scratch, stride: stride, count: count)
                    }
                }
            }
            return try writer.finish()
        }

        private static let batch = 64
    }
#endif
