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
        let source: Range<Int>
        /// Whether the library scales.
        let scales: Bool

        /// Whether the library decodes to planes, which ``develop(_:rows:)`` makes pixels of.
        private var isPlanar: Bool { scales && hasAlpha && !isLossless }

        /// Whether the picture is the whole bitmap.
        var covers: Bool { place.size == size }

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

        /// Sets up a decode into a bitmap of this plan's size.
        func apply(to config: inout WebPDecoderConfig) throws(CodecError) {
            guard WebPInitDecoderConfig(&config) != 0 else {
                throw .unsupported(.webp, "the installed libwebp is another than was built against")
            }
            config.options.use_scaling = scales ? 1 : 0
            config.options.scaled_width = Int32(place.size.width)
            config.options.scaled_height = Int32(place.size.height)
            config.output.colorspace = isPlanar ? MODE_YUVA : MODE_bgrA
            config.output.is_external_memory = 1
        }

        /// Tells the library where the rows of `bitmap` are.
        func point(
            _ output: inout WebPDecBuffer, to rows: UnsafeMutablePointer<UInt8>,
            of bitmap: BitmapShape
        ) {
            if isPlanar { return WebPPlanes(bitmap).point(&output, to: rows) }
            let start = place.y * bitmap.stride + place.x * 4
            output.u.RGBA.rgba = rows + start
            output.u.RGBA.stride = Int32(bitmap.stride)
            output.u.RGBA.size = bitmap.byteCount - start
        }

        /// Makes pixels of the first rows, as many as are decoded, where they are planes so far.
        func develop(_ bitmap: inout Bitmap, rows count: Int) {
            if isPlanar { WebPPlanes(BitmapShape(bitmap)).develop(&bitmap, rows: count) }
        }

        /// Decodes straight into the memory of `bitmap`, which has this plan's size.
        ///
        /// - Returns: Whether every pixel that was decoded is opaque.
        func decode(_ bytes: RawSpan, into bitmap: inout Bitmap) throws(CodecError) -> Bool {
            var config = WebPDecoderConfig()
            try apply(to: &config)
            let shape = BitmapShape(bitmap)
            let status = bitmap.withUnsafeMutableRows { rows in
                point(&config.output, to: rows, of: shape)
                return bytes.extracting(source).withUnsafeBytes { buffer in
                    WebPDecode(buffer.baseAddress, buffer.count, &config)
                }
            }
            WebPFreeDecBuffer(&config.output)
            guard status == VP8_STATUS_OK else { throw CodecError(status) }
            develop(&bitmap, rows: size.height)
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
#endif
