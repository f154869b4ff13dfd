#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// What is decoded, at which scale and to which place; made and checked before any allocation.
    struct WebPPlan {
        /// The size of the bitmap to make.
        let size: PixelSize
        /// Whether no pixel of it can be transparent.
        let isOpaque: Bool
        /// The bytes libwebp gets: the whole file, or the chunks of a frame.
        private let source: Range<Int>
        /// Where the picture lies in the bitmap.
        private let place: PixelRect
        private let scales: Bool

        /// Plans the decode of a still, or of an animation's first frame.
        ///
        /// - Throws: `CodecError` when the frame is damaged or the decode needs more than the limits.
        init(_ file: WebPFile, _ bytes: RawSpan, options: DecodeOptions) throws(CodecError) {
            if let frame = file.container.frames.first {
                try self.init(frame, of: file, bytes, limits: options.limits)
            } else {
                try self.init(still: file, bytes, options: options)
            }
        }

        private init(
            still file: WebPFile, _ bytes: RawSpan, options: DecodeOptions
        ) throws(CodecError) {
            let features = file.features
            let full = features.size
            let upright = options.downsampling.scaledSize(of: file.orientation.upright(full))
            let scaled = features.scaledSize(for: file.orientation.upright(upright))
            source = 0..<bytes.byteCount
            size = scaled ?? full
            place = PixelRect(x: 0, y: 0, size: size)
            isOpaque = features.has_alpha == 0
            scales = scaled != nil
            // Scaled pixels are at most a quarter of the picture's.
            let ours = scales ? 1 : 4
            try options.limits.check(
                full, format: .webp, bytesPerPixel: features.libraryBytesPerPixel + ours)
        }

        private init(
            _ frame: WebPFrame, of file: WebPFile, _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) {
            guard frame.rect.clamped(to: file.features.size) == frame.rect else {
                throw .damaged(.webp, "a frame lies outside of the canvas")
            }
            if frame.isTruncated { throw .truncated(.webp, "the first frame ends early") }
            let features = try WebPBitstreamFeatures(of: bytes.extracting(frame.payload))
            guard features.size == frame.rect.size, features.has_animation == 0 else {
                throw .damaged(.webp, "a frame of \(frame.rect.size) holds one of \(features.size)")
            }
            source = frame.payload
            size = file.features.size
            place = frame.rect
            isOpaque = features.has_alpha == 0 && frame.rect.size == size
            scales = false
            try limits.check(
                size, format: .webp, bytesPerPixel: 4 + features.libraryBytesPerPixel)
        }

        /// Decodes straight into the memory of `bitmap`, which has this plan's size.
        func decode(_ bytes: RawSpan, into bitmap: inout Bitmap) throws(CodecError) {
            var config = WebPDecoderConfig()
            guard WebPInitDecoderConfig(&config) != 0 else {
                throw .unsupported(.webp, "the installed libwebp is another than was built against")
            }
            config.options.use_scaling = scales ? 1 : 0
            config.options.scaled_width = Int32(place.size.width)
            config.options.scaled_height = Int32(place.size.height)
            config.output.colorspace = MODE_bgrA
            config.output.is_external_memory = 1
            let stride = bitmap.bytesPerRow
            let start = place.y * stride + place.x * 4
            let room = bitmap.byteCount - start
            let status = bitmap.withUnsafeMutableRows { rows in
                config.output.u.RGBA.rgba = rows + start
                config.output.u.RGBA.stride = Int32(stride)
                config.output.u.RGBA.size = room
                return bytes.extracting(source).withUnsafeBytes { buffer in
                    WebPDecode(buffer.baseAddress, buffer.count, &config)
                }
            }
            WebPFreeDecBuffer(&config.output)
            guard status == VP8_STATUS_OK else { throw CodecError(status) }
        }
    }

    extension WebPBitstreamFeatures {
        /// What the library keeps for each pixel while it decodes, besides our bitmap: VP8L the whole
        /// picture, VP8 a few rows, and the alpha plane with what unpacks it.
        fileprivate var libraryBytesPerPixel: Int {
            if isLossless { return 4 }
            return has_alpha == 0 ? 0 : 5
        }

        /// The size to let the library scale to so that the caller can scale on to `target` with a
        /// better filter, nil when it should not scale.
        ///
        /// Its filter is an area average. Down to twice the target, photographs keep an SSIM of
        /// 0.997 and a mean difference of 1.1 against a full decode. VP8 with alpha is left alone:
        /// there colours are mixed before alpha is multiplied in, and hidden ones would show.
        fileprivate func scaledSize(for target: PixelSize) -> PixelSize? {
            let (double, full) = (
                PixelSize(width: target.width * 2, height: target.height * 2), size
            )
            guard double.width < full.width, double.height < full.height else { return nil }
            guard isLossless || has_alpha == 0 else { return nil }
            return double
        }
    }
#endif
