#if AVIF
    import CAVIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes AVIF, stills and sequences, with libavif, which is loaded on first use.
    ///
    /// Pixels come out upright: aperture, rotation and mirroring are applied here, and a rotation in
    /// EXIF is ignored, as the format wants it. A target of less than half the size is met while
    /// colours are converted, so that no full bitmap is made. PQ and HLG are brought to sRGB; other
    /// colours without a profile are taken for sRGB. Cancellation is looked for before each frame,
    /// and every 64 rows where rows are converted one after the other.
    public struct AVIFDecoder: ImageDecoder {
        /// A decoder; it loads nothing yet.
        public init() {}

        /// Name of the library, and the version that was built against.
        public var identity: String { "libavif \(AVIFLibrary.version)" }

        /// AVIF alone.
        public var formats: [ImageFormat] { [.avif] }

        /// Reads the headers, no pixels.
        ///
        /// - Throws: `CodecError` when the headers are damaged, missing or beyond `limits`, or the
        ///   library is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try AVIFFile(buffer, limits: limits).metadata(bytes)
            }
        }

        /// The embedded profile, nil where there is none.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? AVIFFile(buffer, limits: DecodeLimits()).profile
            }
        }

        /// Decodes the still, or the first frame of a sequence.
        ///
        /// - Throws: `CodecError` when the bytes are damaged, truncated or beyond the limits, or the
        ///   library is not installed.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let file = try AVIFFile(buffer, limits: options.limits)
                let pixels = try AVIFPixels(file, options: options, isPlayed: false)
                let metadata = try file.metadata(bytes)
                try file.advance(to: 0)
                return DecodeOutput(
                    bitmap: try pixels.bitmap(of: file), profile: file.profile, metadata: metadata)
            }
        }
    }

    extension AVIFDecoder: AnimatedImageDecoder {
        /// The frames of a sequence, nil for a still; they are upright.
        ///
        /// - Throws: `CodecError` when the headers are damaged or beyond the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = try AVIFFrames.open(image.bytes, limits: options.limits)
            guard file.count > 1 else { return nil }
            return try AVIFFrames(file, of: image.bytes, options: options)
        }
    }

    extension AVIFFile {
        /// The embedded profile, nil where there is none.
        var profile: ByteBlock? {
            let icc = image.pointee.icc
            guard icc.size > 0, let data = icc.data else { return nil }
            return ByteBlock(copying: UnsafeBufferPointer(start: data, count: icc.size))
        }

        /// What the headers say.
        ///
        /// - Parameter bytes: The file, for what the library does not tell.
        func metadata(_ bytes: RawSpan) throws(CodecError) -> ImageMetadata {
            var result = ImageMetadata(
                size: AVIFTransform(image).uprightSize, hasAlpha: hasAlpha)
            result.exif = exif
            guard count > 1 else { return result }
            let timeline = AVIFTimeline(bytes, count: count)
            result.frameCount = count
            result.durations = timeline.durations
            result.loopCount = timeline.loopCount
            return result
        }

        /// The EXIF block from its TIFF header on.
        private var exif: [UInt8]? {
            let block = image.pointee.exif
            guard block.size > 0, let data = block.data else { return nil }
            let bytes = UnsafeRawBufferPointer(start: data, count: block.size)
            return Array(bytes.bytes.has("Exif\0\0") ? bytes.dropFirst(6) : bytes[...])
        }
    }
#endif
