#if WebP
    import WebImageCoding
    import WebImagePixels

    /// Composes the newest frame of an animation whose end is not known yet.
    ///
    /// It keeps one canvas, and skips what is before the newest key frame.
    final class WebPComposer {
        private var canvas: Bitmap?
        private var index = -1

        /// The composed frame at `last`, which is not before that of the last call.
        ///
        /// - Throws: `CodecError` when a frame is damaged, or the task is cancelled.
        func compose(
            _ last: Int, of file: WebPFile, _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> Bitmap {
            let (frames, size) = (file.container.frames, file.features.size)
            let key = (0...last).last { Self.isKey($0, frames, size) } ?? 0
            var bitmap = Bitmap(size: size)
            if let canvas, index >= key {
                bitmap = canvas
            } else {
                index = key - 1
            }
            let start = index
            // After an error the next call begins at a key frame.
            (canvas, index) = (nil, -1)
            for next in start + 1..<last + 1 {
                if Task.isCancelled { throw .cancelled }
                if next > key, frames[next - 1].isCleared {
                    bitmap.fill(frames[next - 1].rect, with: SIMD4(0, 0, 0, 0))
                }
                try frames[next].draw(
                    on: &bitmap, from: bytes, isFirst: next == 0, limits: limits)
            }
            (canvas, index) = (bitmap, last)
            return bitmap
        }

        private static func isKey(_ index: Int, _ frames: [WebPFrame], _ size: PixelSize) -> Bool {
            if index == 0 || frames[index].replaces && frames[index].rect.size == size {
                return true
            }
            return frames[index - 1].isCleared && frames[index - 1].rect.size == size
        }
    }
#endif
