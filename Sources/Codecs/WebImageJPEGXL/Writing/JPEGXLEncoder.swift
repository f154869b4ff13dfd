#if JPEGXL
    import CJPEGXLShim
    public import WebImageCoding
    public import WebImagePixels

    /// A JPEG XL encoder based on libjxl: lossy or lossless, still or animated, with alpha.
    ///
    /// A still of more than 8 bits is written with its bits, one of half floats as such in linear
    /// light, an animation with 8 bits.
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

        /// Bitmaps of 8 and of 16 bits, and of half floats.
        public var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16, .rgbaHalf] }

        /// Returns `true` for profiles of colours and of greys that have curves and a matrix, and
        /// primaries and a white that a file can state.
        ///
        /// libjxl ends the program at a profile from which it builds no conversion.
        public func canEmbed(profile: [UInt8]) -> Bool {
            ICCProfile(ByteBlock(copying: profile))?.isConvertible ?? false
        }

        /// `true`: such samples are stored straight.
        public var keepsTranslucency: Bool { true }

        /// Returns `true` for PQ and HLG with the primaries of BT.709, P3 and BT.2020.
        public func canState(_ codePoints: ColorCodePoints) -> Bool {
            JxlColorEncoding(codePoints) != nil
        }

        /// Encodes a still image, as grey if all its pixels are.
        ///
        /// In PQ and HLG greys are colours, so that the file states the primaries.
        ///
        /// - Throws: `CodecError.encoding` if the library fails, `CodecError.missingLibrary` if it
        ///   is not installed.
        public func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            let needsColor = settings.embedded.needsColor || settings.codePoints != nil
            let writer = try JPEGXLWriter(
                bitmap.size, bitmap.fewestChannels(needsColor: needsColor),
                JPEGXLStoredSamples(bitmap, settings), settings, loops: nil)
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
                return try encode(frames.bitmap(at: 0, for: .jxl), settings: settings)
            }
            return try format.fileOfFrames { (hasAlpha) throws(CodecError) in
                try Self.file(of: frames, hasAlpha ? .rgba8 : .rgb8, settings)
            }
        }

        /// Encodes all frames; nil once a frame needs alpha that the layout does not have.
        private static func file(
            of frames: any FrameProvider, _ layout: PixelFormat, _ settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock? {
            let samples = JPEGXLStoredSamples(bits: 8, color: .file)
            let writer = try JPEGXLWriter(
                frames.size, layout, samples, settings, loops: frames.loopCount)
            let durations = frames.rawDurations
            for index in durations.indices {
                let bitmap = try frames.bitmap(at: index, for: .jxl)
                guard layout.hasAlpha || !bitmap.hasTransparency else { return nil }
                // A frame of duration 0 would be merged into the next.
                let milliseconds = max(1, durations[index].wholeMilliseconds)
                try writer.add(
                    bitmap, milliseconds: milliseconds, isLast: index == durations.count - 1)
            }
            return writer.file
        }
    }
#endif
