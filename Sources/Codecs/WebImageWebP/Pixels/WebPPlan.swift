#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// The range, scale and position of a decode, checked before any allocation.
    struct WebPPlan {
        /// The size of the target bitmap.
        let size: PixelSize
        /// `true` if the header allows transparent pixels.
        let hasAlpha: Bool
        /// `true` if the data may have alpha that the header does not allow.
        let dropsAlpha: Bool
        /// `true` for VP8L.
        let isLossless: Bool
        /// The position of the image in the bitmap.
        let place: PixelRect
        /// The bytes that libwebp decodes: the whole file, or the chunks of a frame.
        let source: Range<Int>
        /// `true` if the library scales.
        let scales: Bool
        /// The layout of the bitmap's samples; deep for colours that are not multiplied by alpha.
        let format: SampleFormat

        /// `true` if the library decodes to planes, which ``develop(_:rows:)`` converts to pixels.
        private var isPlanar: Bool { scales && hasAlpha && !isLossless }

        /// `true` if the image fills the bitmap.
        var covers: Bool { place.size == size }

        /// Returns the number of new bytes at which another call of the incremental decoder pays
        /// off.
        ///
        /// VP8 continues at the macroblock where it stopped; VP8L repeats its headers and up to
        /// eight rows. One call for every 40 rows, at most 16 in all, keeps repeated work below a
        /// tenth.
        func worthwhileStep(ofImage byteCount: Int) -> Int {
            let least = 4096
            guard isLossless else { return least }
            return max(least, byteCount / min(max(place.size.height / 40, 1), 16))
        }

        /// Configures a decode into a bitmap of this plan's size.
        func apply(to config: inout WebPDecoderConfig) throws(CodecError) {
            guard WebPInitDecoderConfig(&config) != 0 else {
                throw .unsupported(.webp, "the version of the installed libwebp does not match")
            }
            config.options.use_scaling = scales ? 1 : 0
            config.options.scaled_width = Int32(place.size.width)
            config.options.scaled_height = Int32(place.size.height)
            let isStraight = dropsAlpha || StraightColors.areKept || format == .rgba16
            config.output.colorspace = isPlanar ? MODE_YUVA : isStraight ? MODE_BGRA : MODE_bgrA
            config.output.is_external_memory = 1
        }

        /// Sets the library's output to the rows of `bitmap`.
        func point(
            _ output: inout WebPDecBuffer, to rows: UnsafeMutablePointer<UInt8>,
            of bitmap: BitmapShape
        ) {
            if isPlanar { return WebPPlanes(bitmap).point(&output, to: rows) }
            // Pixels that become wide are in the second half of each row.
            let offset = format == .rgba16 ? size.width * 4 : 0
            let start = place.y * bitmap.stride + place.x * 4 + offset
            output.u.RGBA.rgba = rows + start
            output.u.RGBA.stride = Int32(bitmap.stride)
            output.u.RGBA.size = bitmap.byteCount - start
        }

        /// Converts the first `count` rows to pixels if the library decodes to planes, to deep ones
        /// if the bitmap is, or to opaque ones if their alpha is ignored.
        func develop(_ bitmap: inout Bitmap, rows count: Int) {
            if isPlanar { WebPPlanes(BitmapShape(bitmap)).develop(&bitmap, rows: count) }
            if format == .rgba16 { bitmap.widenSecondHalves(ofRows: count) }
            guard dropsAlpha else { return }
            let stride = bitmap.bytesPerRow
            bitmap.withUnsafeMutableRows { rows in
                for y in 0..<min(count, place.size.height) {
                    let row = UnsafeMutableRawPointer(rows + (place.y + y) * stride + place.x * 4)
                        .assumingMemoryBound(to: UInt32.self)
                    for x in 0..<place.size.width { row[x] |= (0xFF00_0000 as UInt32).littleEndian }
                }
            }
        }

        /// Returns a bitmap of this plan's size, of undefined pixels.
        func makeBitmap() throws(CodecError) -> Bitmap {
            var bitmap = try Bitmap(decoding: size, as: format, isCleared: false)
            bitmap.significantBits = 8
            return bitmap
        }

        /// Decodes directly into the memory of `bitmap`, which has this plan's size.
        ///
        /// - Returns: `true` if all decoded pixels are opaque by their header.
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
            return !hasAlpha
        }
    }
#endif
