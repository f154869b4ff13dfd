#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLScaleTests {
        private static let source = PixelSize(width: 401, height: 299)

        @Test(arguments: [20, 33, 64, 100, 106])
        func `a scaled decode looks like a full one that is scaled`(side: Int) throws {
            for picture in [
                Scene.photograph(size: Self.source), Scene.transparency(size: Self.source),
            ] {
                let file = try encode(picture, EncodeSettings(isLossless: true, effort: 1))
                let target = options(box: side).downsampling.scaledSize(of: Self.source)
                let scaled = try decode(file, options(box: side)).bitmap
                #expect(scaled.size.width * 5 <= Self.source.width * 2)
                #expect(scaled.size.width >= target.width && scaled.size.height >= target.height)
                let comparison = ImageComparison(
                    picture.resampled(to: target), scaled.resampled(to: target))
                #expect(comparison.ssim >= 0.98, "\(comparison.ssim)")
                #expect(comparison.mean <= 2, "\(comparison.mean)")
            }
        }

        @Test(arguments: [200, 900])
        func `a target close to the picture or beyond decodes it whole`(side: Int) throws {
            let file = try encode(
                Scene.photograph(size: Self.source), EncodeSettings(isLossless: true, effort: 1))
            #expect(try decode(file, options(box: side)).bitmap.size == Self.source)
        }

        @Test func `a uniform picture stays uniform`() throws {
            var picture = Bitmap(size: PixelSize(width: 500, height: 333), isOpaque: true)
            let rect = PixelRect(x: 0, y: 0, size: picture.size)
            picture.fill(rect, with: SIMD4(10, 128, 255, 255))
            let file = try encode(picture, EncodeSettings(isLossless: true, effort: 1))
            for side in [1, 7, 50] {
                let scaled = try decode(file, options(box: side)).bitmap
                var expected = Bitmap(size: scaled.size, isOpaque: true)
                expected.fill(
                    PixelRect(x: 0, y: 0, size: scaled.size), with: SIMD4(10, 128, 255, 255))
                #expect(scaled == expected)
            }
        }

        @Test func `a scaled decode needs no room for the whole picture`() throws {
            let file = try encode(Scene.photograph(size: Self.source))
            var options = options(box: 40)
            options.limits = DecodeLimits(maxBytes: Self.source.area * 4 - 1)
            #expect(throws: Never.self) { try decode(file, options) }
        }
    }
#endif
