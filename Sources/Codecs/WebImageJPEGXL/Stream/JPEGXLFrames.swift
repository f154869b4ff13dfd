#if JPEGXL
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// The frames of an animation, decoded on demand.
    ///
    /// Forward playback decodes each frame once. For an earlier frame the decoder rewinds and
    /// decodes only the frames that it depends on. Memory is bounded by the last frame and the
    /// library's state, regardless of the number of frames.
    final class JPEGXLFrames: FrameProvider {
        let rawDurations: [Duration]
        private let bytes: ByteBlock
        private let plan: JPEGXLPlan
        /// The decoder; nil before the first frame, and while a caller uses it.
        private let player = Mutex<Player?>(nil)

        // Safe because it is owned by the mutex or by the one caller that took it.
        private struct Player: @unchecked Sendable {
            let reader: JPEGXLReader
            var offset = 0
            var latest: (index: Int, bitmap: Bitmap)?
        }

        /// - Precondition: There is a duration for each frame, and at least one.
        init(_ bytes: ByteBlock, plan: JPEGXLPlan, durations: [Duration]) {
            self.bytes = bytes
            self.plan = plan
            rawDurations = durations
        }

        var size: PixelSize { plan.size }
        var count: Int { rawDurations.count }
        var durations: [Duration] { rawDurations.map(\.asShown) }
        var loopCount: Int { plan.header.loopCount }

        var residentByteCount: Int {
            bytes.count + player.withLock { $0?.latest?.bitmap.byteCount ?? 0 }
        }

        /// Returns the frame at `index`; of two concurrent callers, the second uses its own
        /// decoder.
        ///
        /// - Precondition: `index` is below ``count``.
        func frame(at index: Int) throws -> ImageFrame {
            precondition(index >= 0 && index < count, "There is no frame \(index) of \(count).")
            let bitmap = try picture(index)
            return ImageFrame(bitmap: bitmap, duration: rawDurations[index].asShown)
        }

        private func picture(_ index: Int) throws(CodecError) -> Bitmap {
            let known = player.withLock { $0.take() }
            var player =
                if let known { known } else { Player(reader: try JPEGXLReader(plan.header)) }
            if let latest = player.latest, latest.index == index {
                self.player.withLock { $0 = player }
                return latest.bitmap
            }
            if index < player.reader.next {
                player.reader.rewind()
                player.offset = 0
            }
            player.reader.skip(to: index)
            let bitmap = try bytes.withUnsafeBytes { (all) throws(CodecError) in
                let rest = UnsafeRawBufferPointer(rebasing: all[player.offset...])
                return try player.reader.read(rest, &player.offset) { plan }
            }
            guard let bitmap else { throw .truncated(.jxl, "frame \(index) is cut off") }
            player.latest = (index, bitmap)
            self.player.withLock { $0 = player }
            return bitmap
        }
    }
#endif
