#if WebP
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    /// Pictures and files the tests are made of.
    enum TestPictures {
        /// Waves of all frequencies up to a fifth of the sampling rate; opaque unless `alpha` fades it.
        static func waves(_ size: PixelSize, alpha: Bool = false) -> Bitmap {
            var bitmap = Bitmap(size: size, isOpaque: !alpha)
            bitmap.withUnsafeMutableRows { [stride = bitmap.bytesPerRow] rows in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let a = alpha ? UInt8(255 * x / max(size.width - 1, 1)) : 255
                        let pixel = rows + y * stride + x * 4
                        pixel[0] = Convert.multiply(UInt8(x * x / 7 & 63 + 96), a)
                        pixel[1] = Convert.multiply(UInt8((x + y) * 2 & 255), a)
                        pixel[2] = Convert.multiply(UInt8(y * y / 9 & 127), a)
                        pixel[3] = a
                    }
                }
            }
            return bitmap
        }

        /// An encoded picture of waves.
        static func encoded(
            _ size: PixelSize, alpha: Bool = false, lossless: Bool = false
        ) throws -> ByteBlock {
            try WebPEncoder().encode(
                waves(size, alpha: alpha), settings: EncodeSettings(isLossless: lossless))
        }

        /// A chunk: tag, length, content, padding.
        static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
        }

        /// A file of chunks.
        static func file(_ chunks: [UInt8]...) -> ByteBlock {
            let body = Array("WEBP".utf8) + chunks.joined()
            return ByteBlock(copying: Array("RIFF".utf8) + number(body.count, 4) + body)
        }

        /// The `VP8X` header: flags are 2 animation, 8 EXIF, 16 alpha, 32 profile.
        static func header(_ flags: UInt8, width: Int, height: Int) -> [UInt8] {
            chunk("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
        }

        /// The `ANIM` chunk.
        static func loop(_ count: Int) -> [UInt8] {
            chunk("ANIM", [0, 0, 0, 0] + number(count, 2))
        }

        /// An `ANMF` chunk around the image chunk of an encoded picture.
        static func frame(
            x: Int = 0, y: Int = 0, width: Int, height: Int, milliseconds: Int, image: [UInt8]
        ) -> [UInt8] {
            chunk(
                "ANMF",
                number(x / 2, 3) + number(y / 2, 3) + number(width - 1, 3) + number(height - 1, 3)
                    + number(milliseconds, 3) + [0] + image)
        }

        /// The image chunk of a lossless picture of one colour.
        static func image(_ size: PixelSize, _ pixel: SIMD4<UInt8>) throws -> [UInt8] {
            var bitmap = Bitmap(size: size)
            for y in 0..<size.height { for x in 0..<size.width { bitmap[x, y] = pixel } }
            let file = try WebPEncoder().encode(bitmap, settings: EncodeSettings(isLossless: true))
            return file.withUnsafeBytes { Array($0.dropFirst(12)) }
        }

        private static func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        }
    }

    /// Decodes with given options.
    @discardableResult
    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try WebPDecoder().decode(span, options: options)
        }
    }

    /// Reads the headers.
    func metadata(_ bytes: ByteBlock) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { span throws(CodecError) in
            try WebPDecoder().metadata(of: span, limits: DecodeLimits())
        }
    }

    /// Whether it is an error of the named case.
    func isLimit(_ error: any Error) -> Bool {
        if case CodecError.limit = error { true } else { false }
    }

    /// Whether it is an error of the named case.
    func isTruncated(_ error: any Error) -> Bool {
        if case CodecError.truncated(.webp, _) = error { true } else { false }
    }

    /// Whether it is an error of the named case.
    func isDamaged(_ error: any Error) -> Bool {
        if case CodecError.damaged(.webp, _) = error { true } else { false }
    }

    /// The mean of the differences of all samples.
    func meanDifference(_ a: Bitmap, _ b: Bitmap) -> Double {
        var sum = 0
        for y in 0..<a.size.height {
            for x in 0..<a.size.width {
                for channel in 0..<4 { sum += abs(Int(a[x, y][channel]) - Int(b[x, y][channel])) }
            }
        }
        return Double(sum) / Double(a.size.area * 4)
    }
#endif
