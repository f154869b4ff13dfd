#if PNG
    import CPNGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes PNG with libpng: every colour type and depth, interlaced too.
    ///
    /// Samples of 16 bits are rounded to 8; `gAMA` is not applied. Of an animated file it decodes the
    /// default image. A wrong checksum of a chunk that is not needed is tolerated. Cancellation is
    /// honoured between batches of 64 rows.
    public struct PNGDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "png/libpng-\(String(cString: cpng_version()))/1" }

        /// PNG, still and animated.
        public var formats: [ImageFormat] { [.png, .apng] }

        /// Reads the chunks around the pixels.
        ///
        /// - Throws: `CodecError` when the header is damaged, or claims what `limits` forbid.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try PNGReader(buffer, limits: limits)
                try reader.check(limits)
                return try Self.metadata(of: reader, in: buffer.bytes, limits: limits)
            }
        }

        /// The embedded ICC profile; nil for none or a damaged one.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? PNGReader(buffer, limits: DecodeLimits()).profile
            }
        }

        /// Decodes the picture at its full size.
        ///
        /// - Throws: `CodecError.truncated` when bytes are missing, `CodecError.damaged` when they
        ///   break the rules, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try PNGReader(buffer, limits: options.limits)
                try reader.check(options.limits)
                let metadata = try Self.metadata(
                    of: reader, in: buffer.bytes, limits: options.limits)
                let profile = reader.profile
                let bitmap = try reader.pixels(colorSpace: profile == nil ? .sRGB : .embedded)
                return DecodeOutput(bitmap: bitmap, profile: profile, metadata: metadata)
            }
        }

        private static func metadata(
            of reader: borrowing PNGReader, in bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try PNGChunks(of: bytes, limits: limits)
                .metadata(size: reader.storedSize, hasAlpha: reader.header.has_alpha)
        }
    }
#endif
