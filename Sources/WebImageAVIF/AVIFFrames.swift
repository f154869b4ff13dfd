#if AVIF
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// The frames of a sequence, decoded when they are asked for.
    ///
    /// It keeps the decoder of the frame that was asked for last, so that playing forward decodes every
    /// frame once. A frame elsewhere is decoded from the nearest key frame before it.
    final class AVIFFrames: FrameProvider {
        /// Width and height of the upright frames, before scaling.
        let size: PixelSize
        /// How often the sequence plays in total, 0 for ever.
        let loopCount: Int
        /// Durations of the file.
        let rawDurations: [Duration]
        private let bytes: ByteBlock
        private let limits: DecodeLimits
        private let pixels: AVIFPixels
        /// Bytes of a frame's planes.
        private let planeBytes: Int
        /// The decoder of the frame decoded last; nil while a caller works with it.
        private let latest: Mutex<AVIFFile?>

        /// The frames of `file`, which was opened on `bytes`.
        ///
        /// - Throws: `CodecError.limit` when a frame needs more memory than allowed.
        init(
            _ file: AVIFFile, of bytes: ByteBlock, options: DecodeOptions
        ) throws(CodecError) {
            pixels = try AVIFPixels(file, options: options, isPlayed: true)
            let metadata = try bytes.withSpan { bytes throws(CodecError) in
                try file.metadata(bytes)
            }
            size = metadata.size
            loopCount = metadata.loopCount ?? 0
            rawDurations = metadata.durations
            planeBytes = file.size.area * file.planeBytesPerPixel
            self.bytes = bytes
            limits = options.limits
            latest = Mutex(file)
        }

        /// Opens `bytes`, which the file keeps.
        static func open(
            _ bytes: ByteBlock, limits: DecodeLimits
        ) throws(CodecError) -> AVIFFile {
            // Safe because the file keeps the block, whose bytes never move.
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try AVIFFile(buffer, limits: limits, owner: bytes)
            }
        }

        /// The number of frames.
        var count: Int { rawDurations.count }

        /// Durations of a player.
        var durations: [Duration] { rawDurations.map(\.asShown) }

        /// Encoded bytes, and the planes of the frame decoded last.
        var residentByteCount: Int {
            bytes.count + latest.withLock { ($0?.index ?? -1) < 0 ? 0 : planeBytes }
        }

        /// The frame at `index`; two callers at once don't wait for each other, the second begins at
        /// a key frame.
        ///
        /// - Precondition: `index` is below ``count``.
        func frame(at index: Int) throws -> ImageFrame {
            precondition((0..<count).contains(index), "There is no frame \(index) of \(count).")
            let kept = latest.withLock { $0.take() }
            let file = if let kept { kept } else { try Self.open(bytes, limits: limits) }
            defer { latest.withLock { $0 = file } }
            try file.advance(to: index)
            let bitmap = try pixels.bitmap(of: file)
            return ImageFrame(bitmap: bitmap, duration: rawDurations[index].asShown)
        }
    }
#endif
