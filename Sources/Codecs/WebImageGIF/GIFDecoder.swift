#if GIF
    import CGIF
    public import WebImageCoding
    public import WebImagePixels

    /// A GIF decoder based on giflib, for still images and animations.
    ///
    /// Pixels that no frame covers are transparent, and frames are clipped to the canvas. An
    /// animation without a loop count plays once. If the options allow truncated data, rows that
    /// are missing at the end of a frame are not drawn; a file cut in a later frame has those
    /// before it. Cancellation is checked every few rows. ICC blocks are ignored, as in browsers.
    public struct GIFDecoder: ImageDecoder {
        /// Creates a decoder.
        public init() {}

        /// The name and version of the library, and the version of this code.
        public var identity: String {
            "gif/giflib-\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)/1"
        }

        /// The only format: GIF.
        public var formats: [ImageFormat] { [.gif] }

        /// Reads the blocks without pixels; of a truncated file, those that are complete.
        ///
        /// - Throws: `CodecError` if there is no frame or `limits` are exceeded.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let structure = try GIFStructure(buffer, limits: limits)
                try structure.check(limits)
                return structure.metadata
            }
        }

        /// Decodes the first frame onto a transparent canvas; a still image is reduced by rows.
        ///
        /// - Throws: `CodecError` if the frame is damaged, truncated or exceeds the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let structure = try GIFStructure(buffer, limits: options.limits)
                if let scaling = GIFScaling(structure, options.downsampling) {
                    let (bitmap, isTruncated) = try scaling.decoded(from: buffer, options: options)
                    return structure.output(bitmap, isTruncated: isTruncated)
                }
                try options.limits.check(structure.canvas, format: .gif)
                var canvas = try Bitmap(decoding: structure.canvas)
                let isWhole = try structure.frames[0].draw(
                    from: buffer, on: &canvas, options: options)
                return structure.output(canvas, isTruncated: !isWhole)
            }
        }
    }

    extension GIFStructure {
        /// Checks the header against the limits, with the minimum memory that decoding needs.
        fileprivate func check(_ limits: DecodeLimits) throws(CodecError) {
            try limits.check(
                canvas, format: .gif, bytesPerPixel: onlyFrame == nil ? 4 : 1)
        }

        /// Returns the output of a decode of the first frame.
        func output(_ bitmap: Bitmap, isTruncated: Bool) -> DecodeOutput {
            var metadata = metadata
            metadata.isTruncated = isTruncated || isCutOff
            return DecodeOutput(bitmap: bitmap, color: .sRGB, metadata: metadata)
        }
    }

    extension GIFFrame {
        /// Decodes the frame from the file's `bytes` and draws it over `canvas`; returns `false` if
        /// rows are missing, which the options allow.
        ///
        /// - Throws: `CodecError` if it is damaged, truncated, exceeds the limits or is cancelled.
        func draw(
            from bytes: UnsafeRawBufferPointer, on canvas: inout Bitmap, options: DecodeOptions
        ) throws(CodecError) -> Bool {
            if Task.isCancelled { throw .cancelled }
            let reader = try GIFFrameReader(self, of: GIFSource(bytes), options: options)
            try reader.draw(upTo: rect.size.height, on: &canvas)
            let covers = rect.clamped(to: canvas.size).size == canvas.size
            canvas.isOpaque = canvas.isOpaque || covers && reader.isOpaque
            return !reader.isTruncated
        }

        /// Returns `true` if no row of the frame is missing in the file's `bytes`.
        ///
        /// - Throws: `CodecError.cancelled`.
        func hasAllRows(
            in bytes: UnsafeRawBufferPointer, limits: DecodeLimits
        ) throws(CodecError) -> Bool {
            do throws(CodecError) {
                var options = DecodeOptions(limits: limits)
                // A header is read without a limit of pixels, but not for any time.
                options.limits.maxPixels = min(limits.maxPixels, DecodeLimits().maxPixels)
                let reader = try GIFFrameReader(self, of: GIFSource(bytes), options: options)
                var line = Bitmap(size: PixelSize(width: 1, height: 1))
                try line.withUnsafeMutableRows { row throws(CodecError) in
                    while reader.rowCount < rect.size.height {
                        try reader.drawNext(on: row, count: 0)
                    }
                }
                return true
            } catch {
                if error == .cancelled { throw error }
                return false
            }
        }
    }
#endif
