#if GIF
    import CGIF
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes GIF with giflib, still and animated.
    ///
    /// What a frame does not cover is transparent; what stands out of the canvas is cut; an animation
    /// that does not say how often it plays, plays once. Cancellation is looked for every few rows.
    /// ICC blocks are not read, as no browser does.
    public struct GIFDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name and version of the library, and version of this code.
        public var identity: String {
            "gif/giflib-\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)/1"
        }

        /// GIF alone.
        public var formats: [ImageFormat] { [.gif] }

        /// Reads the blocks of the file, no pixels; one that ends early is described as far as it goes.
        ///
        /// - Throws: `CodecError` when there is no frame, or more than `limits` allow.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let structure = try GIFStructure(buffer, limits: limits)
                try structure.check(limits)
                return structure.metadata
            }
        }

        /// Decodes the first frame onto a transparent canvas; a still that is shown smaller row by row
        /// at that size.
        ///
        /// - Throws: `CodecError` when the frame is damaged, truncated or beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let structure = try GIFStructure(buffer, limits: options.limits)
                if let scaling = GIFScaling(structure, options.downsampling) {
                    return DecodeOutput(
                        bitmap: try scaling.decoded(from: buffer, limits: options.limits),
                        profile: nil, metadata: structure.metadata)
                }
                try options.limits.check(structure.canvas, format: .gif)
                var canvas = try Bitmap(decoding: structure.canvas)
                try structure.frames[0].draw(from: buffer, on: &canvas, limits: options.limits)
                return DecodeOutput(bitmap: canvas, profile: nil, metadata: structure.metadata)
            }
        }
    }

    extension GIFStructure {
        /// Checks what the header claims, by the least that decoding takes.
        fileprivate func check(_ limits: DecodeLimits) throws(CodecError) {
            try limits.check(
                canvas, format: .gif, bytesPerPixel: onlyFrame == nil ? 4 : 1)
        }
    }

    extension GIFFrame {
        /// Decodes the frame out of the file's `bytes` and draws it over what is on `canvas`.
        ///
        /// - Throws: `CodecError` when it is damaged, truncated, beyond the limits or cancelled.
        func draw(
            from bytes: UnsafeRawBufferPointer, on canvas: inout Bitmap, limits: DecodeLimits
        ) throws(CodecError) {
            if Task.isCancelled { throw .cancelled }
            let reader = try GIFFrameReader(self, of: GIFSource(bytes), limits: limits)
            try reader.draw(upTo: rect.size.height, on: &canvas)
            let covers = rect.clamped(to: canvas.size).size == canvas.size
            canvas.isOpaque = canvas.isOpaque || covers && reader.isOpaque
        }
    }
#endif
