#if AVIF
    import CAVIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// An AVIF encoder for stills and sequences, lossy or lossless, based on libavif, which is
    /// loaded on first use.
    ///
    /// Alpha is always lossless. Deep stills have 10 bits if their samples have no more, else 12,
    /// and state PQ and HLG by code points, with the light of the picture.
    /// Chroma is subsampled below quality 90 unless the settings choose.
    /// Cancellation is checked before every frame. Only libavif 1.0 and later writes the number of
    /// plays; readers repeat other files forever.
    public struct AVIFEncoder: AnimatedImageEncoder {
        /// Creates an encoder without loading the library.
        public init() {}

        /// 32: planes of the source and the result, and the encoder's state of each block.
        public var workingBytesPerPixel: Int { 32 }

        /// The name of the library and the version of its headers.
        public var identity: String { "libavif \(AVIFLibrary.version)" }

        /// The format: AVIF.
        public var format: ImageFormat { .avif }

        /// 8 bits, and 16 for stills, which are stored with 10 or 12.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

        /// Returns `true` for profiles of colours.
        public func canEmbed(profile: [UInt8]) -> Bool { !ICCProfile.isGray(profile) }

        /// `true`: such samples are stored straight.
        public var keepsTranslucency: Bool { true }

        /// Returns `true` for PQ and HLG with the primaries of BT.709, P3 or BT.2020.
        public func canState(_ codePoints: ColorCodePoints) -> Bool { codePoints.isLight }

        /// Encodes a still image; light above white is mapped to the range of sRGB.
        ///
        /// - Throws: `CodecError.encoding` if the library fails or has no encoder,
        ///   `CodecError.missingLibrary` if it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            if Task.isCancelled { throw .cancelled }
            if bitmap.sampleFormat == .rgbaHalf {
                var settings = settings
                (settings.codePoints, settings.embedded.profile) = (nil, nil)
                var deep = try bitmap.replaced(by: bitmap.size) { $0.converted(to: .rgba16) }
                deep.significantBits = max(deep.significantBits, 10)
                return try encode(deep, settings: settings)
            }
            let writer = try AVIFWriter(settings, loops: 0)
            try writer.add(bitmap, hasAlpha: bitmap.hasTransparency, ticks: nil)
            return try writer.finish()
        }

        /// Encodes a sequence with durations in milliseconds, without alpha if all frames are
        /// opaque.
        ///
        /// - Throws: `CodecError` as for a still image, and the errors of `frames`.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try format.fileOfFrames { (hasAlpha) throws(CodecError) in
                try Self.file(of: frames, hasAlpha: hasAlpha, settings)
            }
        }

        /// Encodes all frames; nil once a frame needs alpha, since all have it or none.
        private static func file(
            of frames: any FrameProvider, hasAlpha: Bool, _ settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock? {
            let writer = try AVIFWriter(settings, loops: frames.loopCount)
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                let bitmap = try frames.bitmap(at: index, for: .avif)
                guard hasAlpha || !bitmap.hasTransparency else { return nil }
                let ticks = max(1, durations[index].wholeMilliseconds)
                try writer.add(bitmap, hasAlpha: hasAlpha, ticks: UInt64(ticks))
            }
            return try writer.finish()
        }
    }
#endif
