#if WebP
    public import WebImageCoding
    public import WebImagePixels

    extension WebPEncoder: AnimatedImageEncoder {
        /// Encodes an animation; each frame stores what changed.
        ///
        /// Equal consecutive frames are merged. Durations are rounded to milliseconds. Without an
        /// effort, lossy frames are encoded faster than a still image.
        ///
        /// - Throws: `CodecError.encoding` for a side above 16,383 pixels or if memory is short;
        ///   errors of `frames`.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            try frames.size.checkForWebP()
            guard !settings.isLossless else {
                return try Self.exactFile(of: frames, settings).adding(settings.embedded)
            }
            var hasFewColors = true
            var file = try Self.file(
                of: frames, by: WebPLossyAnimation(frames, settings: settings), &hasFewColors)
            if hasFewColors {
                file = file.smaller(try Self.exactFile(of: frames, settings.asLossless))
            }
            return try file.adding(settings.embedded)
        }

        private static func exactFile(
            of frames: any FrameProvider, _ settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            var isCounted = false
            return try file(
                of: frames, by: WebPLosslessAnimation(frames, settings: settings), &isCounted)
        }

        /// Returns the file of all frames.
        ///
        /// - Parameter hasFewColors: `true` to count the colours of each; `false` once one has
        ///   many.
        private static func file(
            of frames: any FrameProvider, by writer: consuming some WebPAnimationWriting,
            _ hasFewColors: inout Bool
        ) throws(CodecError) -> ByteBlock {
            let durations = frames.rawDurations
            var time = Duration.zero
            for index in 0..<frames.count {
                let bitmap = try frames.bitmap(at: index, for: .webp)
                let start = try time.webPMilliseconds
                hasFewColors = hasFewColors && bitmap.hasColors(atMost: fewColors)
                // A longer duration is clamped to the format's maximum.
                time += min(max(durations[index], .zero), .milliseconds(0xFF_FFFF))
                try writer.add(bitmap, during: start..<time.webPMilliseconds)
            }
            return try writer.finish(at: time.webPMilliseconds)
        }
    }

    /// A writer of animated files.
    protocol WebPAnimationWriting {
        /// Appends a frame with its time span in milliseconds.
        mutating func add(_ bitmap: Bitmap, during time: Range<Int32>) throws(CodecError)

        /// Returns the complete file; the last frame ends at `time`.
        mutating func finish(at time: Int32) throws(CodecError) -> ByteBlock
    }

    extension Duration {
        /// The duration in milliseconds; only sums are rounded, so that errors do not accumulate.
        fileprivate var webPMilliseconds: Int32 {
            get throws(CodecError) {
                guard let result = Int32(exactly: wholeMilliseconds) else {
                    throw .encoding(.webp, "an animation of \(self) is too long")
                }
                return result
            }
        }
    }
#endif
