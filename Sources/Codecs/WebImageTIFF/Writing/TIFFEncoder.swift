#if TIFF
    import CTIFFShim
    public import WebImageCoding
    public import WebImagePixels

    /// A TIFF encoder based on libtiff, which is loaded on first use: lossless, 8 or 16 bits
    /// a sample.
    ///
    /// Grey, RGB, or RGB with straight alpha, in strips compressed with deflate, or with LZW for
    /// low effort (1 to 3). Cancellation is checked between strips.
    public struct TIFFEncoder: ImageEncoder {
        /// Creates an encoder without loading the library.
        public init() {}

        /// The name of the library, whose version is unknown until it is loaded, and the version of
        /// this code.
        public var identity: String { "tiff/libtiff/1" }

        /// The format: TIFF.
        public var format: ImageFormat { .tiff }

        /// Both formats: files have 8 or 16 bits a sample.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

        /// Returns `true` for profiles of colours and of greys, which are written as such.
        public func canEmbed(profile: [UInt8]) -> Bool { true }

        /// `false`: TIFF is lossless.
        public var hasQuality: Bool { false }

        /// Encodes an image with its transparency, and with the metadata in the settings.
        ///
        /// - Throws: `CodecError.encoding` if libtiff fails or memory is short,
        ///   `CodecError.cancelled` if cancelled, `CodecError.missingLibrary` without libtiff.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            let fewest = bitmap.fewestChannels(needsColor: settings.embedded.needsColor)
            let (size, format) = (bitmap.size, fewest.hasAlpha ? .rgba8 : fewest)
            let (samples, bits) = (format.bytesPerPixel, bitmap.sampleFormat.mostBits)
            let stride = size.width * samples * bits / 8
            let rows = max(1, min(size.height, Self.stripBytes / stride))
            let writer = try TIFFWriter()
            try writer.start(
                size: size, samples: samples, bits: bits, rowsPerStrip: rows,
                isSmall: settings.effort.map { $0 > 3 } ?? true,
                density: settings.embedded.density)
            let strip = try TIFFBuffer(count: stride * rows)
            for first in Swift.stride(from: 0, to: size.height, by: rows) {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(rows, size.height - first)
                switch bitmap.sampleFormat {
                case .bgra8:
                    bitmap.writeRows(
                        first..<first + count, into: strip.base, stride: stride, as: format)
                case .rgba16:
                    bitmap.writeDeepRows(
                        first..<first + count, into: strip.levels(UInt16.self), as: format)
                }
                try writer.write(strip.base, strip: first / rows, count: stride * count)
            }
            return try TIFFMetadata.adding(settings.embedded, to: writer.finish())
        }

        private static let stripBytes = 256 << 10
    }
#endif
