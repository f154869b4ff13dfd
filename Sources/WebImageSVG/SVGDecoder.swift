#if SVG
    public import WebImageCoding
    public import WebImagePixels

    /// Draws SVG with librsvg, which is loaded on first use: plain or gzipped.
    ///
    /// The picture is drawn at the size that is asked for, so it stays sharp when enlarged. Nothing
    /// outside of the file is read: no address, no file, no script. What would cost more than a bounded
    /// amount of time or memory (entities, references that multiply, filters) is found by a look at
    /// the text first, and refused. Cancellation is honoured between reading, parsing and drawing.
    public struct SVGDecoder: ImageDecoder {
        /// A decoder; loads nothing yet.
        public init() {}

        /// Name of the library and version of this code; the library is not asked, since that would
        /// load it.
        public var identity: String { "svg/librsvg/1" }

        /// SVG.
        public var formats: [ImageFormat] { [.svg] }

        /// Reads the size in CSS pixels at 96 an inch.
        ///
        /// - Throws: `CodecError` when the text is damaged or beyond the limits, or librsvg is missing.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let drawing = try SVGDrawing(of: bytes, limits: limits)
            try limits.check(drawing.size, format: .svg)
            return drawing.metadata
        }

        /// Draws the picture, exactly as large as `downsampling` says.
        ///
        /// - Throws: `CodecError` when the text is damaged or beyond the limits, or librsvg is missing.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let drawing = try SVGDrawing(of: bytes, limits: options.limits)
            let target = options.downsampling.scaledSize(of: drawing.size, isVector: true)
            let bitmap = try drawing.draw(at: target, limits: options.limits)
            return DecodeOutput(bitmap: bitmap, profile: nil, metadata: drawing.metadata)
        }
    }
#endif
