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
                first: try frames.bitmap(0), quality: GIFQuality(settings),
                loopCount: frames.loopCount, duration: durations[0])
            for index in 1..<max(frames.count, 1) {
                if Task.isCancelled { throw .cancelled }
                try animation.add(try frames.bitmap(index), duration: durations[index])
            }
            return try animation.finish()
        }
    }

    extension FrameProvider {
        /// Returns the composed frame at `index`.
        fileprivate func bitmap(_ index: Int) throws(CodecError) -> Bitmap {
            do {
                return try frame(at: index).bitmap
            } catch let error as CodecError {
                throw error
            } catch {
                throw .encoding(.gif, "frame \(index): \(error)")
            }
        }
    }
#endif
