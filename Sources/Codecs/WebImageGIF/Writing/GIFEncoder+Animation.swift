#if GIF
    public import WebImageCoding
    public import WebImagePixels

    extension GIFEncoder: AnimatedImageEncoder {
        /// Encodes an animation; each frame stores the changed rectangle, unchanged pixels
        /// transparent.
        ///
        /// Two canvases and the indices of one frame are in memory. Delays are in hundredths of a
        /// second.
        ///
        /// - Throws: `CodecError.encoding` for differing sizes or if giflib fails; errors of
        ///   `frames`.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let durations = frames.rawDurations
            var animation = try GIFAnimationWriter(
                first: frames.bitmap(at: 0, for: .gif), quality: GIFQuality(settings),
                loopCount: frames.loopCount, duration: durations[0])
            for index in 1..<max(frames.count, 1) {
                try animation.add(
                    frames.bitmap(at: index, for: .gif), duration: durations[index])
            }
            return try animation.finish()
        }
    }
#endif
