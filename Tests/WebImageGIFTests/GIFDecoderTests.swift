#if GIF
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFDecoderTests {
        static let red = SIMD4<UInt8>(0, 0, 255, 255)
        static let green = SIMD4<UInt8>(0, 255, 0, 255)
        static let blue = SIMD4<UInt8>(255, 0, 0, 255)
        static let white = SIMD4<UInt8>(255, 255, 255, 255)
        static let clear = SIMD4<UInt8>(0, 0, 0, 0)

        @Test func `indices become the colours of the global palette`() throws {
            var gif = GIFBuilder(width: 2, height: 2)
            gif.frame(width: 2, height: 2, indices: [0, 1, 2, 3])
            let output = try decode(gif.finished())
            #expect(pixels(output.bitmap) == [Self.red, Self.green, Self.blue, Self.white])
            #expect(output.bitmap.isOpaque)
            #expect(output.bitmap.colorSpace == .sRGB)
            #expect(output.metadata == ImageMetadata(size: PixelSize(width: 2, height: 2)))
        }

        @Test func `a local palette wins over the global one`() throws {
            var gif = GIFBuilder(width: 2, height: 1)
            let palette: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
            gif.frame(width: 2, height: 1, indices: [0, 3], localPalette: palette)
            #expect(
                try pixels(decode(gif.finished()).bitmap) == [
                    SIMD4(3, 2, 1, 255), SIMD4(12, 11, 10, 255),
                ])
        }

        @Test(arguments: [nil, 1])
        func `a frame without any palette is black or transparent`(transparent: UInt8?) throws {
            var gif = GIFBuilder(width: 2, height: 1, hasPalette: false)
            gif.control(delay: 0, transparent: transparent)
            gif.frame(width: 2, height: 1, indices: [0, 1])
            let output = try decode(gif.finished())
            let black = SIMD4<UInt8>(0, 0, 0, 255)
            #expect(pixels(output.bitmap) == [black, transparent == nil ? black : Self.clear])
            #expect(output.bitmap.isOpaque == (transparent == nil))
        }

        @Test func `the transparent index leaves pixels transparent`() throws {
            var gif = GIFBuilder(width: 2, height: 1)
            gif.control(delay: 0, transparent: 1)
            gif.frame(width: 2, height: 1, indices: [0, 1])
            let output = try decode(gif.finished())
            #expect(pixels(output.bitmap) == [Self.red, Self.clear])
            #expect(!output.bitmap.isOpaque)
            #expect(output.metadata.hasAlpha)
        }

        @Test func `interlaced rows come to their places`() throws {
            var gif = GIFBuilder(width: 1, height: 9)
            // Rows 0, 8 in the first pass, 4 in the second, 2, 6 in the third, then the odd ones.
            gif.frame(width: 1, height: 9, indices: [0, 0, 1, 2, 2, 3, 3, 3, 3], interlaced: true)
            let (r, g, b, w) = (Self.red, Self.green, Self.blue, Self.white)
            #expect(try pixels(decode(gif.finished()).bitmap) == [r, w, b, w, g, w, b, w, r])
        }

        @Test func `what a smaller frame does not cover is transparent`() throws {
            var gif = GIFBuilder(width: 3, height: 2)
            gif.frame(x: 1, y: 1, width: 1, height: 1, indices: [2])
            let output = try decode(gif.finished())
            let clear = Self.clear
            #expect(pixels(output.bitmap) == [clear, clear, clear, clear, Self.blue, clear])
            #expect(!output.bitmap.isOpaque)
        }

        @Test func `a first frame that stands out of the screen widens it`() throws {
            var gif = GIFBuilder(width: 2, height: 2)
            gif.frame(x: 1, y: 1, width: 2, height: 1, indices: [1, 2])
            let output = try decode(gif.finished())
            #expect(output.metadata.size == PixelSize(width: 3, height: 2))
            let clear = Self.clear
            #expect(pixels(output.bitmap) == [clear, clear, clear, clear, Self.green, Self.blue])
        }

        @Test func `a later frame that stands out of the screen is cut`() throws {
            var gif = GIFBuilder(width: 2, height: 1)
            gif.frame(width: 2, height: 1, indices: [1, 1])
            gif.frame(x: 1, width: 3, height: 3, indices: Array(repeating: 2, count: 9))
            let frames = try #require(
                try GIFDecoder().frames(
                    of: EncodedImage(gif.finished()), options: DecodeOptions()))
            #expect(frames.size == PixelSize(width: 2, height: 1))
            #expect(try pixels(frames.frame(at: 1).bitmap) == [Self.green, Self.blue])
        }

        @Test func `a later frame beside the screen shows nothing`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(x: 1, width: 1, height: 1, indices: [1])
            gif.frame(x: 9, y: 9, width: 1, height: 1, indices: [1])
            let frames = try #require(
                try GIFDecoder().frames(
                    of: EncodedImage(gif.finished()), options: DecodeOptions()))
            #expect(try pixels(frames.frame(at: 1).bitmap) == [Self.clear, Self.green])
        }

        @Test(arguments: [[2, 0], [2, 2, 0x2C, 0, 0], [2, 1, 0x05, 0], [8, 2, 1, 1, 0]])
        func `a frame without codes of pixels is transparent`(codes: [UInt8]) throws {
            for box in [nil, PixelSize(width: 1, height: 1)] {
                let bytes = ByteBlock(copying: Self.frame(codes) + [0x3B])
                var options = DecodeOptions()
                options.downsampling = Downsampling(box: box)
                let output = try bytes.withSpan { span throws(CodecError) in
                    try GIFDecoder().decode(span, options: options)
                }
                #expect(output.bitmap[0, 0] == Self.clear && !output.bitmap.isOpaque)
                #expect(!output.metadata.isTruncated)
                let session = GIFDecoder().makeSession(options: options)
                try feed(bytes, to: session, chunk: 3)
                #expect(try session.finish().bitmap == output.bitmap)
            }
        }

        @Test func `a later frame without codes leaves the one before it`() throws {
            var first = GIFBuilder(width: 2, height: 2)
            first.frame(width: 2, height: 2, indices: [1, 1, 1, 1])
            let bytes = first.bytes + Self.frame([2, 0]).dropFirst(25) + [0x3B]
            let frames = try #require(
                try GIFDecoder().frames(
                    of: EncodedImage(ByteBlock(copying: bytes)), options: DecodeOptions()))
            #expect(frames.count == 2)
            #expect(try frames.frame(at: 1).bitmap[1, 1] == Self.green)
        }

        /// Returns a file of one frame of 2 × 2 with these codes, without its end.
        private static func frame(_ codes: [UInt8]) -> [UInt8] {
            GIFBuilder(width: 2, height: 2).bytes
                + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0] + codes
        }

        @Test func `a canvas without a side takes the first frame's`() throws {
            var gif = GIFBuilder(width: 0, height: 0)
            gif.frame(width: 2, height: 1, indices: [1, 2])
            #expect(try pixels(decode(gif.finished()).bitmap) == [Self.green, Self.blue])
        }

        @Test func `only the first of many frames is decoded`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [1])
            gif.frame(width: 1, height: 1, indices: [2])
            #expect(try pixels(decode(gif.finished()).bitmap) == [Self.green])
        }

        @Test func `a cancelled task gets no picture`() async {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [1])
            let bytes = gif.finished()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try decode(bytes)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        static func isDamaged(_ error: any Error) -> Bool {
            if case CodecError.damaged(.gif, _) = error { true } else { false }
        }
    }

    @discardableResult
    func decode(
        _ bytes: ByteBlock, limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try GIFDecoder().decode(span, options: DecodeOptions(limits: limits))
        }
    }
#endif
