#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// What is decoded, at which scale and to which place; made and checked before any allocation.
    struct WebPPlan {
        /// The size of the bitmap to make or to draw on.
        let size: PixelSize
        /// Whether the header allows transparent pixels.
        let hasAlpha: Bool
        /// Whether the picture is lossless.
        let isLossless: Bool
        /// Where the picture lies in the bitmap.
        let place: PixelRect
        /// The bytes libwebp gets: the whole file, or the chunks of a frame.
        private let source: Range<Int>
        private let scales: Bool

        /// Whether the picture is the whole bitmap.
        var covers: Bool { place.size == size }

        /// Plans the decode of a still.
        ///
        /// - Throws: `CodecError` when the decode needs more than the limits.
        init(
            still file: WebPFile, byteCount: Int, options: DecodeOptions
        ) throws(CodecError) {
            let features = file.features
            let full = features.size
            let upright = options.downsampling.scaledSize(of: file.orientation.upright(full))
            let scaled = features.scaledSize(for: file.orientation.upright(upright))
            source = 0..<byteCount
            size = scaled ?? full
            place = PixelRect(x: 0, y: 0, size: size)
            hasAlpha = features.has_alpha != 0
            isLossless = features.isLossless
            scales = scaled != nil
            // Scaled pixels are at most a quarter of the picture's.
            let ours = scales ? 1 : 4
            try options.limits.check(
                full, format: .webp, bytesPerPixel: features.libraryBytesPerPixel + ours)
        }

        /// Plans the decode of a frame to its place on a canvas, or else to a bitmap of its own.
        ///
        /// - Throws: `CodecError` when the frame is damaged or the decode needs more than the limits.
        init(
            _ frame: WebPFrame, on canvas: PixelSize, _ bytes: RawSpan, isDirect: Bool,
            limits: DecodeLimits
        ) throws(CodecError) {
            guard frame.rect.clamped(to: canvas) == frame.rect else {
                throw .damaged(.webp, "a frame lies outside of the canvas")
            }
            if frame.isTruncated { throw .truncated(.webp, "the frame ends early") }
            let features = try WebPBitstreamFeatures(of: bytes.extracting(frame.payload))
            guard features.size == frame.rect.size, features.has_animation == 0 else {
                throw .damaged(.webp, "a frame of \(frame.rect.size) holds one of \(features.size)")
            }
            source = frame.payload
            size = isDirect ? canvas : frame.rect.size
            place = isDirect ? frame.rect : PixelRect(x: 0, y: 0, size: frame.rect.size)
            hasAlpha = features.has_alpha != 0
            isLossless = features.isLossless
            scales = false
            let needed = features.libraryBytesPerPixel + (isDirect ? 0 : 4)
            guard Bitmap.byteCount(of: canvas) <= limits.maxBytes - frame.rect.size.area * needed
            else {
                throw .limit("a frame on \(canvas) needs more than \(limits.maxBytes) bytes")
            }
        }

        /// How many bytes make it worth to call the incremental decoder again.
        ///
        /// VP8 goes on at the macroblock where it stopped. VP8L begins its headers anew, then the
        /// eight rows it is in: so it is called once for 40 rows and 16 times in all at most, and no
        /// more than a tenth is decoded twice.
        func worthwhileStep(ofImage byteCount: Int) -> Int {
            let least = 4096
            guard isLossless else { return least }
            return max(least, byteCount / min(max(place.size.height / 40, 1), 16))
        }

        /// Sets up a decode into pixels, whose address is `rows`.
        func apply(to config: inout WebPDecoderConfig, stride: Int) throws(CodecError) {
            guard WebPInitDecoderConfig(&config) != 0 else {
                throw .unsupported(.webp, "the installed libwebp is another than was built against")
            }
            config.options.use_scaling = scales ? 1 : 0
            config.options.scaled_width = Int32(place.size.width)
            config.options.scaled_height = Int32(place.size.height)
            config.output.colorspace = MODE_bgrA
            config.output.is_external_memory = 1
            config.output.u.RGBA.stride = Int32(stride)
        }

        /// Decodes straight into the memory of `bitmap`, which has this plan's size.
        ///
        /// - Returns: Whether every pixel that was decoded is opaque.
        func decode(_ bytes: RawSpan, into bitmap: inout Bitmap) throws(CodecError) -> Bool {
            var config = WebPDecoderConfig()
            try apply(to: &config, stride: bitmap.bytesPerRow)
            let start = place.y * bitmap.bytesPerRow + place.x * 4
            config.output.u.RGBA.size = bitmap.byteCount - start
            let status = bitmap.withUnsafeMutableRows { rows in
                config.output.u.RGBA.rgba = rows + start
                return bytes.extracting(source).withUnsafeBytes { buffer in
                    WebPDecode(buffer.baseAddress, buffer.count, &config)
                }
            }
            WebPFreeDecBuffer(&config.output)
            guard status == VP8_STATUS_OK else { throw CodecError(status) }
            return isOpaque(bitmap)
        }

        /// Whether every pixel that was decoded to `bitmap` is opaque.
        ///
        /// The header of VP8L only hints at it (RFC 9649, 3.4): alpha is decoded all the same.
        func isOpaque(_ bitmap: Bitmap) -> Bool {
            if hasAlpha || !isLossless { return !hasAlpha }
            return bitmap.withUnsafeRows { rows in
                (place.y..<place.y + place.size.height).allSatisfy { y in
                    let row = UnsafeRawPointer(rows + y * bitmap.bytesPerRow + place.x * 4)
                    var alpha: UInt32 = .max
                    // Alpha is the highest byte of a little-endian word.
                    for x in 0..<place.size.width {
                        alpha &= row.load(fromByteOffset: x * 4, as: UInt32.self).littleEndian
                    }
                    return alpha >> 24 == 255
                }
            }
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
