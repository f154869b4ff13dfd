#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    extension WebPPlan {
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
            let library = features.libraryBytesPerPixel
            try options.limits.check(full, format: .webp, bytesPerPixel: 0)
            guard Bitmap.byteCount(of: size) <= options.limits.maxBytes - library * full.area else {
                throw .limit("\(full) as \(size) needs more than \(options.limits.maxBytes) bytes")
            }
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
        /// 0.997 and a mean difference of 1.4 against a full decode. For VP8 with alpha it is three
        /// times the target: there the colours of hidden pixels bleed into edges a little.
        fileprivate func scaledSize(for target: PixelSize) -> PixelSize? {
            let factor = isLossless || has_alpha == 0 ? 2 : 3
            let scaled = PixelSize(width: target.width * factor, height: target.height * factor)
            guard scaled.width < size.width, scaled.height < size.height else { return nil }
            return scaled
        }
    }
#endif
