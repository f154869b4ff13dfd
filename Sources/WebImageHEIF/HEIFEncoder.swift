#if HEIF
    import CHEIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes a still HEIC with libheif, which is loaded on first use, where it has an HEVC encoder
    /// (x265): lossy by quality, or lossless; with a thumbnail if the settings want one.
    ///
    /// Cancellation is looked for before each call that encodes.
    public struct HEIFEncoder: ImageEncoder {
        /// An encoder; it loads nothing yet.
        public init() {}

        /// Thirty-two: planes of the source and the result, and what the encoder knows of each block.
        public var workingBytesPerPixel: Int { 32 }

        /// Name of the library, and the version that was built against.
        public var identity: String { "libheif \(LIBHEIF_VERSION)" }

        /// HEIC.
        public var format: ImageFormat { .heic }

        /// Encodes a still.
        ///
        /// - Throws: `CodecError.encoding` when the library refuses or has no encoder,
        ///   `CodecError.missingLibrary` when it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            if Task.isCancelled { throw .cancelled }
            let writer = try HEIFWriter(settings)
            try writer.add(bitmap, hasAlpha: bitmap.hasTransparency)
            return try writer.finish()
        }
    }

    extension Bitmap {
        /// Whether a pixel is not opaque.
        fileprivate var hasTransparency: Bool {
            guard !isOpaque else { return false }
            return withUnsafeRows { rows in
                (0..<size.height).contains { y in
                    let row = rows + y * bytesPerRow
                    return (0..<size.width).contains { row[$0 * 4 + 3] != 255 }
                }
            }
        }
    }
#endif
