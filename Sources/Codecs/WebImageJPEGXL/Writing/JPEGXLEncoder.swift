#if JPEGXL
    import CJPEGXLShim
    public import WebImageCoding
    public import WebImagePixels

    /// A JPEG XL encoder based on libjxl: lossy or lossless, still or animated, with alpha.
    ///
    /// The default effort is 5 of the library's 9. Cancellation is checked between frames and
    /// between parts of the output.
    public struct JPEGXLEncoder: AnimatedImageEncoder {
        /// Creates an encoder without loading the library.
        public init() {}

        /// 40: float planes, most of them twice.
        public var workingBytesPerPixel: Int { 40 }

        /// The names and versions of the library and of this code.
        public var identity: String { JPEGXLLibrary.identity }

        /// The format: JPEG XL.
        public var format: ImageFormat { .jxl }

        /// Returns `true` for profiles of colours and of greys, which are written as such.
        public func canEmbed(profile: [UInt8]) -> Bool { true }

        /// Encodes a still image, as grey if all its pixels are.
        ///
        /// - Throws: `CodecError.encoding` if the library fails, `CodecError.missingLibrary` if it
        ///   is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let layout = JPEGXLLayout(of: bitmap, needsColor: settings.embedded.needsColor)
            let writer = try JPEGXLWriter(bitmap.size, layout, settings, loops: nil)
            try writer.add(bitmap, milliseconds: nil, isLast: true)
            return writer.file
        }

        /// Encodes all frames, without alpha if all are opaque; durations are whole milliseconds,
        /// at least one.
        ///
        /// - Throws: `CodecError.encoding` if the library fails or frames differ in size.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let durations = frames.rawDurations
            guard frames.count > 1, durations.count == frames.count else {
                return try encode(Self.frame(0, of: frames), settings: settings)
            }
            if let file = try Self.file(of: frames, .color, settings) { return file }
            guard let file = try Self.file(of: frames, .colorAlpha, settings) else {
                throw .encoding(.jxl, "the animation has no frames")
            }
            return file
        }

        /// Encodes all frames; nil once a frame needs alpha that the layout does not have.
        private static func file(
            of frames: any FrameProvider, _ layout: JPEGXLLayout, _ settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock? {
            let durations = frames.rawDurations
            var writer: JPEGXLWriter?
            for index in durations.indices {
                if Task.isCancelled { throw .cancelled }
                let bitmap = try frame(index, of: frames)
                guard layout.hasAlpha || !bitmap.hasTransparency else { return nil }
                let open =
                    if let writer { writer } else {
                        try JPEGXLWriter(bitmap.size, layout, settings, loops: frames.loopCount)
                    }
                writer = open
                // A frame of duration 0 would be merged into the next.
                let milliseconds = max(1, durations[index].roundedMilliseconds)
                try open.add(
                    bitmap, milliseconds: milliseconds, isLast: index == durations.count - 1)
            }
            return writer?.file
        }

        private static func frame(
            _ index: Int, of frames: any FrameProvider
        ) throws(CodecError) -> Bitmap {
            do {
                return try frames.frame(at: index).bitmap
            } catch let error as CodecError {
                throw error
            } catch {
                throw .encoding(.jxl, "frame \(index): \(error)")
            }
        }
    }

    extension Duration {
        /// The duration in milliseconds, rounded and clamped to the format's maximum.
        fileprivate var roundedMilliseconds: Int {
            let rounded = (self + .microseconds(500)).components
            let (seconds, overflow) = rounded.seconds.multipliedReportingOverflow(by: 1000)
            let parts = Int64(rounded.attoseconds / 1_000_000_000_000_000)
            return overflow ? Int(UInt32.max) : min(Int(seconds + parts), Int(UInt32.max))
        }
    }
#endif
