#if GIF
    import CGIF
    public import WebImageCoding
    public import WebImagePixels

    /// A GIF encoder based on giflib, for still images and animations.
    ///
    /// An image of up to 256 colours keeps them all; an image of more gets a palette and is
    /// dithered. A pixel is opaque if its alpha is at least half, otherwise transparent. Quality
    /// below 50 reduces the colours, below 30 it turns dithering off. Effort improves the palette;
    /// progressive means interlaced. Cancellation is checked every 64 rows.
    public struct GIFEncoder: ImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// The name and version of the library, and the version of this code.
        public var identity: String { GIFDecoder().identity }

        /// The format: GIF.
        public var format: ImageFormat { .gif }

        /// Encodes a still image.
        ///
        /// - Throws: `CodecError.encoding` for a side above 65535 or if giflib fails,
        ///   `CodecError.cancelled` if the task is cancelled.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let rect = PixelRect(x: 0, y: 0, size: bitmap.size)
            let rows = GIFRows(bitmap.inEightBits)
            let picture = try GIFPicture(rect, quality: GIFQuality(settings)) { rows.row($0) }
            let writer = try GIFWriter(size: bitmap.size, palette: picture.table)
            if let index = picture.table.transparentIndex {
                try writer.control(hundredths: 0, disposal: .keep, transparentIndex: index)
            }
            try picture.write(
                to: writer, outer: rect, shared: picture.table,
                isInterlaced: settings.isProgressive)
            return try writer.finish()
        }
    }
#endif
