#if HEIF
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// The frames of an image sequence, decoded on demand.
    ///
    /// The decoders of the last requested frame are kept, so that forward playback decodes every
    /// frame once. Another frame is decoded from the nearest key frame before it.
    final class HEIFFrames: FrameProvider {
        /// The size of the upright frames before scaling.
        let size: PixelSize
        /// The total number of plays, 0 for infinite.
        let loopCount: Int
        /// The durations in the file.
        let rawDurations: [Duration]
        private let heldBytes: Int
        private let options: DecodeOptions
        private let bytes: ByteBlock
        /// The decoders of the last frame; nil while a caller uses them.
        private let latest: Mutex<HEIFOpenedSequence?>

        /// Creates the frames of a file; nil if it is no sequence of several whole pictures.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        init?(_ bytes: ByteBlock, options: DecodeOptions) throws(CodecError) {
            guard let scene = try Self.open(bytes, options), scene.sequence.count > 1 else {
                return nil
            }
            size = scene.metadata.size
            loopCount = scene.sequence.loopCount
            rawDurations = scene.sequence.durations
            try options.limits.check(frames: rawDurations.count, of: size)
            heldBytes = scene.sequence.heldBytes
            self.bytes = bytes
            self.options = options
            latest = Mutex(scene)
        }

        private static func open(
            _ bytes: ByteBlock, _ options: DecodeOptions
        ) throws(CodecError) -> HEIFOpenedSequence? {
            // Safe because the scene keeps the block, whose bytes never move.
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try HEIFOpenedSequence.find(buffer, options: options, owner: bytes)
            }
        }

        private static func reopen(
            _ bytes: ByteBlock, _ options: DecodeOptions
        ) throws(CodecError) -> HEIFOpenedSequence {
            guard let scene = try open(bytes, options) else {
                throw .damaged(.heic, "the file has no sequence")
            }
            return scene
        }

        /// The number of frames.
        var count: Int { rawDurations.count }

        /// The durations that players apply.
        var durations: [Duration] { rawDurations.map(\.asShown) }

        /// The size of the encoded bytes, and of the pictures that decoding keeps.
        var residentByteCount: Int {
            bytes.count + (latest.withLock { $0 == nil } ? 0 : heldBytes)
        }

        /// Returns the frame at `index`; of two concurrent callers, the second begins at a key
        /// frame.
        ///
        /// - Precondition: `index` is below ``count``.
        func frame(at index: Int) throws -> ImageFrame {
            precondition((0..<count).contains(index), "There is no frame \(index) of \(count).")
            let kept = latest.withLock { $0.take() }
            let scene = if let kept { kept } else { try Self.reopen(bytes, options) }
            defer { latest.withLock { $0 = scene } }
            let bitmap = try scene.bitmap(at: index)
            return ImageFrame(bitmap: bitmap, duration: rawDurations[index].asShown)
        }
    }
#endif
