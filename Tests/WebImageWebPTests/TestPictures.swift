#if WebP
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    /// Pictures and files for tests.
    enum TestPictures {
        /// Returns waves of all frequencies up to a fifth of the sampling rate, opaque unless
        /// `alpha` fades them.
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

        /// Returns an encoded picture of waves.
        static func encoded(
            _ size: PixelSize, alpha: Bool = false, lossless: Bool = false
        ) throws -> ByteBlock {
            try WebPEncoder().encode(
                waves(size, alpha: alpha), settings: EncodeSettings(isLossless: lossless))
        }

        /// Returns a chunk: tag, length, content, padding.
        static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
        }

        /// Returns a file of chunks.
        static func file(_ chunks: [UInt8]...) -> ByteBlock {
            let body = Array("WEBP".utf8) + chunks.joined()
            return ByteBlock(copying: Array("RIFF".utf8) + number(body.count, 4) + body)
        }

        /// Returns the `VP8X` header: flags are 2 animation, 8 EXIF, 16 alpha, 32 profile.
        static func header(_ flags: UInt8, width: Int, height: Int) -> [UInt8] {
            chunk("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
        }

        /// Returns the `ANIM` chunk.
        static func loop(_ count: Int) -> [UInt8] {
            chunk("ANIM", [0, 0, 0, 0] + number(count, 2))
        }

        /// Returns an `ANMF` chunk around an encoded picture; flag 1 clears the rectangle
        /// afterwards, flag 2 replaces its pixels.
        static func frame(
            x: Int = 0, y: Int = 0, width: Int, height: Int, milliseconds: Int, flags: UInt8 = 0,
            image: [UInt8]
        ) -> [UInt8] {
            chunk(
                "ANMF",
                number(x / 2, 3) + number(y / 2, 3) + number(width - 1, 3) + number(height - 1, 3)
                    + number(milliseconds, 3) + [flags] + image)
        }

        /// Returns the image chunk of a lossless single-coloured picture.
        static func image(_ size: PixelSize, _ pixel: SIMD4<UInt8>) throws -> [UInt8] {
            var bitmap = Bitmap(size: size)
            for y in 0..<size.height { for x in 0..<size.width { bitmap[x, y] = pixel } }
            let file = try WebPEncoder().encode(bitmap, settings: EncodeSettings(isLossless: true))
            return file.withUnsafeBytes { Array($0.dropFirst(12)) }
        }

        /// Returns a file of random single-coloured frames, with every way to blend and to dispose.
        static func animation(
            _ frames: [SolidFrame], size: PixelSize, loops: Int = 0
        ) throws -> ByteBlock {
            let chunks = try frames.map { frame in
                try self.frame(
                    x: frame.rect.x, y: frame.rect.y, width: frame.rect.size.width,
                    height: frame.rect.size.height, milliseconds: frame.milliseconds,
                    flags: (frame.isCleared ? 1 : 0) | (frame.replaces ? 2 : 0),
                    image: image(frame.rect.size, frame.pixel))
            }
            return file(
                header(18, width: size.width, height: size.height), loop(loops),
                Array(chunks.joined()))
        }

        /// An EXIF block with orientation 6 only.
        static let sidewaysExif: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]

        /// Returns the image chunk of any still file.
        static func imageChunks(of file: ByteBlock) -> [UInt8] {
            file.withUnsafeBytes { Array($0.dropFirst(12)) }
        }

        static func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        }
    }

    /// A frame of one colour.
    struct SolidFrame {
        var rect: PixelRect
        var pixel: SIMD4<UInt8>
        var milliseconds = 40
        var isCleared = false
        var replaces = false

        /// Returns frames at random positions of a canvas, the same ones for a seed.
        static func random(_ count: Int, in size: PixelSize, seed: UInt64) -> [SolidFrame] {
            var state = seed
            func next(_ bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
            return (0..<count).map { index in
                let isWhole = next(5) == 0
                let (x, y) = (2 * next(size.width / 2), 2 * next(size.height / 2))
                let part = PixelSize(
                    width: 1 + next(size.width - x), height: 1 + next(size.height - y))
                let alpha = [0, 128, 255, 255][next(4)]
                func channel() -> UInt8 { UInt8(next(alpha + 1)) }
                return SolidFrame(
                    rect: isWhole
                        ? PixelRect(x: 0, y: 0, size: size) : PixelRect(x: x, y: y, size: part),
                    pixel: SIMD4(channel(), channel(), channel(), UInt8(alpha)),
                    milliseconds: 10 * index, isCleared: next(3) == 0, replaces: next(3) == 0)
            }
        }
    }

    /// Returns the frames of an animated file.
    func frames(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws -> any FrameProvider {
        try #require(try WebPDecoder().frames(of: EncodedImage(bytes), options: options))
    }

    @discardableResult
    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try WebPDecoder().decode(span, options: options)
        }
    }

    func metadata(_ bytes: ByteBlock) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { span throws(CodecError) in
            try WebPDecoder().metadata(of: span, limits: DecodeLimits())
        }
    }

    func isTruncated(_ error: any Error) -> Bool {
        if case CodecError.truncated(.webp, _) = error { true } else { false }
    }

    func isDamaged(_ error: any Error) -> Bool {
        if case CodecError.damaged(.webp, _) = error { true } else { false }
    }
#endif
