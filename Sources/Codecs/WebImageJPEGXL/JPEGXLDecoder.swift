#if JPEGXL
    public import WebImageCoding
    public import WebImagePixels

    /// A JPEG XL decoder based on libjxl: still and animated, from complete and arriving bytes.
    ///
    /// Samples above 8 bits and floating point are reduced to 8 bits unless the options ask for
    /// them, in linear light, PQ and HLG after their curve is changed to sRGB's. Images in the
    /// format's own colour space are converted to sRGB unless they have PQ or HLG, others keep
    /// their colours. For `PixelDepth.hdr` samples of PQ and HLG stay as they are, and floats in
    /// linear light become half floats. Decoding uses one thread. Cancellation is checked between
    /// slices of one megabyte, and between frames.
    public struct JPEGXLDecoder: AnimatedImageDecoder, IncrementalImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { JPEGXLLibrary.identity }

        /// The only format: JPEG XL.
        public var formats: [ImageFormat] { [.jxl] }

        /// Reads the headers of the file and its frames, and the EXIF box, without pixels.
        ///
        /// A truncated file gives the metadata of its complete part.
        /// - Throws: `CodecError` if the headers are damaged, missing or exceed `limits`, and
        ///   `CodecError.missingLibrary` if libjxl is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try Self.walk(bytes, DecodeOptions(limits: limits)).metadata()
        }

        /// Returns the colours that the header states; of an animation its frames'.
        public func color(of bytes: RawSpan) -> ColorDescription {
            (try? Self.walk(bytes, DecodeOptions(limits: .ofHeaders)))?.header?.stated ?? .sRGB
        }

        /// Decodes the first frame; an image that is shown small is averaged during decoding.
        ///
        /// - Throws: `CodecError.truncated` if bytes of the frame are missing, `CodecError.damaged`
        ///   if they are invalid, `CodecError.limit` if the image exceeds the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let session = JPEGXLSession(options: options, isShownEarly: false)
            try session.append(bytes)
            return try session.finish()
        }

        /// Creates a session for one image.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            JPEGXLSession(options: options, isShownEarly: true)
        }

        /// Returns the frames, composed by the library; nil for a still image.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = image.bytes.withShortBoxes()
            let walk = try file.withSpan { bytes throws(CodecError) in
                try Self.walk(bytes, DecodeOptions(limits: options.limits))
            }
            guard let header = walk.header else { throw .truncated(.jxl, "the header is cut off") }
            let plan = try JPEGXLPlan(walk, header, options: options)
            guard walk.isAnimated else { return nil }
            try options.limits.check(
                frames: walk.durations.count, of: header.size, samples: header.channels)
            return JPEGXLFrames(file, plan: plan, durations: walk.durations)
        }

        /// Reads all headers.
        static func walk(
            _ bytes: RawSpan, _ options: DecodeOptions
        ) throws(CodecError) -> JPEGXLHeaders {
            let walk = try JPEGXLHeaders(options)
            defer { walk.end() }
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
