#if TIFF
    import CTIFFShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes TIFF with libtiff, which is loaded on first use.
    ///
    /// Strips, tiles and planes of every compression that libtiff has; grey, palette, RGB, YCbCr, Lab
    /// and four inks; samples of 1 to 16 and 24 bits, 32 bits, and floating point, all shown as 8 bits.
    /// A picture that is shown small is scaled while its rows are decoded. Cancellation is honoured
    /// between strips, rows of tiles, or batches of 64 rows.
    public struct TIFFDecoder: ImageDecoder {
        /// A decoder; loads nothing yet.
        public init() {}

        /// Name of the library and version of this code; the library is not asked, since that would
        /// load it.
        public var identity: String { "tiff/libtiff/1" }

        /// TIFF, BigTIFF too.
        public var formats: [ImageFormat] { [.tiff] }

        /// Reads the directory of the first page, and counts the pages.
        ///
        /// - Throws: `CodecError` when the directory is damaged, or claims what `limits` forbid.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try TIFFReader(buffer, page: 0, limits: limits)
                try limits.check(reader.storedSize, format: .tiff)
                return reader.metadata
            }
        }

        /// The embedded ICC profile of the first page; nil for none.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                try? TIFFReader(buffer, page: 0, limits: DecodeLimits()).profile
            }
        }

        /// Decodes the page that the options name, reduced where `downsampling` allows.
        ///
        /// - Throws: `CodecError.truncated` when data is missing, `CodecError.damaged` when it is
        ///   wrong, `CodecError.unsupported` for samples that are not known and pages that are not
        ///   there, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try TIFFReader(buffer, page: options.page, limits: options.limits)
                let (metadata, model) = (reader.metadata, TIFFModel(reader.directory))
                // A profile of Lab or of unknown colours does not fit the RGB that comes out.
                let isRGB = [0, 1, 2, 3, 5, 6].contains(reader.directory.photometric)
                let profile = isRGB ? reader.profile : nil
                var colorSpace: ColorSpace = profile == nil ? .sRGB : .embedded
                if case .cmyk? = model?.colors { colorSpace = .cmyk }
                let picture = try TIFFPicture(reader, options: options)
                let bitmap = try picture.decode(colorSpace: colorSpace)
                return DecodeOutput(bitmap: bitmap, profile: profile, metadata: metadata)
            }
        }
    }
#endif
