#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    struct AVIFScaleTests {
        private static let source = PixelSize(width: 301, height: 203)

        @Test func `a scaled decode has the size of the target`() throws {
            let file = try encode(Scene.photograph(size: Self.source))
            let output = try decode(file, options(60, 60))
            #expect(output.bitmap.size == PixelSize(width: 60, height: 40))
            #expect(output.metadata.size == Self.source)
            #expect(output.bitmap.isOpaque)
        }

        @Test(arguments: [PixelSize(width: 301, height: 203), PixelSize(width: 900, height: 900)])
        func `a target of the picture's size or beyond decodes it whole`(box: PixelSize) throws {
            let file = try encode(Scene.photograph(size: Self.source))
            #expect(try decode(file, options(box.width, box.height)).bitmap.size == Self.source)
        }

        @Test(arguments: [false, true], [20, 60, 99, 290])
        func `a scaled decode looks like a full one that is scaled`(
            alpha: Bool, side: Int
        ) throws {
            let picture =
                alpha
                ? Scene.transparency(size: Self.source) : Scene.photograph(size: Self.source)
            let file = try encode(picture)
            let options = options(side, side)
            let full = try decode(file).bitmap
            let target = options.downsampling.scaledSize(of: full.size)
            let scaled = try decode(file, options).bitmap
            let comparison = ImageComparison(full.resampled(to: target), scaled)
            #expect(comparison.mean <= 2)
            #expect(comparison.ssim >= 0.98)
        }

        @Test func `a turned picture is measured upright`() throws {
            let file = try FileSurgery.property(
                FileSurgery.box("irot", [1]), in: encode(Scene.photograph(size: Self.source)))
            let options = options(40, 60)
            let full = try decode(file).bitmap
            let scaled = try decode(file, options).bitmap
            let target = options.downsampling.scaledSize(of: full.size)
            let comparison = ImageComparison(full.resampled(to: target), scaled)
            #expect(comparison.ssim >= 0.98)
        }

        @Test func `a byte budget is kept where a full bitmap would break the limit`() throws {
            let file = try encode(Scene.photograph(size: Self.source))
            let limits = DecodeLimits(maxBytes: Self.source.area * 4)
            let small = Downsampling(maxBytes: 10_000)
            #expect {
                try decode(file, DecodeOptions(limits: limits))
            } throws: {
                isLimit($0)
            }
            let bitmap = try decode(file, DecodeOptions(limits: limits, downsampling: small)).bitmap
            #expect(bitmap.size.area < Self.source.area / 4)
        }

        private func options(_ width: Int, _ height: Int) -> DecodeOptions {
            DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: width, height: height)))
        }
    }
#endif
