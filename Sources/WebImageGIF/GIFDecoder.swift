#if GIF
    import CGIF
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes the first frame of a GIF with giflib.
    ///
    /// What the frame does not cover is transparent; what stands out of the canvas is cut. Cancellation
    /// is looked for every few rows. ICC blocks are not read, as no browser does.
    public struct GIFDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name and version of the library.
        public var identity: String { "giflib \(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)" }

        /// GIF alone.
        public var formats: [ImageFormat] { [.gif] }

        /// Reads the blocks of the file, no pixels; one that ends early is described as far as it goes.
        ///
        /// - Throws: `CodecError` when there is no frame, or more than `limits` allow.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try GIFStructure(buffer, limits: limits).metadata(limits)
            }
        }

        /// Decodes the first frame onto a transparent canvas.
        ///
        /// - Throws: `CodecError` when the frame is damaged, truncated or beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let structure = try GIFStructure(buffer, limits: options.limits)
                let metadata = try structure.metadata(options.limits)
                let frame = structure.frames[0]
                // Also what is cut away is decoded, and takes its time.
                try options.limits.check(frame.rect.size, format: .gif, bytesPerPixel: 1)
                if Task.isCancelled { throw .cancelled }
                let source = try GIFSource(buffer)
                let reader = try GIFFrameReader(frame, of: source)
                var canvas = Bitmap(size: metadata.size)
                let isOpaque = try reader.draw(on: &canvas)
                canvas.isOpaque =
                    isOpaque && frame.rect.clamped(to: canvas.size).size == canvas.size
                return DecodeOutput(bitmap: canvas, profile: nil, metadata: metadata)
            }
        }
    }

    extension GIFStructure {
        /// What the blocks say.
        fileprivate func metadata(_ limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
            try limits.check(canvas, format: .gif)
            // A frame that leaves a part of the canvas free may be shown on nothing.
            let hasAlpha = frames.contains {
                $0.transparentIndex != nil || $0.rect.clamped(to: canvas).size != canvas
            }
            var result = ImageMetadata(size: canvas, hasAlpha: hasAlpha)
            if frames.count > 1 {
                result.frameCount = frames.count
                result.durations = frames.map(\.duration)
                result.loopCount = loopCount
            }
            return result
        }
    }
#endif
