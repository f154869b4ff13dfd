#if HEIF
    import CHEIFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes the primary picture of a HEIC file with libheif, which is loaded on first use.
    ///
    /// Pixels come out upright, transformations applied by the library; a rotation in EXIF is ignored,
    /// as the format wants it. An embedded thumbnail is decoded instead when it is as large as the
    /// target. Colours without a profile are taken for sRGB. Cancellation is looked for before and
    /// after the one call that decodes; the call itself, bounded by the limits, runs to its end.
    public struct HEIFDecoder: ImageDecoder {
        /// A decoder; it loads nothing yet.
        public init() {}

        /// Name of the library, and the version that was built against.
        public var identity: String { "libheif \(LIBHEIF_VERSION)" }

        /// HEIC alone; AVIF, in the same container, is for libavif.
        public var formats: [ImageFormat] { [.heic] }

        /// Reads the headers, no pixels.
        ///
        /// - Throws: `CodecError` when the headers are damaged, missing or beyond `limits`, or the
        ///   library is not installed.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { buffer throws(CodecError) in
                try HEIFFile(buffer, limits: limits).metadata
            }
        }

        /// The embedded profile, nil where there is none.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? HEIFFile(buffer, limits: DecodeLimits()).primary.profile
            }
        }

        /// Decodes the primary picture, or a thumbnail that is large enough for the target.
        ///
        /// - Throws: `CodecError` when the bytes are damaged, truncated or beyond the limits, or the
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
