#if SVG
    public import WebImageCoding
    public import WebImagePixels

    /// A renderer of SVG, plain or gzipped, based on librsvg, which is loaded on first use.
    ///
    /// The image is drawn at the requested size, so it stays sharp when enlarged. Nothing outside
    /// of the file is read: no address, no file, no script. The text has at most 16 MiB, but the
    /// time and memory to draw it have no limit, and some documents end the process (librsvg 2.54).
    /// Cancellation is checked between reading, parsing and drawing.
    public struct SVGDecoder: ImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The name of the library, whose version is unknown until it is loaded, and the version of
        /// this code.
        public var identity: String { "svg/librsvg/2" }

        /// The only format: SVG.
        public var formats: [ImageFormat] { [.svg] }

        /// Reads the size in CSS pixels at 96 an inch, scaled into the limits if it exceeds them.
        ///
        /// - Throws: `CodecError` if the text is damaged or too large, or librsvg is missing.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            let drawing = try SVGDrawing(of: bytes, limits: limits)
            try limits.check(drawing.size, format: .svg)
            return drawing.metadata
        }

        /// Draws the image at exactly the size of `downsampling`.
        ///
        /// - Throws: `CodecError` if the text is damaged or too large, or librsvg is missing.
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
