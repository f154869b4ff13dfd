#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes JPEG with libjpeg-turbo; baseline, or progressive when the settings say so.
    ///
    /// Colour is stored at half resolution below quality 90. Cancellation is honoured between batches
    /// of 64 rows.
    public struct JPEGEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/1" }

        /// JPEG.
        public var format: ImageFormat { .jpeg }

        /// Encodes a picture as it looks on the matte.
        ///
        /// - Throws: `CodecError.encoding` for a side beyond 65,500 pixels or without memory,
        ///   `CodecError.cancelled` when the task was.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            let writer = try JPEGWriter()
            try writer.start(size: bitmap.size, settings: settings)
            let stride = bitmap.bytesPerRow
            let size = bitmap.size
            let scratch = UnsafeMutablePointer<UInt8>.allocate(
                capacity: bitmap.isOpaque ? 1 : stride * Self.batch)
            defer { scratch.deallocate() }
            try bitmap.withUnsafeRows { (rows) throws(CodecError) in
                for first in Swift.stride(from: 0, to: size.height, by: Self.batch) {
                    guard !Task.isCancelled else { throw .cancelled }
                    let count = min(Self.batch, size.height - first)
                    let source = rows + first * stride
                    if bitmap.isOpaque {
                        try writer.write(source, stride: stride, count: count)
                        continue
                    }
                    for row in 0..<count {
                        Convert.unpremultiplied(
                            from: source + row * stride, into: scratch + row * stride, as: .bgrx8,
                            matte: settings.matte, count: size.width)
                    }
                    try writer.write(scratch, stride: stride, count: count)
                }
            }
            return try writer.finish()
        }

        private static let batch = 64
    }
#endif
