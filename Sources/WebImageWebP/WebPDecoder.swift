#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    /// Decodes WebP with libwebp: stills, also scaled and while bytes arrive, and animations.
    ///
    /// Cancellation is looked for before and after each call of the library that decodes, which is
    /// one for a still and one for each frame; the call itself, bounded by the limits, runs to its
    /// end.
    ///
    /// VP8L keeps the whole picture in the library besides our bitmap: the default limits of memory
    /// end its full decode at 67 megapixels, a scaled one goes to the limit of pixels.
    public struct WebPDecoder: ImageDecoder {
        /// A decoder.
        public init() {}

        /// Name and version of the library.
        public var identity: String { "libwebp \(WebPVersion(WebPGetDecoderVersion()))" }

        /// WebP alone.
        public var formats: [ImageFormat] { [.webp] }

        /// Reads the headers of the file and, in an animation, of its frames.
        ///
        /// A file that ends early is described as far as it goes.
        /// - Throws: `CodecError` when the headers are damaged, missing or beyond `limits`.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try WebPFile(bytes, limits: limits).metadata(of: bytes)
        }

        /// The embedded colour profile, nil where there is none.
        public func profile(of bytes: RawSpan) -> ByteBlock? {
            guard let container = try? WebPContainer(bytes, limits: DecodeLimits()) else {
                return nil
            }
            return container.profile.map { ByteBlock(copying: bytes.extracting($0)) }
        }

        /// Decodes the still, or the first frame on a transparent canvas.
        ///
        /// - Throws: `CodecError` when the bytes are damaged, truncated or beyond the limits.
        public func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> DecodeOutput {
            let file = try WebPFile(bytes, limits: options.limits)
            if Task.isCancelled { throw .cancelled }
            let bitmap = try file.decode(bytes, options: options)
            if Task.isCancelled { throw .cancelled }
            return file.output(bitmap, of: bytes)
        }
    }

    extension WebPFile {
        fileprivate func decode(
            _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) -> Bitmap {
            if let frame = container.frames.first {
                var canvas = try Bitmap(decoding: features.size)
                try frame.draw(on: &canvas, from: bytes, isFirst: true, limits: options.limits)
                return canvas
            }
            let plan = try WebPPlan(still: self, byteCount: bytes.byteCount, options: options)
            var bitmap = try Bitmap(decoding: plan.size, isCleared: false)
            bitmap.isOpaque = try plan.decode(bytes, into: &bitmap)
            return bitmap
        }
    }

    /// The version that libwebp packs into an integer.
    struct WebPVersion: CustomStringConvertible {
        let packed: Int32

        init(_ packed: Int32) {
            self.packed = packed
        }

        var description: String { "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)" }
    }

    extension CodecError {
        /// What a status of libwebp's decoder means.
        init(_ status: VP8StatusCode) {
            switch status {
            case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
                self = .truncated(.webp, "the picture ends early")
            case VP8_STATUS_UNSUPPORTED_FEATURE:
                self = .unsupported(.webp, "a feature of the bitstream")
            case VP8_STATUS_OUT_OF_MEMORY:
                self = .limit("libwebp found no memory")
            case VP8_STATUS_BITSTREAM_ERROR:
                self = .damaged(.webp, "the bitstream breaks the format's rules")
            default:
                self = .damaged(.webp, "libwebp stopped with status \(status.rawValue)")
            }
        }
    }
#endif
