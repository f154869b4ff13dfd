#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFEncoderTests {
        @Test(arguments: [(1, 1), (256, 1), (16, 16), (37, 23), (3, 300)], [false, true])
        func `up to 256 colours are kept exactly`(size: (Int, Int), isInterlaced: Bool) throws {
            let bitmap = Self.indexed(PixelSize(width: size.0, height: size.1), colors: 256)
            let output = try decode(encode(bitmap, EncodeSettings(isProgressive: isInterlaced)))
            #expect(output.bitmap == bitmap)
            #expect(output.bitmap.isOpaque)
            #expect(!output.metadata.hasAlpha)
        }

        @Test func `transparency and 255 colours are kept exactly`() throws {
            var bitmap = Self.indexed(PixelSize(width: 40, height: 20), colors: 255)
            for x in 0..<20 { bitmap[x, 3] = .zero }
            let output = try decode(encode(bitmap))
            #expect(output.bitmap == bitmap)
            #expect(output.metadata.hasAlpha)
        }

        @Test func `half transparent is the border`() throws {
            var bitmap = Bitmap(size: PixelSize(width: 3, height: 1))
            bitmap[0, 0] = SIMD4(0, 0, 127, 127)
            bitmap[1, 0] = SIMD4(0, 0, 128, 128)
            bitmap[2, 0] = SIMD4(0, 100, 0, 200)
            #expect(
                try pixels(decode(encode(bitmap)).bitmap) == [
                    .zero, GIFDecoderTests.red, SIMD4(0, 128, 0, 255),
                ])
        }

        @Test func `nothing but transparency is kept`() throws {
            let bitmap = Bitmap(size: PixelSize(width: 5, height: 4))
            #expect(try decode(encode(bitmap)).bitmap == bitmap)
        }

        @Test func `a photograph stays like itself`() throws {
            let bitmap = Scene.photograph(size: PixelSize(width: 200, height: 150))
            let comparison = ImageComparison(try decode(encode(bitmap)).bitmap, bitmap)
            #expect(comparison.ssim >= 0.95)
            #expect(comparison.mean < 4)
        }

        @Test func `soft edges become hard ones where alpha is a half`() throws {
            let bitmap = Scene.transparency(size: PixelSize(width: 60, height: 60))
            let result = try decode(encode(bitmap)).bitmap
            for (before, after) in zip(pixels(bitmap), pixels(result)) {
                #expect((before.w >= 128) == (after.w == 255))
            }
        }

        @Test func `less quality means fewer bytes`() throws {
            let bitmap = Scene.photograph(size: PixelSize(width: 120, height: 90))
            let counts = try [5, 20, 40, 80].map {
                try encode(bitmap, EncodeSettings(quality: $0)).count
            }
            #expect(counts == counts.sorted())
            #expect(counts[0] * 2 < counts[3])
            #expect(
                try encode(bitmap, EncodeSettings(quality: 1, isLossless: true)).count == counts[3])
        }

        @Test func `a side above 65535 is refused`() {
            let bitmap = Bitmap(size: PixelSize(width: 65536, height: 1))
            #expect {
                try encode(bitmap)
            } throws: {
                if case CodecError.encoding(.gif, _) = $0 { true } else { false }
            }
        }

        @Test func `a cancelled task gets no bytes`() async {
            let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try encode(bitmap)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        /// Returns a picture of `colors` colours, or as many as it has pixels.
        static func indexed(_ size: PixelSize, colors: Int, seed: Int = 0) -> Bitmap {
            var bitmap = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let index = (y * size.width + x) % colors
                    bitmap[x, y] = SIMD4(
                        UInt8(index), UInt8((index * 7 + seed) & 255), UInt8(255 - index), 255)
                }
            }
            return bitmap
        }
    }

    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings()
    ) throws(CodecError) -> ByteBlock {
        try GIFEncoder().encode(bitmap, settings: settings)
    }
#endif
