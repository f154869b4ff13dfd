#if TIFF
    import CTIFFShim
    public import WebImageCoding
    public import WebImagePixels

    /// A TIFF decoder based on libtiff, which is loaded on first use.
    ///
    /// Supported are strips, tiles and planes in grey, palette, RGB, YCbCr, Lab and CMYK. Samples
    /// of 1 to 16, 24 and 32 bits and floating point are reduced to 8 bits, or those of grey, RGB
    /// and CMYK converted to 16, as `DecodeOptions.pixelDepth` allows; floats of light that a
    /// profile states to be linear become `SampleFormat.rgbaHalf`. ``TIFFCompression`` lists the
    /// decodable compressions. An image that is shown small is scaled during decoding. Cancellation
    /// is checked between strips, rows of tiles, or batches of 64 rows.
    public struct TIFFDecoder: ImageDecoder {
        /// Creates a decoder without loading the library.
        public init() {}

        /// The name of the library, whose version is unknown until it is loaded, and the version of
        /// this code.
        public var identity: String { "tiff/libtiff/2" }

        /// The only format: TIFF, including BigTIFF.
        public var formats: [ImageFormat] { [.tiff] }

        /// Reads the directory of the first page, and counts the pages.
        ///
        /// - Throws: `CodecError` if the directory is damaged or exceeds `limits`.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try TIFFReader(buffer, page: 0, limits: limits)
                try limits.check(reader.storedSize, format: .tiff)
                return reader.metadata
            }
        }

        /// Returns the colours of the first page.
        public func color(of bytes: RawSpan) -> ColorDescription {
            bytes.withUnsafeBytes { buffer in
                guard let reader = try? TIFFReader(buffer, page: 0, limits: .ofHeaders) else {
                    return .sRGB
                }
                return reader.color
            }
        }

        /// Decodes the page in `options`, reduced as `downsampling` allows.
        ///
        /// - Throws: `CodecError.truncated` if data is missing, `CodecError.damaged` if it is
        ///   invalid, `CodecError.unsupported` for unknown samples and missing pages,
        ///   `CodecError.limit` if the limits are exceeded.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try TIFFReader(buffer, page: options.page, limits: options.limits)
                var metadata = reader.metadata
                let isCMYK = TIFFModel(reader.directory)?.isCMYK == true
                let stated = reader.color
                let picture = try TIFFPicture(reader, options: options)
                let color = picture.format == .rgbaHalf ? .sRGB : stated
                let colorSpace = isCMYK ? .cmyk : color.colorSpace
                let bitmap = try picture.decode(colorSpace: colorSpace)
                metadata.isTruncated = picture.isDamaged
                return DecodeOutput(bitmap: bitmap, color: color, metadata: metadata)
            }
        }
    }
#endif
