#if GIF
    import CGIF
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes GIF with giflib, still and animated.
    ///
    /// A picture of up to 256 colours keeps each of them; one of more gets a palette, and is dithered.
    /// A pixel is opaque where its alpha is at least half, else transparent. Quality below 50 means
    /// fewer colours, below 30 no dithering; effort means better colours; progressive means interlaced.
    /// Cancellation is looked for every 64 rows.
    public struct GIFEncoder: ImageEncoder {
        /// An encoder.
        public init() {}

        /// Name and version of the library, and version of this code.
        public var identity: String { GIFDecoder().identity }

        /// GIF.
        public var format: ImageFormat { .gif }

        /// Encodes a still.
        ///
        /// - Throws: `CodecError.encoding` for a side above 65535 or when giflib refuses,
        ///   `CodecError.cancelled` when the task was.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let rect = PixelRect(x: 0, y: 0, size: bitmap.size)
            var rows = GIFRows(bitmap)
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
