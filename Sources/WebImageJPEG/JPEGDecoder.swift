#if JPEG
    import CJPEGShim
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes JPEG with libjpeg-turbo: baseline, progressive and arithmetic; grey, colour, four inks.
    ///
    /// A picture that is shown small is decoded small. Cancellation is honoured between batches of 64
    /// rows, in a file of several scans also between batches of rows of a scan. Samples of 12 bits and
    /// lossless JPEG are refused as not supported.
    public struct JPEGDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name, library version and version of this code.
        public var identity: String { "jpeg/libjpeg-turbo-\(String(cString: cjpeg_version()))/1" }

        /// JPEG.
        public var formats: [ImageFormat] { [.jpeg] }

        /// Reads the header, no pixels; takes no longer for a long file.
        ///
        /// The density is that of the JFIF segment, else that of the EXIF block.
        ///
        /// - Throws: `CodecError` when the header is damaged, or claims what `limits` forbid.
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

        /// The embedded ICC profile, put together from its segments; nil for none or a damaged one.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            bytes.withUnsafeBytes { buffer in
                guard let reader = try? JPEGReader(limits: DecodeLimits()),
                    (try? reader.header(of: buffer)) != nil
                else { return nil }
                return reader.profile()
            }
        }

        /// Decodes the picture, at the smallest size its blocks allow that serves `downsampling` well.
        ///
        /// - Throws: `CodecError.truncated` when data is missing at the end or in between,
        ///   `CodecError.damaged` when codes are wrong, `CodecError.limit` beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            guard bytes.byteCount > 0 else { throw .noBytes }
            var decoding = try JPEGDecoding(options: options, reading: .nothing)
            do throws(CodecError) {
                return try Self.output(of: &decoding, bytes)
            } catch {
                guard decoding.lacksHiddenEnd else { throw error }
            }
            // A file may lack its end marker and nothing else, or have codes that libjpeg overlooks.
            decoding = try JPEGDecoding(options: options, reading: .everything)
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
        /// The header of a whole file.
        fileprivate func header(of bytes: UnsafeRawBufferPointer) throws(CodecError) -> JPEGHeader {
            guard bytes.count > 0 else { throw .noBytes }
            feed(bytes, isEnd: true)
            guard let header = try header() else { throw .noBytes }
            return header
        }
    }

    extension CodecError {
        /// Nothing was there to decode.
        static var noBytes: CodecError { .truncated(.jpeg, "no bytes") }
    }
#endif
