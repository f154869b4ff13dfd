#if HEIF
    import CHEIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// A decoder of the primary image of HEIC files, based on libheif, which is loaded on first
    /// use.
    ///
    /// The library applies transformations, so pixels are upright; the rotation in EXIF is ignored,
    /// as the format requires. An embedded thumbnail that is large enough for the target is decoded
    /// instead. Colours without a profile are treated as sRGB. Cancellation is checked before and
    /// after the decoding call; the limits bound its time.
    public struct HEIFDecoder: ImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The name of the library and the version of its headers.
        public var identity: String { "libheif \(LIBHEIF_VERSION)" }

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
                try HEIFFile(buffer, limits: limits).metadata
            }
        }

        /// Returns the ICC profile; nil if there is none.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? HEIFFile(buffer, limits: DecodeLimits()).primary.profile
            }
        }

        /// Decodes the primary image, or a thumbnail that is large enough for the target.
        ///
        /// - Throws: `CodecError` if the bytes are damaged, truncated or exceed the limits, or the
        ///   library is not installed.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                let file = try HEIFFile(buffer, limits: options.limits)
                let pixels = try HEIFPixels(file, options: options)
                let profile = pixels.source.profile ?? file.primary.profile
                let bitmap = try pixels.decode(colorSpace: profile == nil ? .sRGB : .embedded)
                return DecodeOutput(bitmap: bitmap, profile: profile, metadata: file.metadata)
            }
        }
    }
#endif
