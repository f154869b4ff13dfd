#if SVG
    public import WebImageCoding
    public import WebImagePixels

    /// A renderer of SVG, plain or gzipped, based on librsvg, which is loaded on first use.
    ///
    /// The image is drawn at the requested size, so it stays sharp when enlarged. Nothing outside
    /// of the file is read: no address, no file, no script. The text has at most 16 MiB, but time
    /// and memory of drawing have no limit, and some documents end the process (librsvg 2.54).
    public struct SVGDecoder: ImageDecoder {
        /// `true` to draw in the caller's process.
        private let isInProcess: Bool

        /// Creates a decoder without loading the library.
        ///
        /// - Parameter inProcess: `true` to draw in the caller's process, for pictures that the
        ///   program ships itself. By default all documents are refused: strangers' documents need
        ///   a worker.
        public init(inProcess: Bool = false) { isInProcess = inProcess }

        /// The name of the library, whose version is unknown until it is loaded, and the version of
        /// this code.
        public var identity: String { "svg/librsvg/2" }

        /// The only format: SVG.
        public var formats: [ImageFormat] { [.svg] }

        /// Reads the size in CSS pixels at 96 an inch, scaled into the limits if it exceeds them.
        ///
        /// - Throws: `CodecError` if the text is damaged or too large, or the decoder may not draw
        ///   here.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try check(isOwnMarkup: false)
            let drawing = try SVGDrawing(of: bytes, limits: limits)
            try limits.check(drawing.size, format: .svg)
            return drawing.metadata
        }

        /// Draws the image at exactly the size of `downsampling`.
        ///
        /// - Throws: `CodecError` if the text is damaged or too large, or the decoder may not draw
        ///   here.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try check(isOwnMarkup: options.isOwnMarkup)
            let drawing = try SVGDrawing(of: bytes, limits: options.limits)
            let target = options.downsampling.scaledSize(of: drawing.size, isVector: true)
            let bitmap = try drawing.draw(at: target, limits: options.limits)
            return DecodeOutput(bitmap: bitmap, color: .sRGB, metadata: drawing.metadata)
        }

        /// Refuses documents of strangers in the caller's process.
        func check(isOwnMarkup: Bool) throws(CodecError) {
            if isInProcess || isOwnMarkup { return }
            throw .documentInProcess
        }
    }
#endif
