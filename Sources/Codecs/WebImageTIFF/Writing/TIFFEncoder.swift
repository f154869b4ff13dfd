#if TIFF
    import CTIFFShim
    public import WebImageCoding
    public import WebImagePixels

    /// A TIFF encoder based on libtiff, which is loaded on first use: lossless, 8 or 16 bits
    /// a sample, of light half floats.
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

        /// All formats: files have 8 or 16 bits a sample, or half floats.
        public var sampleFormats: Set<SampleFormat> { .all }

        /// `true`: such samples are stored straight.
        public var keepsTranslucency: Bool { true }

        /// Returns `true` for profiles of colours and of greys, which are written as such.
        public func canEmbed(profile: [UInt8]) -> Bool { true }

        /// `false`: TIFF is lossless.
        public var hasQuality: Bool { false }

        /// Encodes an image with its transparency, and with the metadata in the settings.
        ///
        /// Light gets the profile in the settings if that states linear light, else one of sRGB's
        /// primaries.
        ///
        /// - Throws: `CodecError.encoding` if libtiff fails or memory is short,
        ///   `CodecError.cancelled` if cancelled, `CodecError.missingLibrary` without libtiff.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            let embedded =
                bitmap.sampleFormat == .rgbaHalf ? settings.embedded.ofLight : settings.embedded
            let fewest = bitmap.fewestChannels(needsColor: embedded.needsColor)
            let (size, format) = (bitmap.size, fewest.hasAlpha ? .rgba8 : fewest)
            let samples = format.bytesPerPixel
            let stored = settings.storedFormat(of: bitmap)
            let stride = size.width * samples * stored.mostBits / 8
            let rows = max(1, min(size.height, Self.stripBytes / stride))
            let writer = try TIFFWriter()
            try writer.start(
                size: size, samples: samples, of: stored, rowsPerStrip: rows,
                isSmall: settings.effort.map { $0 > 3 } ?? true, density: embedded.density)
            let strip = try TIFFBuffer(count: stride * rows)
            for first in Swift.stride(from: 0, to: size.height, by: rows) {
                guard !Task.isCancelled else { throw .cancelled }
                let count = min(rows, size.height - first)
                switch stored {
                case .bgra8:
                    bitmap.writeRows(
                        first..<first + count, into: strip.base, stride: stride, as: format)
                case .rgba16, .rgbaHalf:
                    bitmap.writeDeepRows(
                        first..<first + count, into: strip.levels(UInt16.self), as: format)
                }
                try writer.write(strip.base, strip: first / rows, count: stride * count)
            }
            return try TIFFMetadata.adding(embedded, to: writer.finish())
        }

        private static let stripBytes = 256 << 10
    }

    extension EmbeddedMetadata {
        /// The same metadata with a profile of linear light: its own, or that of sRGB's primaries.
        fileprivate var ofLight: EmbeddedMetadata {
            if let profile, LinearLight(.profile(ByteBlock(copying: profile))) != nil {
                return self
            }
            var result = self
            result.profile = ColorCodePoints(primaries: .bt709, transfer: .linear).profile?
                .withUnsafeBytes { Array($0) }
            return result
        }
    }
#endif
