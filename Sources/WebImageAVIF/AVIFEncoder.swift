#if AVIF
    import CAVIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes AVIF with libavif, which is loaded on first use: stills and sequences, lossy by quality
    /// or lossless; alpha is kept exactly in both.
    ///
    /// Chroma is coarse below quality 90 unless the settings say otherwise. Cancellation is looked for
    /// before every frame. How often a sequence plays is written by libavif 1.0 and later; readers play
    /// files of earlier ones for ever.
    public struct AVIFEncoder: AnimatedImageEncoder {
        /// An encoder; it loads nothing yet.
        public init() {}

        /// Thirty-two: planes of the source and the result, and what the encoder knows of each block.
        public var workingBytesPerPixel: Int { 32 }

        /// Name of the library, and the version that was built against.
        public var identity: String { "libavif \(AVIFLibrary.version)" }

        /// AVIF.
        public var format: ImageFormat { .avif }

        /// Encodes a still.
        ///
        /// - Throws: `CodecError.encoding` when the library refuses or has no encoder,
        ///   `CodecError.missingLibrary` when it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            if Task.isCancelled { throw .cancelled }
            let writer = try AVIFWriter(settings, loops: 0)
            try writer.add(bitmap, hasAlpha: bitmap.hasTransparency, ticks: nil)
            return try writer.finish()
        }

        /// Encodes a sequence, in milliseconds.
        ///
        /// - Throws: `CodecError` as for a still, or what a frame threw.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let writer = try AVIFWriter(settings, loops: frames.loopCount)
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                if Task.isCancelled { throw .cancelled }
                let bitmap = try frames.bitmap(at: index)
                // A sequence has alpha in all frames or in none, and only the first is known.
                try writer.add(
                    bitmap, hasAlpha: true, ticks: durations[index].milliseconds)
            }
            return try writer.finish()
        }
    }

    extension FrameProvider {
        /// The pixels of a frame; an error that is none of a codec's is told in its words.
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
        /// Whole milliseconds, at least one.
        fileprivate var milliseconds: UInt64 {
            let parts = components
            let rest = (parts.attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
            return UInt64(max(min(parts.seconds, 1 << 40) * 1000 + rest, 1))
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
