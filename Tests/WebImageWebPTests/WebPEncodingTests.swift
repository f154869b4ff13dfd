#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPEncodingTests {
        private static let size = PixelSize(width: 120, height: 90)

        @Test(arguments: [nil, 1, 4, 10] as [Int?])
        func `lossless keeps every pixel and every alpha at any effort`(effort: Int?) throws {
            let settings = EncodeSettings(isLossless: true, effort: effort)
            let pictures = [
                Scene.photograph(size: Self.size), Scene.transparency(size: Self.size),
                Scene.noise(size: PixelSize(width: 64, height: 48), seed: 3),
            ]
            for picture in pictures {
                let after = try decode(WebPEncoder().encode(picture, settings: settings)).bitmap
                #expect(after == picture)
                #expect(after.isOpaque == picture.isOpaque)
            }
        }

        @Test func `every premultiplied colour survives lossless`() throws {
            var before = Bitmap(size: PixelSize(width: 256, height: 256))
            for alpha in 0..<256 {
                for colour in 0...alpha {
                    let value = UInt8(colour)
                    before[colour, alpha] = SIMD4(value, value / 2, 0, UInt8(alpha))
                }
            }
            let file = try WebPEncoder().encode(before, settings: EncodeSettings(isLossless: true))
            #expect(try decode(file).bitmap == before)
        }

        @Test(arguments: [ChromaSubsampling.automatic, .none], [nil, 1, 10] as [Int?])
        func `lossy at quality 80 looks like the picture`(
            chroma: ChromaSubsampling, effort: Int?
        ) throws {
            let before = Scene.photograph(size: Self.size)
            let settings = EncodeSettings(quality: 80, effort: effort, chroma: chroma)
            let after = try decode(WebPEncoder().encode(before, settings: settings)).bitmap
            #expect(ImageComparison(before, after).ssim >= 0.95)
            #expect(after.isOpaque)
        }

        @Test func `sharp chroma keeps the edges of colours better`() throws {
            var before = Bitmap(size: Self.size, isOpaque: true)
            // Of more than 256 colours, so that it is not encoded without loss.
            for y in 0..<90 {
                for x in 0..<120 {
                    let (low, high) = (UInt8(x & 31), 255 - UInt8(y & 31))
                    before[x, y] =
                        (x + y) / 3 % 2 == 0 ? SIMD4(low, 0, high, 255) : SIMD4(high, 0, low, 255)
                }
            }
            func error(_ chroma: ChromaSubsampling) throws -> Double {
                let settings = EncodeSettings(quality: 95, chroma: chroma)
                let after = try decode(WebPEncoder().encode(before, settings: settings)).bitmap
                return ImageComparison(before, after).mean
            }
            #expect(try error(.none) < error(.automatic))
        }

        @Test func `more effort makes a smaller lossless file`() throws {
            let picture = Scene.photograph(size: Self.size)
            let sizes = try [1, 10].map {
                let settings = EncodeSettings(isLossless: true, effort: $0)
                return try WebPEncoder().encode(picture, settings: settings).count
            }
            #expect(sizes[1] < sizes[0])
        }

        @Test(arguments: [false, true], [false, true])
        func `the pixels that are encoded stay as they are`(lossless: Bool, isOpaque: Bool) throws {
            let picture = Scene.noise(size: Self.size, seed: 9, isOpaque: isOpaque)
            let untouched = Scene.noise(size: Self.size, seed: 9, isOpaque: isOpaque)
            _ = try WebPEncoder().encode(picture, settings: EncodeSettings(isLossless: lossless))
            #expect(picture == untouched)
        }

        @Test(arguments: [false, true])
        func `EXIF metadata is kept beside the picture`(alpha: Bool) throws {
            let exif = TestPictures.sidewaysExif
            let picture = TestPictures.waves(Self.size, alpha: alpha)
            let settings = EncodeSettings(embedded: EmbeddedMetadata(exif: exif))
            let plain = try decode(WebPEncoder().encode(picture, settings: EncodeSettings()))
            let output = try decode(WebPEncoder().encode(picture, settings: settings))
            #expect(output.metadata.exif == exif)
            #expect(output.metadata.orientation == .right)
            #expect(output.metadata.hasAlpha == alpha)
            #expect(output.bitmap == plain.bitmap)
            #expect(plain.metadata.exif == nil)
        }

        @Test func `an empty EXIF block is none`() throws {
            let settings = EncodeSettings(embedded: EmbeddedMetadata(exif: []))
            let picture = TestPictures.waves(Self.size, alpha: false)
            let output = try decode(WebPEncoder().encode(picture, settings: settings))
            #expect(output.metadata.exif == nil)
        }

        @Test func `a cancelled task gets no file`() async throws {
            let picture = Scene.noise(size: Self.size, seed: 4)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try WebPEncoder().encode(picture, settings: EncodeSettings())
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        @Test func `encoding is cancelled while the library works`() async throws {
            let picture = Scene.noise(size: PixelSize(width: 400, height: 400), seed: 4)
            let settings = EncodeSettings(isLossless: true, effort: 10)
            let task = Task.detached { try WebPEncoder().encode(picture, settings: settings) }
            task.cancel()
            await #expect(throws: CodecError.cancelled) { _ = try await task.value }
        }

        @Test(arguments: [PixelSize(width: 16384, height: 1), PixelSize(width: 1, height: 16384)])
        func `a side beyond the format cannot be encoded`(size: PixelSize) {
            let bitmap = Bitmap(size: size)
            #expect {
                try WebPEncoder().encode(bitmap, settings: EncodeSettings())
            } throws: {
                isEncoding($0)
            }
            #expect {
                try WebPEncoder().encode(ListedFrames([bitmap]), settings: EncodeSettings())
            } throws: {
                isEncoding($0)
            }
        }

        @Test func `the longest side of the format can be encoded`() throws {
            let bitmap = Bitmap(size: PixelSize(width: 16383, height: 1))
            let file = try WebPEncoder().encode(bitmap, settings: EncodeSettings(isLossless: true))
            #expect(try decode(file).bitmap == bitmap)
        }
    }

    func isEncoding(_ error: any Error) -> Bool {
        if case CodecError.encoding(.webp, _) = error { true } else { false }
    }
#endif
