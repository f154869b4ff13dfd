#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// A PNG decoder based on libpng: every colour type and depth, interlaced, animated,
    /// incremental.
    ///
    /// Samples of 16 bits are rounded to 8 unless the options ask for them, in linear light, PQ and
    /// HLG after their curve is changed to sRGB's; stills in PQ and HLG stay as they are if the
    /// options ask for light above white. Colours are stated by `cICP`, `iCCP`, `sRGB`, or
    /// `gAMA` with `cHRM`, the first of them that is sound. A wrong checksum of a pixel chunk is
    /// tolerated, since the zlib stream has its own; an ancillary chunk with a wrong checksum is
    /// ignored. Cancellation is checked between slices of 16 kB.
    ///
    /// If the options allow truncated data, rows that are missing at the end are transparent.
    ///
    /// Rows of an image that is not interlaced are reduced during decoding, with the filter of the
    /// decode stage, so that no full-size bitmap is allocated.
    public struct PNGDecoder: AnimatedImageDecoder, IncrementalImageDecoder {
        private let inflater: PNGInflater

        /// Creates a decoder.
        public init() { self.init(inflater: .automatic) }

        /// Creates a decoder that inflates pixels with the given library.
        package init(inflater: PNGInflater) {
            self.inflater = inflater
        }

        /// The names and versions of the library and of this code.
        public var identity: String { "png/libpng-\(String(cString: cpng_version()))/3" }

        /// The formats: PNG, still and animated.
        public var formats: [ImageFormat] { [.png, .apng] }

        /// Reads the chunks other than pixels.
        ///
        /// - Throws: `CodecError` if the header is damaged or exceeds `limits`.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let file = try scan(bytes, limits: limits)
            try file.check(target: nil)
            return file.metadata
        }

        /// Returns the colours as the chunks before the pixels state them.
        public func color(of bytes: RawSpan) -> ColorDescription {
            (try? scan(bytes, limits: .ofHeaders, stopsAtPixels: true))?
                .color ?? .sRGB
        }

        /// Decodes the image, or the first frame of an animation.
        ///
        /// - Throws: `CodecError.truncated` if bytes are missing, `CodecError.damaged` if they are
        ///   invalid, `CodecError.limit` if the image exceeds the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let session = PNGSession(options: options, inflater: inflater)
            var start = 0
            while start < bytes.byteCount, !session.isFinished {
                guard !Task.isCancelled else { throw .cancelled }
                let end = min(start + Self.slice, bytes.byteCount)
                try session.append(bytes.extracting(start..<end))
                start = end
            }
            return try session.finish()
        }

        /// Returns the frames of an animation; nil for a still image or a single frame.
        ///
        /// - Throws: `CodecError` if the header is damaged or exceeds the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = try image.bytes.withSpan { (bytes) throws(CodecError) in
                try scan(bytes, limits: options.limits)
            }
            let isDeep =
                file.animation != nil
                && options.isDeep(framesOf: file.header?.bitDepth ?? 8, file.color)
            let samples: SampleFormat = isDeep ? .rgba16 : .bgra8
            try file.check(target: nil, as: samples)
            guard let animation = file.animation, animation.frames.count > 1,
                let size = file.header?.size
            else { return nil }
            try options.limits.check(frames: animation.frames.count, of: size)
            let frames = PNGFrames(animation, file, of: image.bytes, as: samples)
            return ComposedFrames(
                size: size, layouts: frames.layouts, loopCount: animation.loopCount,
                source: frames, downsampling: options.downsampling,
                orientation: file.orientation)
        }

        /// Creates a session for one image.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            PNGSession(options: options, inflater: inflater)
        }

        /// The number of bytes to decode between two checks for cancellation.
        static let slice = 16 << 10

        /// Reads the chunks other than pixels.
        private func scan(
            _ bytes: RawSpan, limits: DecodeLimits, stopsAtPixels: Bool = false
        ) throws(CodecError) -> PNGFile {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                var parser = PNGParser(
                    maxProfile: PNGFile.maxProfile(limits), skipsPixels: true)
                var file = PNGFile(limits: limits, inflater: inflater)
                var rest = buffer
                while let event = try parser.next(&rest) {
                    if case .chunk(let name, let body, let isSound) = event {
                        try file.take(name, body, isSound: isSound)
                    } else if case .pixels(let name, let sequence, let place) = event {
                        try file.begin(name, sequence: sequence, place: place)
                        if stopsAtPixels { break }
                    }
                }
                if !parser.isFinished, !stopsAtPixels {
                    try PNGFrames.endCutAnimation(
                        of: &file, in: buffer, isInsidePixels: parser.isInsidePixels)
                }
                guard file.seesPixels else {
                    throw parser.isFinished
                        ? .damaged(.png, "there are no pixels")
                        : .truncated(.png, "the file ends before the pixels")
                }
                return file
            }
        }
    }
#endif
