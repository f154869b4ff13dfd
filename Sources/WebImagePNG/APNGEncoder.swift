#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes animated PNG, lossless: each frame stores the rectangle that changes.
    ///
    /// Pixels that stay are left out of a rectangle where that makes it smaller. Frames are RGBA,
    /// since a file has one colour type and the first frame does not tell what the last one needs.
    /// Durations are whole milliseconds up to a minute. Cancellation is honoured between batches of
    /// 64 rows.
    public struct APNGEncoder: AnimatedImageEncoder {
        /// An encoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "a" + PNGEncoder().identity }

        /// PNG with `acTL`.
        public var format: ImageFormat { .apng }

        /// Encodes a picture as the plain PNG it is.
        ///
        /// - Throws: As ``PNGEncoder``.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            try PNGEncoder().encode(bitmap, settings: settings)
        }

        /// Encodes all frames, two of which are held at once.
        ///
        /// - Throws: `CodecError.encoding` when libpng refuses or a frame has another size,
        ///   `CodecError.cancelled` when the task was, and what a frame threw.
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
                throw .encoding(.apng, "frame \(index) is \(bitmap.size), not \(frames.size)")
            }
            return bitmap
        }

        /// The rectangle that changes, replaced or laid over, whichever takes fewer bytes.
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
