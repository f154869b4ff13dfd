#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPScalingTests {
        private static let source = PixelSize(width: 300, height: 200)

        @Test(arguments: [(false, false), (true, false), (true, true)])
        func `a scaled decode is smaller, and never below the target`(
            lossless: Bool, alpha: Bool
        ) throws {
            let file = try TestPictures.encoded(Self.source, alpha: alpha, lossless: lossless)
            let output = try decode(file, options(PixelSize(width: 60, height: 40)))
            #expect(output.bitmap.size == PixelSize(width: 120, height: 80))
            #expect(output.metadata.size == Self.source)
            #expect(output.bitmap.isOpaque == !alpha)
        }

        @Test(arguments: [PixelSize(width: 160, height: 110), PixelSize(width: 900, height: 900)])
        func `a target close to the picture or beyond decodes it whole`(box: PixelSize) throws {
            let file = try TestPictures.encoded(Self.source)
            #expect(try decode(file, options(box)).bitmap.size == Self.source)
        }

        @Test func `lossy alpha is decoded whole, since the library would mix hidden colours`()
            throws
        {
            let file = try TestPictures.encoded(Self.source, alpha: true)
            #expect(
                try decode(file, options(PixelSize(width: 60, height: 40))).bitmap.size
                    == Self.source)
        }

        @Test(arguments: [false, true])
        func `a scaled decode looks like a full one that is scaled`(lossless: Bool) throws {
            let file = try TestPictures.encoded(Self.source, lossless: lossless)
            for side in [20, 60, 99] {
                let (mean, ssim) = try quality(file, side)
                #expect(mean <= 2, "\(side)")
                #expect(ssim >= 0.98, "\(side)")
            }
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `photographs scaled while decoding look like full ones that are scaled`() throws {
            let entries = Corpus.entries(format: "webp").filter {
                $0.expectation == .decodes && ($0.width ?? 0) >= 256 && $0.framesKind == "single"
            }
            #expect(!entries.isEmpty)
            for entry in entries {
                for side in [32, 64, 96] {
                    let (mean, ssim) = try quality(try entry.load(), side)
                    #expect(mean <= 2, "\(entry.path) \(side)")
                    #expect(ssim >= 0.98, "\(entry.path) \(side)")
                }
            }
        }

        /// Mean difference and structural similarity of a scaled decode and a full one, both at the
        /// target.
        private func quality(_ file: ByteBlock, _ side: Int) throws -> (Double, Double) {
            let options = options(PixelSize(width: side, height: side))
            let full = try decode(file).bitmap
            let target = options.downsampling.scaledSize(of: full.size)
            let expected = full.resampled(to: target)
            let scaled = try decode(file, options).bitmap.resampled(to: target)
            return (meanDifference(expected, scaled), structuralSimilarity(expected, scaled))
        }

        private func options(_ box: PixelSize) -> DecodeOptions {
            DecodeOptions(downsampling: Downsampling(box: box))
        }

        /// The mean SSIM (Wang 2004) of luma over windows of 8 × 8 pixels, 4 apart.
        private func structuralSimilarity(_ a: Bitmap, _ b: Bitmap) -> Double {
            let (x, y) = (luma(a), luma(b))
            var values: [Double] = []
            for top in stride(from: 0, through: max(a.size.height - 8, 0), by: 4) {
                for left in stride(from: 0, through: max(a.size.width - 8, 0), by: 4) {
                    var (sx, sy, sxx, syy, sxy, count) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                    for row in top..<min(top + 8, a.size.height) {
                        for column in left..<min(left + 8, a.size.width) {
                            let (p, q) = (x[row][column], y[row][column])
                            (sx, sy, count) = (sx + p, sy + q, count + 1)
                            (sxx, syy, sxy) = (sxx + p * p, syy + q * q, sxy + p * q)
                        }
                    }
                    let (mx, my) = (sx / count, sy / count)
                    let (vx, vy) = (sxx / count - mx * mx, syy / count - my * my)
                    let (c1, c2, covariance) = (6.5025, 58.5225, sxy / count - mx * my)
                    values.append(
                        (2 * mx * my + c1) * (2 * covariance + c2)
                            / ((mx * mx + my * my + c1) * (vx + vy + c2)))
                }
            }
            return values.reduce(0, +) / Double(values.count)
        }

        private func luma(_ bitmap: Bitmap) -> [[Double]] {
            (0..<bitmap.size.height).map { y in
                (0..<bitmap.size.width).map { x in
                    let pixel = bitmap[x, y]
                    return Double(Convert.luma(pixel[0], pixel[1], pixel[2]))
                }
            }
        }
    }
#endif
