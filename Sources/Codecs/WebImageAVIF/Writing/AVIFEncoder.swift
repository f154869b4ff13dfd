#if AVIF
    import CAVIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// An AVIF encoder for stills and sequences, lossy or lossless, based on libavif, which is
    /// loaded on first use.
    ///
    /// Alpha is always lossless. Chroma is subsampled below quality 90 unless the settings choose.
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

        /// Returns `true` for profiles of colours.
        public func canEmbed(profile: [UInt8]) -> Bool { !ICCProfile.isGray(profile) }

        /// Encodes a still image.
        ///
        /// - Throws: `CodecError.encoding` if the library fails or has no encoder,
        ///   `CodecError.missingLibrary` if it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            if Task.isCancelled { throw .cancelled }
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
            if let opaque = try Self.writer(of: frames, hasAlpha: false, settings) {
                return try opaque.finish()
            }
            guard let writer = try Self.writer(of: frames, hasAlpha: true, settings) else {
                throw .encoding(.avif, "the animation has no frames")
            }
            return try writer.finish()
        }

        /// Encodes all frames; nil once a frame needs alpha, since all have it or none.
        private static func writer(
            of frames: any FrameProvider, hasAlpha: Bool, _ settings: EncodeSettings
        ) throws(CodecError) -> AVIFWriter? {
            let writer = try AVIFWriter(settings, loops: frames.loopCount)
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                if Task.isCancelled { throw .cancelled }
                let bitmap = try frames.bitmap(at: index)
                guard hasAlpha || !bitmap.hasTransparency else { return nil }
                try writer.add(bitmap, hasAlpha: hasAlpha, ticks: durations[index].milliseconds)
            }
            return writer
        }
    }

    extension FrameProvider {
        /// Returns the pixels of a frame; other errors are converted to `CodecError`.
        fileprivate func bitmap(at index: Int) throws(CodecError) -> Bitmap {
            do {
                return try frame(at: index).bitmap
            } catch let error as CodecError {
                throw error
            } catch {
                throw .encoding(.avif, "frame \(index): \(error)")
            }
        }
    }

    extension Duration {
        /// The duration in whole milliseconds, at least one.
        fileprivate var milliseconds: UInt64 {
            let parts = components
            let rest = (parts.attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
            return UInt64(max(min(parts.seconds, 1 << 40) * 1000 + rest, 1))
        }
    }
#endif
