#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// A JPEG decoder based on libjpeg-turbo: baseline, progressive, arithmetic; grey, colour and
    /// CMYK.
    ///
    /// An image that is shown small is decoded small. Cancellation is checked between batches of 64
    /// rows, also within a scan of several. 12-bit samples and lossless JPEG are unsupported.
    public struct JPEGDecoder: ImageDecoder {
        /// Creates a decoder.
        public init() {}

        /// The names and versions of the library and of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/2" }

        /// The only format: JPEG.
        public var formats: [ImageFormat] { [.jpeg] }

        /// Reads the header without pixels; the time does not grow with the length of the file.
        ///
        /// The density comes from the JFIF segment, otherwise from the EXIF block.
        ///
        /// - Throws: `CodecError` if the header is damaged or exceeds `limits`.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                let reader = try JPEGReader(limits: limits)
                let header = try reader.header(of: buffer)
                try header.check(limits, scale: JPEGScale(eighths: 1))
                return header.metadata
            }
        }

        /// Returns the colours of the profile in the header, otherwise of EXIF.
        public func color(of bytes: RawSpan) -> ColorDescription {
            bytes.withUnsafeBytes { buffer in
                guard let reader = try? JPEGReader(limits: .ofHeaders),
                    let header = try? reader.header(of: buffer)
                else { return .sRGB }
                return reader.color(header)
            }
        }

        /// Decodes the image at the smallest DCT scale that is large enough for `downsampling`.
        ///
        /// If the options allow truncated data, rows without data are grey.
        ///
        /// - Throws: `CodecError.truncated` if data is missing, `CodecError.damaged` if codes are
        ///   wrong, `CodecError.limit` if the image exceeds the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            guard bytes.byteCount > 0 else { throw .noBytes }
            var decoding = try JPEGDecoding(
                options: options, reading: .nothing, allowsTruncatedData: false)
            do throws(CodecError) {
                return try Self.output(of: &decoding, bytes)
            } catch {
                guard decoding.lacksHiddenEnd || error.isAllowed(by: options) else {
                    throw error
                }
            }
            // The file may lack only its end marker, or have codes that libjpeg tolerates.
            decoding = try JPEGDecoding(
                options: options, reading: .everything,
                allowsTruncatedData: options.allowsTruncatedData)
            return try Self.output(of: &decoding, bytes)
        }

        private static func output(
            of decoding: inout JPEGDecoding, _ bytes: RawSpan
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                var unread = 0
                try decoding.advance(buffer, isEnd: true, unread: &unread)
            }
            return try decoding.output()
        }
    }

    extension JPEGReader {
        /// Returns the header of a complete file.
        fileprivate func header(of bytes: UnsafeRawBufferPointer) throws(CodecError) -> JPEGHeader {
            guard bytes.count > 0 else { throw .noBytes }
            feed(bytes, isEnd: true)
            guard let header = try header() else { throw .noBytes }
            return header
        }
    }

    extension CodecError {
        /// The error for empty input.
        static var noBytes: CodecError { .truncated(.jpeg, "zero bytes") }

        /// Returns `true` if bytes are missing or wrong, and the options let the rest be shown.
        fileprivate func isAllowed(by options: DecodeOptions) -> Bool {
            switch self {
            case .truncated, .damaged: options.allowsTruncatedData
            default: false
            }
        }
    }
#endif
