#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPScalingTests {
        private static let source = PixelSize(width: 300, height: 200)

        @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
        func `a scaled decode is smaller, and never below the target`(
            lossless: Bool, alpha: Bool
        ) throws {
            let file = try TestPictures.encoded(Self.source, alpha: alpha, lossless: lossless)
            let output = try decode(file, options(PixelSize(width: 60, height: 40)))
            // Three times the target if colours and alpha are scaled separately, otherwise twice.
            let factor = alpha && !lossless ? 3 : 2
            #expect(output.bitmap.size == PixelSize(width: 60 * factor, height: 40 * factor))
            #expect(output.metadata.size == Self.source)
            #expect(output.bitmap.isOpaque == !alpha)
        }

        @Test(arguments: [PixelSize(width: 160, height: 110), PixelSize(width: 900, height: 900)])
        func `a target close to the picture or beyond decodes it whole`(box: PixelSize) throws {
            let file = try TestPictures.encoded(Self.source)
            #expect(try decode(file, options(box)).bitmap.size == Self.source)
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

        @Test(arguments: [false, true])
        func `transparency that is scaled while decoding looks like all of it scaled`(
            lossless: Bool
        ) throws {
            let sprite = Scene.sprite(size: Self.source)
            for picture in [Scene.transparency(size: Self.source), sprite] {
                let file = try WebPEncoder().encode(
                    picture, settings: EncodeSettings(quality: 90, isLossless: lossless))
                for side in [20, 60, 99] {
                    let (mean, ssim) = try quality(file, side)
                    #expect(mean <= 2, "\(side)")
                    #expect(ssim >= 0.98, "\(side)")
                }
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

        @Test(arguments: [false, true], [false, true])
        func `a budget of bytes scales while decoding`(lossless: Bool, alpha: Bool) throws {
            let file = try TestPictures.encoded(Self.source, alpha: alpha, lossless: lossless)
            let budget = Downsampling(maxBytes: 12_000)
            let bitmap = try decode(file, DecodeOptions(downsampling: budget)).bitmap
            let target = budget.scaledSize(of: Self.source)
            #expect(target.area * 4 <= 12_000)
            #expect(bitmap.size.width >= target.width && bitmap.size.height >= target.height)
            #expect(bitmap.size.area < Self.source.area / 2)
        }

        @Test func `a scaled decode needs no memory for the whole picture`() throws {
            let file = try TestPictures.encoded(Self.source, lossless: true)
            let box = PixelSize(width: 15, height: 10)
            func decoded(_ maxBytes: Int, _ downsampling: Downsampling) throws {
                let limits = DecodeLimits(maxBytes: maxBytes)
                try decode(file, DecodeOptions(limits: limits, downsampling: downsampling))
            }
            // The memory of VP8L, and rows of 128 bytes for 30 pixels.
            let needed = 300 * 200 * 4 + 20 * 128
            try decoded(needed, Downsampling(box: box))
            #expect { try decoded(needed - 1, Downsampling(box: box)) } throws: { isLimit($0) }
            #expect { try decoded(needed, Downsampling()) } throws: { isLimit($0) }
        }

        /// Returns mean difference and structural similarity of a scaled decode and a full one,
        /// both at the target.
        private func quality(_ file: ByteBlock, _ side: Int) throws -> (Double, Double) {
            let options = options(PixelSize(width: side, height: side))
            let full = try decode(file).bitmap
            let target = options.downsampling.scaledSize(of: full.size)
            let expected = full.resampled(to: target)
            let scaled = try decode(file, options).bitmap.resampled(to: target)
            let comparison = ImageComparison(expected, scaled)
            return (comparison.mean, comparison.ssim)
        }

        private func options(_ box: PixelSize) -> DecodeOptions {
            DecodeOptions(downsampling: Downsampling(box: box))
        }
    }

    extension Scene {
        /// Returns a bright photograph with hard edges: transparent outside of two discs.
        fileprivate static func sprite(size: PixelSize) -> Bitmap {
            var bitmap = photograph(size: size)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (dx, dy) = (x - size.width / 3, y - size.height / 2)
                    let (ex, ey) = (x - size.width * 3 / 4, y - size.height / 3)
                    let isInside = dx * dx + dy * dy < 6000 || ex * ex + ey * ey < 2000
                    if !isInside { bitmap[x, y] = SIMD4(0, 0, 0, 0) }
                }
            }
            bitmap.isOpaque = false
            return bitmap
        }
    }
#endif
