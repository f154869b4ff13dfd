#if JPEGXL
    import CJPEGXLShim
    public import WebImageCoding
    public import WebImagePixels

    /// Encodes JPEG XL with libjxl: lossy by quality or lossless, still or animated; alpha is kept.
    ///
    /// Effort is 5 of the library's 9 where the settings name none. Cancellation is honoured between
    /// frames and between the parts of the output.
    public struct JPEGXLEncoder: AnimatedImageEncoder {
        /// An encoder; the library is not loaded before it is needed.
        public init() {}

        /// Forty: floating-point planes, most of them twice.
        public var workingBytesPerPixel: Int { 40 }

        /// Name, library version and version of this code.
        public var identity: String { JPEGXLLibrary.identity }

        /// JPEG XL.
        public var format: ImageFormat { .jxl }

        /// Encodes a still picture, grey where all its pixels are.
        ///
        /// - Throws: `CodecError.encoding` when the library refuses, `CodecError.missingLibrary`
        ///   when it is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let layout = JPEGXLLayout(of: bitmap)
            let writer = try JPEGXLWriter(bitmap.size, layout, settings, loops: nil)
            try writer.add(bitmap, milliseconds: nil, isLast: true)
            return writer.file
        }

        /// Encodes all frames; durations are whole milliseconds, one at least.
        ///
        /// - Throws: `CodecError.encoding` when the library refuses or frames differ in size.
        public func encode(
            _ frames: any FrameProvider, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let durations = frames.rawDurations
            guard frames.count > 1, durations.count == frames.count else {
                return try encode(Self.frame(0, of: frames), settings: settings)
            }
            var writer: JPEGXLWriter?
            for index in durations.indices {
                if Task.isCancelled { throw .cancelled }
                let bitmap = try Self.frame(index, of: frames)
                let open: JPEGXLWriter
                if let writer {
                    open = writer
                } else {
                    // Later frames may be transparent or coloured where the first one is not.
                    open = try JPEGXLWriter(
                        bitmap.size, .colorAlpha, settings, loops: frames.loopCount)
                    writer = open
                }
                // A frame of no time would become a part of the next one.
                let milliseconds = max(1, durations[index].roundedMilliseconds)
                try open.add(
                    bitmap, milliseconds: milliseconds, isLast: index == durations.count - 1)
            }
            guard let writer else { throw .encoding(.jxl, "there are no frames") }
            return writer.file
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
        /// Whole milliseconds, rounded, as many as the format can count.
        fileprivate var roundedMilliseconds: Int {
            let rounded = (self + .microseconds(500)).components
            let (seconds, overflow) = rounded.seconds.multipliedReportingOverflow(by: 1000)
            let parts = Int64(rounded.attoseconds / 1_000_000_000_000_000)
            return overflow ? Int(UInt32.max) : min(Int(seconds + parts), Int(UInt32.max))
        }
    }
#endif
