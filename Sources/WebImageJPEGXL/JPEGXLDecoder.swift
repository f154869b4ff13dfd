#if JPEGXL
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes JPEG XL with libjxl: still and animated, from whole files and from arriving bytes.
    ///
    /// Samples of more than 8 bits and floating point are reduced to 8 bits. Pictures in the format's
    /// own colour space come as sRGB, others in the colours of the file. One thread decodes a picture;
    /// cancellation is honoured between slices of a megabyte of the file, and between frames.
    public struct JPEGXLDecoder: AnimatedImageDecoder, IncrementalImageDecoder {
        /// A decoder; the library is not loaded before it is needed.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { JPEGXLLibrary.identity }

        /// JPEG XL.
        public var formats: [ImageFormat] { [.jxl] }

        /// Reads the headers of the file and of its frames, and the EXIF box; no pixels.
        ///
        /// A file that ends early is described as far as it goes.
        /// - Throws: `CodecError` when the headers are damaged, missing or beyond `limits`, and
        ///   `CodecError.missingLibrary` when libjxl is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try Self.walk(bytes, limits: limits).metadata()
        }

        /// The ICC profile of the pixels, nil where they are sRGB.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            (try? Self.walk(bytes, limits: DecodeLimits()))?.header?.profile
        }

        /// Decodes the first frame; a picture that is shown small is averaged while it is decoded.
        ///
        /// - Throws: `CodecError.truncated` when bytes of the frame are missing,
        ///   `CodecError.damaged` when they break the rules, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let session = JPEGXLSession(options: options, isShownEarly: false)
            try session.append(bytes)
            return try session.finish()
        }

        /// A session for one picture.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            JPEGXLSession(options: options, isShownEarly: true)
        }

        /// The frames, put together by the library; nil for a still.
        ///
        /// - Throws: `CodecError` when the headers are damaged or beyond the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = image.bytes.withShortBoxes()
            let walk = try file.withSpan { bytes throws(CodecError) in
                try Self.walk(bytes, limits: options.limits)
            }
            guard let header = walk.header else { throw .truncated(.jxl, "the header ends early") }
            let plan = try JPEGXLPlan(walk, header, options: options)
            guard walk.isAnimated else { return nil }
            return JPEGXLFrames(file, plan: plan, durations: walk.durations)
        }

        private static func walk(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> JPEGXLWalk {
            let walk = try JPEGXLWalk(limits: limits)
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                var boxes = JPEGXLBoxes()
                guard let changed = boxes.changed(buffer) else { return try walk.append(buffer) }
                try changed.span.bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                    try walk.append(buffer)
                }
            }
            return walk
        }
    }
#endif
