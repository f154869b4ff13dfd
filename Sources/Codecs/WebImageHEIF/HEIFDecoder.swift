#if HEIF
    import CHEIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// A decoder of HEIC: the frames of an image sequence, otherwise the primary image, based on
    /// libheif, which is loaded on first use.
    ///
    /// libheif before 1.20 reads no sequences, so their tracks are read here, decoded with
    /// libde265, and converted by libheif like images. A file of both shows the sequence if its
    /// first brand is one of sequences, and the primary image if the sequence is damaged.
    ///
    /// The library applies transformations, so pixels are upright; the rotation in EXIF is ignored,
    /// as the format requires. An embedded thumbnail that is large enough for the target is decoded
    /// instead. Colours come from a profile, or else from the code points in the headers or the
    /// stream; linear, logarithmic, PQ and HLG curves are replaced by sRGB's, but linear light is
    /// kept in stills of more than 8 bits that are decoded as stored, and PQ and HLG in stills of
    /// all depths that are decoded for light above white. Cancellation is checked before and after
    /// the decoding call; the limits bound its time.
    public struct HEIFDecoder: ImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The name of the library and the version of its headers.
        public var identity: String { "libheif \(LIBHEIF_VERSION)/2" }

        /// The only format: HEIC; AVIF, in the same container, is decoded with libavif.
        public var formats: [ImageFormat] { [.heic] }

        /// Reads the headers without pixels.
        ///
        /// - Throws: `CodecError` if the headers are damaged, missing or exceed `limits`, or the
        ///   library is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let options = DecodeOptions(limits: limits)
                if let scene = try HEIFOpenedSequence.find(buffer, options: options) {
                    return scene.metadata
                }
                return try HEIFFile(buffer, options: options).metadata
            }
        }

        /// Returns the colours as the properties of the image, or else its stream, state them.
        public func color(of bytes: RawSpan) -> ColorDescription {
            bytes.withUnsafeBytes { buffer in
                let options = DecodeOptions(limits: .ofHeaders)
                if let scene = try? HEIFOpenedSequence.find(buffer, options: options) {
                    return scene.color
                }
                return (try? HEIFFile(buffer, options: options))?.colors.stated ?? .sRGB
            }
        }

        /// Decodes the first frame of a sequence, the primary image, or a thumbnail that is large
        /// enough for the target.
        ///
        /// - Throws: `CodecError` if the bytes are damaged, truncated or exceed the limits, or the
        ///   library is not installed.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                var options = options
                if let scene = try HEIFOpenedSequence.find(buffer, options: options) {
                    do throws(CodecError) {
                        return DecodeOutput(
                            bitmap: try scene.bitmap(at: 0), color: scene.frameColor,
                            metadata: scene.metadata)
                    } catch {
                        guard error != .cancelled, HEIFSequence.hasImage(buffer.bytes) else {
                            throw error
                        }
                        // As many bits as the demand of memory counts.
                        options.pixelDepth = .eight
                    }
                }
                let file = try HEIFFile(buffer, options: options)
                let pixels = try HEIFPixels(file, options: options)
                let bitmap = try pixels.decode()
                return DecodeOutput(bitmap: bitmap, color: pixels.color, metadata: file.metadata)
            }
        }
    }

    extension HEIFDecoder: AnimatedImageDecoder {
        /// Returns the upright frames of an image sequence; nil for an image.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        public func frames(
            of image: EncodedImage, options: DecodeOptions
        ) throws(CodecError) -> (any FrameProvider)? {
            try HEIFFrames(image.bytes, options: options)
        }
    }
#endif
