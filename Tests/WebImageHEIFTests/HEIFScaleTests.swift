#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFScaleTests {
        private static let source = PixelSize(width: 320, height: 240)

        @Test(arguments: [false, true], [20, 60, 99, 310])
        func `a scaled decode looks like a full one that is scaled`(
            alpha: Bool, side: Int
        ) throws {
            let picture =
                alpha
                ? Scene.transparency(size: Self.source) : Scene.photograph(size: Self.source)
            let file = try encode(picture)
            let options = options(side)
            let full = try decode(file).bitmap
            let target = options.downsampling.scaledSize(of: full.size)
            let scaled = try decode(file, options)
            #expect(scaled.metadata.size == Self.source)
            let comparison = ImageComparison(full.resampled(to: target), scaled.bitmap)
            #expect(comparison.mean <= 2)
            #expect(comparison.ssim >= 0.98)
        }

        @Test(arguments: [(side: 80, count: 1), (side: 0, count: 0), (side: 4000, count: 0)])
        func `a thumbnail is written if the settings ask for one`(
            side: Int, count: Int
        ) throws {
            let picture = Scene.photograph(size: Self.source)
            let file = try encode(picture, EncodeSettings(effort: 1, thumbnailSide: side))
            let bytes = file.withSpan { $0.prefixBytes($0.byteCount) }
            // The reference of a thumbnail to its image.
            let name = Array("thmb".utf8)
            #expect(bytes.indices.count { bytes[$0...].starts(with: name) } == count)
        }

        @Test func `an embedded thumbnail is used when it is large enough`() throws {
            let picture = Scene.photograph(size: Self.source)
            let file = try encode(picture, EncodeSettings(effort: 1, thumbnailSide: 80))
            let small = try decode(file, options(80))
            #expect(small.bitmap.size == PixelSize(width: 80, height: 60))
            #expect(small.metadata.size == Self.source)
            let expected = picture.resampled(to: small.bitmap.size)
            #expect(ImageComparison(expected, small.bitmap).mean < 8)
            // One pixel more must come from the picture itself.
            let large = try decode(file, options(81)).bitmap
            let full = try decode(file).bitmap.resampled(to: large.size)
            #expect(large.size.width == 81)
            #expect(ImageComparison(large, full).mean <= 2)
        }

        @Test func `a thumbnail of another shape is not used`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 320, height: 100))
            // Scaled to 33 × 10 pixels, which the library rounds to even numbers.
            let file = try encode(picture, EncodeSettings(effort: 1, thumbnailSide: 34))
            let size = try decode(file, options(10)).bitmap.size
            #expect(abs(size.width * 100 - size.height * 320) < 320)
        }

        @Test func `a thumbnail without the picture's alpha is not used`() throws {
            let picture = Scene.transparency(size: Self.source)
            let file = try encode(picture, EncodeSettings(effort: 1, thumbnailSide: 80))
            #expect(try decode(file, options(80)).bitmap.size.width == 80)
            // The thumbnail's alpha is the last one that refers to its colours.
            var bytes = file.withSpan { $0.prefixBytes($0.byteCount) }
            let name = Array("auxl".utf8)
            let place = try #require(
                bytes.indices.last { bytes[$0...].starts(with: name) })
            bytes[place] = UInt8(ascii: "x")
            let small = try decode(ByteBlock(copying: bytes), options(80))
            #expect(small.bitmap.size.width == 80)
            #expect(!small.bitmap.isOpaque && small.bitmap[0, 0].w == 0)
        }

        private func options(_ side: Int) -> DecodeOptions {
            DecodeOptions(downsampling: Downsampling(box: PixelSize(width: side, height: side)))
        }
    }
#endif
