#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes JPEG with libjpeg-turbo: baseline and progressive, grey, colour and four inks.
    ///
    /// A picture that is shown small is decoded small. Cancellation is honoured between batches of 64
    /// rows, in a progressive file also between batches of rows of a scan.
    public struct JPEGDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/1" }

        /// JPEG.
        public var formats: [ImageFormat] { [.jpeg] }

        /// Reads the header, no pixels; takes no longer for a long file.
        ///
        /// - Throws: `CodecError` when the header is damaged, or claims what `limits` forbid.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try JPEGReader(buffer, limits: limits)
                try reader.check(limits, scale: JPEGScale(eighths: 1))
                return reader.metadata
            }
        }

        /// The embedded ICC profile, put together from its segments; nil for none or a damaged one.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? JPEGReader(buffer, limits: DecodeLimits()).profile()
            }
        }

        /// Decodes the picture, at the smallest size its blocks allow that serves `downsampling` well.
        ///
        /// - Throws: `CodecError.truncated` when data is missing at the end or in between,
        ///   `CodecError.damaged` when codes are wrong, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try JPEGReader(buffer, limits: options.limits)
                let scale = JPEGScale(
                    for: reader.storedSize, orientation: reader.orientation,
                    downsampling: options.downsampling)
                try reader.check(options.limits, scale: scale)
                let profile = reader.profile()
                let rgb: ColorSpace = profile == nil ? .sRGB : .embedded
                let bitmap = try reader.pixels(
                    scale: scale, colorSpace: reader.header.is_cmyk ? .cmyk : rgb)
                return DecodeOutput(bitmap: bitmap, profile: profile, metadata: reader.metadata)
            }
        }
    }
#endif
