#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes PNG with libpng: every colour type and depth, interlaced, animated, as it arrives.
    ///
    /// Samples of 16 bits are rounded to 8. The profile of `iCCP` is handed out, unless `cICP` says
    /// sRGB; `gAMA`, `cHRM` and `sRGB` change nothing, so that a file without a profile is sRGB. A
    /// wrong checksum of a chunk of pixels is tolerated, since their zlib stream has one of its own; of
    /// a chunk that is not needed it makes the chunk unseen. Cancellation is honoured between slices
    /// of 16 kB.
    ///
    /// Rows of a picture that is not interlaced are reduced while they are decoded, with the filter
    /// that the decode stage uses; then there never is a bitmap of the full size.
    public struct PNGDecoder: AnimatedImageDecoder, IncrementalImageDecoder {
        private let inflater: PNGInflater

        /// A decoder.
        public init() { self.init(inflater: .automatic) }

        /// A decoder that inflates pixels with a library of the caller's choice.
        package init(inflater: PNGInflater) {
            self.inflater = inflater
        }

        /// Name, library version and version of this code.
        public var identity: String { "png/libpng-\(String(cString: cpng_version()))/2" }

        /// PNG, still and animated.
        public var formats: [ImageFormat] { [.png, .apng] }

        /// Reads the chunks around the pixels.
        ///
        /// - Throws: `CodecError` when the header is damaged, or claims what `limits` forbid.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let file = try scan(bytes, limits: limits)
            try file.check(target: nil)
            return file.metadata
        }

        /// The embedded ICC profile; nil for none or a damaged one.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            try? scan(bytes, limits: DecodeLimits(maxPixels: .max), stopsAtPixels: true)
                .profile
        }

        /// Decodes the picture, of an animation the first frame.
        ///
        /// - Throws: `CodecError.truncated` when bytes are missing, `CodecError.damaged` when they
        ///   break the rules, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let session = PNGSession(options: options, keepsFrames: false, inflater: inflater)
            var start = 0
            while start < bytes.byteCount, !session.isFinished {
                guard !Task.isCancelled else { throw .cancelled }
                let end = min(start + Self.slice, bytes.byteCount)
                try session.append(bytes.extracting(start..<end))
                start = end
            }
            return try session.finish()
        }

        /// The frames of an animation; nil for a still, and for an animation of one frame.
        ///
        /// - Throws: `CodecError` when the header is damaged, or claims what the limits forbid.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = try image.bytes.withSpan { (bytes) throws(CodecError) in
                try scan(bytes, limits: options.limits)
            }
            try file.check(target: nil)
            guard let animation = file.animation, animation.frames.count > 1,
                let size = file.header?.size
            else { return nil }
            let frames = PNGFrames(
                animation, file, hasProfile: file.profile != nil, pixels: .file(image.bytes))
            return ComposedFrames(
                size: size, layouts: frames.layouts, loopCount: animation.loopCount,
                source: frames)
        }

        /// A session for one picture.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            PNGSession(options: options, keepsFrames: true, inflater: inflater)
        }

        /// Bytes that are decoded between two looks for cancellation.
        static let slice = 16 << 10

        /// What the chunks say; pixels are passed over.
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
                guard file.seesPixels else {
                    throw parser.isFinished
                        ? .damaged(.png, "there are no pixels")
                        : .truncated(.png, "the bytes end before the pixels")
                }
                return file
            }
        }
    }
#endif
