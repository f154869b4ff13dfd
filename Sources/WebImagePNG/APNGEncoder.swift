#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// An encoder of animated PNG, lossless: each frame stores the rectangle that changes.
    ///
    /// Unchanged pixels of a rectangle are omitted if that makes it smaller. All frames are RGBA,
    /// because a file has one colour type and the first frame does not show the needs of later
    /// ones. Durations are whole milliseconds up to a minute. Cancellation is checked between
    /// batches of 64 rows.
    public struct APNGEncoder: AnimatedImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { "a" + PNGEncoder().identity }

        /// The format: PNG with `acTL`.
        public var format: ImageFormat { .apng }

        /// Encodes a still image as plain PNG.
        ///
        /// - Throws: The errors of ``PNGEncoder``.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            try PNGEncoder().encode(bitmap, settings: settings)
        }

        /// Encodes all frames; at most two are in memory at once.
        ///
        /// - Throws: `CodecError.encoding` if libpng fails or a frame's size differs,
        ///   `CodecError.cancelled` if the task is cancelled, and the errors of `frames`.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            var file = APNGFile(frameCount: frames.count, loopCount: frames.loopCount)
            var previous: Bitmap?
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                guard !Task.isCancelled else { throw .cancelled }
                let bitmap = try Self.frame(index, of: frames)
                let duration = index < durations.count ? durations[index] : .zero
                if let previous {
                    let (still, rect, blends) = try Self.change(previous, bitmap, settings)
                    file.append(still, at: rect, duration: duration, blends: blends)
                } else {
                    let still = try PNGEncoder.encode(bitmap, as: .RGBA, settings: settings)
                    let rect = PixelRect(x: 0, y: 0, size: bitmap.size)
                    file.append(still, at: rect, duration: duration, blends: false)
                }
                previous = bitmap
            }
            return file.finish()
        }

        private static func frame(
            _ index: Int, of frames: any FrameProvider
        ) throws(CodecError) -> Bitmap {
            let bitmap: Bitmap
            do {
                bitmap = try frames.frame(at: index).bitmap
            } catch let error as CodecError {
                throw error
            } catch {
                throw .encoding(.apng, "frame \(index): \(error)")
            }
            guard bitmap.size == frames.size else {
                throw .encoding(
                    .apng, "frame \(index) is \(bitmap.size), the animation is \(frames.size)")
            }
            return bitmap
        }

        /// Encodes the changed rectangle, as a replacement or as an overlay, whichever is smaller.
        private static func change(
            _ old: Bitmap, _ new: Bitmap, _ settings: EncodeSettings
        ) throws(CodecError) -> (still: ByteBlock, rect: PixelRect, blends: Bool) {
            var settings = settings
            settings.embedded = EmbeddedMetadata()
            let difference = PNGDifference(from: old, to: new)
            let rect = difference.rect
            let whole = try PNGEncoder.encode(
                new.cropped(to: rect), as: .RGBA, settings: settings)
            guard difference.canBlend, difference.hasUnchanged else { return (whole, rect, false) }
            let overlay = try PNGEncoder.encode(
                difference.overlay(from: old, to: new), as: .RGBA, settings: settings)
            return overlay.count < whole.count ? (overlay, rect, true) : (whole, rect, false)
        }
    }
#endif
