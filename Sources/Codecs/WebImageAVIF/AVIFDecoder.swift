#if AVIF
    import CAVIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// An AVIF decoder for stills and sequences, based on libavif, which is loaded on first use.
    ///
    /// Frames are upright: aperture, rotation and mirroring are applied here, and the rotation in
    /// EXIF is ignored, as the format requires. A reduced image is scaled during colour conversion,
    /// without a full-size bitmap. Colours come from a profile, or else from the code points in the
    /// headers or the stream. Linear, logarithmic, PQ and HLG curves are replaced by sRGB's, but
    /// linear light is kept in stills of 10 and 12 bits that are decoded as stored, and PQ and HLG
    /// in stills of all depths that are decoded for light above white.
    /// Cancellation is checked before each frame, and every 64 rows if rows are converted in bands.
    public struct AVIFDecoder: ImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The name of the library and the version of its headers.
        public var identity: String { "libavif \(AVIFLibrary.version)/2" }

        /// The only format: AVIF.
        public var formats: [ImageFormat] { [.avif] }

        /// Reads the headers without pixels.
        ///
        /// - Throws: `CodecError` if the headers are damaged, missing or exceed `limits`, or the
        ///   library is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try AVIFFile(buffer, limits: limits).metadata(bytes)
            }
        }

        /// Returns the colours as the properties of the image, or else its stream, state them.
        public func color(of bytes: RawSpan) -> ColorDescription {
            bytes.withUnsafeBytes { buffer in
                (try? AVIFFile(buffer, limits: .ofHeaders))?.color ?? .sRGB
            }
        }

        /// Decodes a still image, or the first frame of a sequence.
        ///
        /// - Throws: `CodecError` if the bytes are damaged, truncated or exceed the limits, or the
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
                    bitmap: try pixels.bitmap(of: file), color: pixels.colors.result,
                    metadata: metadata)
            }
        }
    }

    extension AVIFDecoder: AnimatedImageDecoder {
        /// Returns the upright frames of a sequence; nil for a still image.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            let file = try AVIFFrames.open(image.bytes, limits: options.limits)
            guard file.count > 1 else { return nil }
            try options.limits.check(frames: file.count, of: file.size)
            return try AVIFFrames(file, of: image.bytes, options: options)
        }
    }

    extension AVIFFile {
        /// Returns the metadata in the headers.
        ///
        /// - Parameter bytes: The file, for metadata that the library does not provide.
        func metadata(_ bytes: RawSpan) throws(CodecError) -> ImageMetadata {
            var result = ImageMetadata(
                size: AVIFTransform(image).uprightSize, hasAlpha: hasAlpha)
            result.exif = exif
            result.isTruncated = isCutOff
            guard count > 1 else { return result }
            let timeline = AVIFTimeline(bytes, count: count)
            result.frameCount = count
            result.durations = timeline.durations
            result.loopCount = timeline.loopCount
            return result
        }

        /// The EXIF block without the prefix before its TIFF header.
        private var exif: [UInt8]? {
            let block = image.pointee.exif
            guard block.size > 0, let data = block.data else { return nil }
            let bytes = UnsafeRawBufferPointer(start: data, count: block.size)
            return Array(bytes.bytes.has("Exif\0\0") ? bytes.dropFirst(6) : bytes[...])
        }
    }
#endif
