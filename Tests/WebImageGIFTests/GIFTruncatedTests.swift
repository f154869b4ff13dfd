#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    /// Files whose last rows are missing, with the option that shows the others.
    struct GIFTruncatedTests {
        private static let clear = SIMD4<UInt8>(0, 0, 0, 0)
        private static let green = SIMD4<UInt8>(0, 255, 0, 255)
        private static let size = PixelSize(width: 60, height: 40)

        /// Returns a green picture with the pixels of 20 of 40 rows, complete but for them.
        private static func short(codeSize: Int? = nil) -> ByteBlock {
            var gif = GIFBuilder(width: size.width, height: size.height)
            gif.frame(
                width: size.width, height: size.height,
                indices: Array(repeating: 1, count: 60 * 20), codeSize: codeSize)
            return gif.finished()
        }

        /// Returns a whole green picture.
        private static func whole() -> ByteBlock {
            var gif = GIFBuilder(width: size.width, height: size.height)
            gif.frame(
                width: size.width, height: size.height,
                indices: Array(repeating: 1, count: size.area))
            return gif.finished()
        }

        @Test func `codes that end early are a truncation, shown with the option`() throws {
            #expect {
                try decode(Self.short())
            } throws: {
                if case CodecError.truncated(.gif, _) = $0 { true } else { false }
            }
            try expectHalf(try decode(Self.short(), options()))
        }

        @Test func `a file cut in its pixels is shown with the option`() throws {
            let whole = Array(Self.whole())
            let cut = ByteBlock(copying: whole.prefix(whole.count * 3 / 4))
            #expect(throws: CodecError.self) { try decode(cut) }
            let output = try decode(cut, options())
            #expect(output.metadata.isTruncated && !output.bitmap.isOpaque)
            #expect(output.bitmap[59, 10] == Self.green && output.bitmap[59, 39] == Self.clear)
        }

        @Test func `reduced and in chunks it looks the same`() throws {
            var options = options()
            options.downsampling = Downsampling(box: PixelSize(width: 30, height: 20))
            let reduced = try decode(Self.short(), options)
            #expect(reduced.bitmap.size == PixelSize(width: 30, height: 20))
            #expect(reduced.metadata.isTruncated && !reduced.bitmap.isOpaque)
            #expect(reduced.bitmap[15, 4] == Self.green && reduced.bitmap[15, 19] == Self.clear)
            for options in [options, self.options()] {
                let session = GIFDecoder().makeSession(options: options)
                try feed(Self.short(), to: session, chunk: 50)
                let output = try session.finish()
                #expect(output.metadata.isTruncated)
                #expect(try output.bitmap == decode(Self.short(), options).bitmap)
            }
        }

        @Test func `missing rows of an interlaced frame repeat those above`() throws {
            var gif = GIFBuilder(width: 60, height: 40)
            // The rows of the first two passes: every fourth one.
            gif.frame(
                width: 60, height: 40, indices: Array(repeating: 1, count: 60 * 10),
                interlaced: true)
            let output = try decode(gif.finished(), options())
            #expect(output.metadata.isTruncated)
            for y in 0..<40 { #expect(output.bitmap[30, y] == Self.green) }
        }

        @Test func `a file cut in a later frame is truncated`() throws {
            var gif = GIFBuilder(width: 60, height: 40)
            for _ in 0..<2 {
                gif.frame(width: 60, height: 40, indices: Array(repeating: 1, count: 60 * 40))
            }
            let whole = gif.finished()
            #expect(try !decode(whole, options()).metadata.isTruncated)
            let cut = ByteBlock(copying: Array(whole).dropLast(300))
            #expect(try decode(cut, options()).metadata.isTruncated)
        }

        @Test func `a file cut anywhere in a later frame has the frames before it`() throws {
            var gif = GIFBuilder(width: 8, height: 4)
            gif.frame(width: 8, height: 4, indices: Array(repeating: 1, count: 32))
            gif.frame(width: 8, height: 4, indices: Array(repeating: 2, count: 32))
            let start = gif.bytes.count
            gif.control(delay: 10)
            gif.frame(width: 8, height: 4, indices: (0..<32).map { UInt8($0 % 4) })
            let whole = Array(gif.finished())
            for count in start + 1..<whole.count - 2 {
                let image = EncodedImage(ByteBlock(copying: whole[..<count]))
                let frames = try #require(
                    try GIFDecoder().frames(of: image, options: options()), "\(count)")
                let output = try decode(image.bytes, options())
                let metadata = try image.bytes.withSpan { span throws(CodecError) in
                    try GIFDecoder().metadata(of: span, limits: DecodeLimits())
                }
                #expect(metadata == output.metadata && metadata.isTruncated, "\(count)")
                #expect(metadata.frameCount == frames.count, "\(count)")
                // The last codes are whole some bytes before their end.
                #expect(frames.count == 2 || count > whole.count - 6, "\(count)")
                #expect(try frames.frame(at: 1).bitmap[7, 3] == SIMD4(255, 0, 0, 255))
                _ = try frames.frame(at: frames.count - 1)
                let session = GIFDecoder().makeSession(options: options())
                try feed(image.bytes, to: session, chunk: 11)
                #expect(try session.finish().metadata == metadata)
            }
            let isCut = try decode(ByteBlock(copying: whole), options()).metadata.isTruncated
            #expect(!isCut)
        }

        @Test func `a file that lacks only its end is not truncated`() throws {
            var gif = GIFBuilder(width: 8, height: 4)
            for index in UInt8(0)..<3 {
                gif.control(delay: 10)
                gif.frame(width: 8, height: 4, indices: Array(repeating: index, count: 32))
                let bytes = ByteBlock(copying: gif.bytes)
                let output = try decode(bytes, DecodeOptions())
                #expect(!output.metadata.isTruncated)
                #expect(output.metadata.frameCount == Int(index) + 1)
                let session = GIFDecoder().makeSession(options: DecodeOptions())
                try feed(bytes, to: session, chunk: 11)
                #expect(try session.finish().metadata == output.metadata)
            }
        }

        @Test func `a file cut in its second frame is a still`() throws {
            var gif = GIFBuilder(width: 8, height: 4)
            gif.frame(width: 8, height: 4, indices: Array(repeating: 1, count: 32))
            let start = gif.bytes.count
            gif.control(delay: 10)
            gif.frame(width: 8, height: 4, indices: Array(repeating: 2, count: 32))
            for count in start + 1..<gif.bytes.count - 8 {
                let image = EncodedImage(ByteBlock(copying: gif.bytes[..<count]))
                #expect(try GIFDecoder().frames(of: image, options: options()) == nil)
                let output = try decode(image.bytes, options())
                #expect(output.metadata.isTruncated && output.metadata.frameCount == 1)
                #expect(output.bitmap[7, 3] == Self.green)
            }
        }

        @Test func `a frame of an animation is drawn as far as it goes`() throws {
            var gif = GIFBuilder(width: 60, height: 40)
            gif.frame(width: 60, height: 40, indices: Array(repeating: 0, count: 60 * 40))
            gif.control(delay: 10)
            gif.frame(width: 60, height: 40, indices: Array(repeating: 1, count: 60 * 20))
            let image = EncodedImage(gif.finished())
            let strict = try #require(try GIFDecoder().frames(of: image, options: DecodeOptions()))
            #expect(throws: CodecError.self) { try strict.frame(at: 1) }
            let frames = try #require(try GIFDecoder().frames(of: image, options: options()))
            let bitmap = try frames.frame(at: 1).bitmap
            // It has no transparent pixels, so nothing is below it.
            #expect(bitmap[30, 10] == Self.green && bitmap[30, 30] == Self.clear)
        }

        @Test func `a frame without a row is refused`() throws {
            var gif = GIFBuilder(width: 60, height: 40)
            gif.frame(width: 60, height: 40, indices: [1, 1])
            let file = gif.finished()
            #expect(throws: CodecError.self) { try decode(file, options()) }
        }

        private func expectHalf(_ output: DecodeOutput) throws {
            #expect(output.metadata.isTruncated && !output.bitmap.isOpaque)
            for x in 0..<60 {
                #expect(output.bitmap[x, 19] == Self.green && output.bitmap[x, 20] == Self.clear)
            }
        }

        private func options() -> DecodeOptions { DecodeOptions(allowsTruncatedData: true) }

        private func decode(
            _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
        ) throws(CodecError) -> DecodeOutput {
            try bytes.withSpan { span throws(CodecError) in
                try GIFDecoder().decode(span, options: options)
            }
        }
    }
#endif
