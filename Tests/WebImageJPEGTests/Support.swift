#if JPEG
    import TestSupport
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { (span) throws(CodecError) in
            try JPEGDecoder().decode(span, options: options)
        }
    }

    func metadata(
        _ bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { (span) throws(CodecError) in
            try JPEGDecoder().metadata(of: span, limits: limits)
        }
    }

    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings()
    ) throws(CodecError) -> ByteBlock {
        try JPEGEncoder().encode(bitmap, settings: settings)
    }

    /// Returns a picture of a gradient, a disc, fine lines and optionally a transparent half.
    func scene(_ width: Int, _ height: Int, isHalfTransparent: Bool = false) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: height), isOpaque: !isHalfTransparent)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (2 * x - width, 2 * y - height)
                let isDisc = dx * dx + dy * dy < min(width, height) * min(width, height) / 4
                let isLine = (x / 3 + y / 5) % 7 == 0
                var pixel = SIMD4(UInt8(x * 255 / width), UInt8(y * 255 / height), 90, 255)
                if isDisc { pixel = SIMD4(40, 200, 220, 255) }
                if isLine { pixel = SIMD4(20, 30, 160, 255) }
                if isHalfTransparent, x >= width / 2 { pixel = SIMD4(0, 0, 0, 0) }
                bitmap[x, y] = pixel
            }
        }
        return bitmap
    }

    extension ByteBlock {
        /// Returns the file with a segment after its first marker.
        func inserting(marker: UInt8, _ payload: [UInt8]) -> ByteBlock {
            var bytes = array
            bytes.insert(contentsOf: segment(marker, payload), at: 2)
            return ByteBlock(copying: bytes)
        }
    }

    /// Returns a marker with its length and content.
    func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
#endif
