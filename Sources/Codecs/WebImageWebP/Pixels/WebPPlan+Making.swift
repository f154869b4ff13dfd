#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    extension WebPPlan {
        /// Plans the decode of a still image.
        ///
        /// - Throws: `CodecError` if the decode exceeds the limits.
        init(
            still file: WebPFile, byteCount: Int, options: DecodeOptions
        ) throws(CodecError) {
            let features = file.features
            let full = features.size
            hasAlpha = file.hasAlpha
            isLossless = features.isLossless
            dropsAlpha = !hasAlpha && (isLossless || features.has_alpha != 0)
            let upright = options.downsampling.scaledSize(of: file.orientation.upright(full))
            let scaled = features.scaledSize(for: file.orientation.upright(upright))
            source = 0..<byteCount
            size = scaled ?? full
            place = PixelRect(x: 0, y: 0, size: size)
            scales = scaled != nil
            let isDeep = options.isDeep(bits: 8, .sRGB, hasAlpha: hasAlpha)
            format = isDeep && !scales ? .rgba16 : .bgra8
            let library = features.libraryBytesPerPixel
            try options.limits.check(full, format: .webp, bytesPerPixel: 0)
            guard
                Bitmap.byteCount(of: size, as: format)
                    <= options.limits.maxBytes - library * full.area
            else {
                throw .limit(
                    "\(full) scaled to \(size) needs more than \(options.limits.maxBytes) bytes")
            }
        }

        /// Plans the decode of a frame, directly to the canvas or to its own bitmap.
        ///
        /// - Throws: `CodecError` if the frame is damaged or the decode exceeds the limits.
        init(
            _ frame: WebPFrame, on canvas: PixelSize, _ bytes: RawSpan, isDirect: Bool,
            limits: DecodeLimits
        ) throws(CodecError) {
            guard frame.rect.clamped(to: canvas) == frame.rect else {
                throw .damaged(.webp, "a frame lies outside the canvas")
            }
            if frame.isTruncated { throw .truncated(.webp, "a frame is cut off") }
            let features = try WebPBitstreamFeatures(of: bytes.extracting(frame.payload))
            guard features.size == frame.rect.size, features.has_animation == 0 else {
                throw .damaged(.webp, "a frame is \(features.size), expected \(frame.rect.size)")
            }
            source = frame.payload
            size = isDirect ? canvas : frame.rect.size
            place = isDirect ? frame.rect : PixelRect(x: 0, y: 0, size: frame.rect.size)
            hasAlpha = features.has_alpha != 0 && frame.allowsAlpha
            isLossless = features.isLossless
            dropsAlpha = !hasAlpha && (isLossless || features.has_alpha != 0)
            scales = false
            format = .bgra8
            let needed = features.libraryBytesPerPixel + (isDirect ? 0 : 4)
            guard Bitmap.byteCount(of: canvas) <= limits.maxBytes - frame.rect.size.area * needed
            else {
                throw .limit("a frame on \(canvas) needs more than \(limits.maxBytes) bytes")
            }
        }
    }

    extension WebPBitstreamFeatures {
        /// The library's memory for each pixel, besides our bitmap: VP8L keeps the whole image, VP8
        /// a few rows and the alpha plane with its decompression buffers.
        fileprivate var libraryBytesPerPixel: Int {
            if isLossless { return 4 }
            return has_alpha == 0 ? 0 : 5
        }

        /// Returns the size to which the library scales before the caller scales to `target` with a
        /// better filter; nil if it should not scale.
        ///
        /// Its filter is an area average. Down to twice the target, photographs keep an SSIM of
        /// 0.997 and a mean difference of 1.4 against a full decode. For VP8 with alpha it is three
        /// times the target, because the colours of hidden pixels bleed into edges.
        fileprivate func scaledSize(for target: PixelSize) -> PixelSize? {
            let factor = isLossless || has_alpha == 0 ? 2 : 3
            let scaled = PixelSize(width: target.width * factor, height: target.height * factor)
            guard scaled.width < size.width, scaled.height < size.height else { return nil }
            return scaled
        }
    }
#endif
