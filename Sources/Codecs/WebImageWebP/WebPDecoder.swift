#if WebP
    import CWebP
    public import WebImageCoding
    public import WebImagePixels

    /// A WebP decoder based on libwebp: still images, also scaled and incrementally, and
    /// animations.
    ///
    /// Cancellation is checked before and after each decoding call: one for a still image, one for
    /// each frame of an animation. The call itself cannot be cancelled; the limits bound its time.
    ///
    /// For VP8L the library keeps the whole image in addition to our bitmap. With the default
    /// memory limits a full decode reaches 67 megapixels, a scaled one the limit of pixels.
    public struct WebPDecoder: ImageDecoder {
        /// Creates a decoder.
        public init() {}

        /// The name and version of the library, and the version of this code.
        public var identity: String { "libwebp \(WebPVersion(WebPGetDecoderVersion()))/2" }

        /// The only format: WebP.
        public var formats: [ImageFormat] { [.webp] }

        /// Reads the headers of the file and, for an animation, of its frames.
        ///
        /// A truncated file gives the metadata of its complete part.
        /// - Throws: `CodecError` if the headers are damaged, missing or exceed `limits`.
        public func metadata(
            of bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ImageMetadata {
            try WebPFile(bytes, limits: limits).metadata(of: bytes)
        }

        /// Returns the colours as the container states them.
        public func color(of bytes: RawSpan) -> ColorDescription {
            (try? WebPContainer(bytes, limits: .ofHeaders))?.color(bytes) ?? .sRGB
        }

        /// Decodes a still image, or the first frame on a transparent canvas.
        ///
        /// - Throws: `CodecError` if the bytes are damaged, truncated or exceed the limits.
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
            var bitmap = try plan.makeBitmap()
            bitmap.isOpaque = try plan.decode(bytes, into: &bitmap)
            return bitmap
        }
    }

    /// A version that libwebp packs into an integer.
    struct WebPVersion: CustomStringConvertible {
        let packed: Int32

        init(_ packed: Int32) {
            self.packed = packed
        }

        var description: String { "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)" }
    }

    extension CodecError {
        /// Creates the error for a status of libwebp's decoder.
        init(_ status: VP8StatusCode) {
            switch status {
            case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
                self = .truncated(.webp, "the image is cut off")
            case VP8_STATUS_UNSUPPORTED_FEATURE:
                self = .unsupported(.webp, "a feature of the bitstream")
            case VP8_STATUS_OUT_OF_MEMORY:
                self = .limit("libwebp ran out of memory")
            case VP8_STATUS_BITSTREAM_ERROR:
                self = .damaged(.webp, "the bitstream is invalid")
            default:
                self = .damaged(.webp, "libwebp failed with status \(status.rawValue)")
            }
        }
    }
#endif
