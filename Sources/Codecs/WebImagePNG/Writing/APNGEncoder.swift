#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// An encoder of animated PNG, lossless: each frame stores the rectangle that changes.
    ///
    /// A file has one colour type: RGB if all frames are opaque, else RGBA, and one depth: 16 bits
    /// a sample if a frame has more than 8. Light becomes sRGB of 16 bits. Unchanged pixels of a
    /// rectangle are omitted if that makes it smaller, which needs alpha: frames are then RGBA even
    /// if they are opaque. Durations are whole milliseconds up to a minute. Cancellation is checked
    /// between batches of 64 rows.
    public struct APNGEncoder: AnimatedImageEncoder {
        /// Creates an encoder.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { "a" + PNGEncoder().identity }

        /// The format: PNG with `acTL`.
        public var format: ImageFormat { .apng }

        /// Stills of 8 and of 16 bits.
        public var sampleFormats: Set<SampleFormat> { PNGEncoder().sampleFormats }

        /// Frames of 8 and of 16 bits.
        public var frameSampleFormats: Set<SampleFormat> { sampleFormats }

        /// Encodes a still image as plain PNG.
        ///
        /// - Throws: The errors of ``PNGEncoder``.
        public func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError)
            -> ByteBlock
        {
            try PNGEncoder().encode(bitmap, settings: settings)
        }

        /// Encodes all frames; at most two are in memory at once, and one that is converted.
        ///
        /// - Throws: `CodecError.encoding` if libpng fails or a frame's size differs,
        ///   `CodecError.limit` if the system refuses the memory, `CodecError.cancelled` if the
        ///   task is cancelled, and the errors of `frames`.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            var (settings, samples) = (settings, SampleFormat.bgra8)
            settings.codePoints = nil
            return try format.fileOfFrames { [settings] (hasAlpha) throws(CodecError) in
                try Self.file(of: frames, hasAlpha ? .RGBA : .RGB, settings, as: &samples)
            }
        }

        /// Encodes all frames; nil if RGB was asked for, and a frame or small files need alpha.
        ///
        /// - Parameter samples: The format of all frames; that of 16 bits once one needs it, at
        ///   which the file begins anew.
        private static func file(
            of frames: any FrameProvider, _ layout: CPNGLayout, _ settings: EncodeSettings,
            as samples: inout SampleFormat
        ) throws(CodecError) -> ByteBlock? {
            var file = APNGFile(frameCount: frames.count, loopCount: frames.loopCount)
            var previous: Bitmap?
            var saving = APNGSaving()
            let durations = frames.rawDurations
            for index in 0..<frames.count {
                let stored = try frames.bitmap(at: index, for: .apng, as: nil)
                if samples == .bgra8, settings.storedFormat(of: stored) != .bgra8 {
                    samples = .rgba16
                    return try Self.file(of: frames, layout, settings, as: &samples)
                }
                var bitmap = try stored.reservedConversion(to: samples)
                // Each frame is stored with the bits of the file.
                bitmap.significantBits = samples.mostBits
                guard layout == .RGBA || !bitmap.hasTransparency else { return nil }
                let duration = index < durations.count ? durations[index] : .zero
                if let previous {
                    let change = try change(previous, bitmap, layout, settings, &saving)
                    if layout == .RGB, saving.isDecided, saving.isLarge { return nil }
                    file.append(
                        change.still, at: change.rect, duration: duration, blends: change.blends)
                } else {
                    let still = try PNGEncoder.encode(bitmap, as: layout, settings: settings)
                    let rect = PixelRect(x: 0, y: 0, size: bitmap.size)
                    file.append(still, at: rect, duration: duration, blends: false)
                }
                previous = bitmap
            }
            return layout == .RGB && saving.isLarge ? nil : file.finish()
        }

        /// Encodes the changed rectangle, as a replacement or as an overlay, whichever is smaller.
        ///
        /// - Parameter saving: The bytes that overlays save, measured for the first changes of RGB.
        private static func change(
            _ old: Bitmap, _ new: Bitmap, _ layout: CPNGLayout, _ settings: EncodeSettings,
            _ saving: inout APNGSaving
        ) throws(CodecError) -> (still: ByteBlock, rect: PixelRect, blends: Bool) {
            var settings = settings
            settings.embedded = EmbeddedMetadata()
            let difference = PNGDifference(from: old, to: new)
            let rect = difference.rect
            let whole = try PNGEncoder.encode(
                new.cropped(to: rect), as: layout, settings: settings)
            guard difference.canBlend, difference.hasUnchanged,
                layout == .RGBA || !saving.isDecided
            else {
                if difference.canBlend { saving.add(whole: whole.count) }
                return (whole, rect, false)
            }
            let overlay = try PNGEncoder.encode(
                difference.overlay(from: old, to: new), as: .RGBA, settings: settings)
            saving.add(whole: whole.count, overlay: overlay.count)
            return layout == .RGBA && overlay.count < whole.count
                ? (overlay, rect, true) : (whole, rect, false)
        }
    }

    /// The bytes that overlays save in an opaque animation, by its first changes.
    private struct APNGSaving {
        private var (wholeBytes, savedBytes, count) = (0, 0, 0)

        /// `true` if enough changes are measured that others need no overlay.
        var isDecided: Bool { count >= 8 }

        /// `true` if overlays save more than a tenth, which is worth an alpha channel.
        var isLarge: Bool { savedBytes * 10 > wholeBytes }

        mutating func add(whole: Int, overlay: Int = .max) {
            guard !isDecided else { return }
            count += 1
            wholeBytes += whole
            savedBytes += max(0, whole - overlay)
        }
    }
#endif
