#if AVIF
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// The frames of a sequence, decoded on demand.
    ///
    /// The decoder of the last requested frame is kept, so that forward playback decodes every
    /// frame once. Another frame is decoded from the nearest key frame before it.
    final class AVIFFrames: FrameProvider {
        /// The size of the upright frames before scaling.
        let size: PixelSize
        /// The total number of plays, 0 for infinite.
        let loopCount: Int
        /// The durations in the file.
        let rawDurations: [Duration]
        private let bytes: ByteBlock
        private let limits: DecodeLimits
        private let pixels: AVIFPixels
        /// The size in bytes of a frame's planes.
        private let planeBytes: Int
        /// The decoder of the last frame; nil while a caller uses it.
        private let latest: Mutex<AVIFFile?>

        /// Creates the frames of `file`, which was opened on `bytes`.
        ///
        /// - Throws: `CodecError.limit` if a frame needs more memory than allowed.
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

        /// Opens `bytes`, which the file retains.
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

        /// The durations that players apply.
        var durations: [Duration] { rawDurations.map(\.asShown) }

        /// The size of the encoded bytes and of the planes of the last frame.
        var residentByteCount: Int {
            bytes.count + latest.withLock { ($0?.index ?? -1) < 0 ? 0 : planeBytes }
        }

        /// Returns the frame at `index`; of two concurrent callers, the second begins at a key
        /// frame.
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
