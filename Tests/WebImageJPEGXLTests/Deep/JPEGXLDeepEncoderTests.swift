#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Bitmaps of more than 8 bits a sample, written and read.
    @Suite struct JPEGXLDeepEncoderTests {
        private static let size = PixelSize(width: 61, height: 43)

        enum Channels: CaseIterable {
            case gray, grayAlpha, color, colorAlpha

            var isGray: Bool { self == .gray || self == .grayAlpha }
            var hasAlpha: Bool { self == .grayAlpha || self == .colorAlpha }

            func picture(_ size: PixelSize, bits: Int) -> Bitmap {
                deepBitmap(size, bits: bits, isOpaque: !hasAlpha) { x, y in
                    scattered(x, y, bits: bits, hasAlpha: hasAlpha, isGray: isGray)
                }
            }
        }

        @Test(arguments: [9, 10, 11, 12, 13, 14, 15, 16], Channels.allCases)
        func `lossless is exact at all alphas`(bits: Int, channels: Channels) throws {
            let picture = channels.picture(Self.size, bits: bits)
            for isProgressive in [false, true] {
                let settings = EncodeSettings(
                    isLossless: true, isProgressive: isProgressive, effort: 2)
                let file = try encode(picture, settings)
                let header = DeepHeader(file)
                #expect(header.bits == bits)
                #expect(header.alphaBits == (channels.hasAlpha ? bits : nil))
                // Level 5 has at most 12 bits.
                #expect(header.hasBoxes == (bits > 12))
                let output = try decode(file, deepOptions())
                #expect(output.bitmap == picture)
                #expect(output.bitmap.significantBits == bits)
                #expect(output.bitmap.isOpaque == picture.isOpaque)
                #expect(output.metadata.hasAlpha == channels.hasAlpha)
                #expect(output.color == .sRGB && output.bitmap.colorSpace == .sRGB)
            }
        }

        @Test func `every effort is exact`() throws {
            let picture = Channels.colorAlpha.picture(PixelSize(width: 24, height: 16), bits: 16)
            for effort in 1...10 {
                let settings = EncodeSettings(isLossless: true, effort: effort)
                #expect(try decode(encode(picture, settings), deepOptions()).bitmap == picture)
            }
        }

        @Test(arguments: [10, 12])
        func `samples between levels become the nearest`(bits: Int) throws {
            let picture = Channels.colorAlpha.picture(Self.size, bits: 16)
            var coarse = picture
            coarse.significantBits = bits
            let found = try decode(encode(coarse, exact), deepOptions()).bitmap
            let last = 1 << bits - 1
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    for channel in 0..<4 {
                        let level = (Int(picture[deep: x, y][channel]) * last + 32767) / 65535
                        #expect(found[deep: x, y][channel] == sixteen(level, of: bits))
                    }
                }
            }
        }

        @Test func `callers of 8 bits get 8 bits of the same values`() throws {
            for bits in [10, 16] {
                for channels in Channels.allCases {
                    let picture = channels.picture(Self.size, bits: bits)
                    let found = try decode(encode(picture, exact)).bitmap
                    #expect(found.sampleFormat == .bgra8)
                    let expected = picture.converted(to: .bgra8)
                    for y in 0..<Self.size.height {
                        for x in 0..<Self.size.width {
                            for channel in 0..<4 {
                                // Straight colours of 8 bits are multiplied.
                                let difference =
                                    Int(found[x, y][channel]) - Int(expected[x, y][channel])
                                #expect(abs(difference) <= 1)
                            }
                        }
                    }
                }
            }
        }

        private static func gradient(bits: Int, hasAlpha: Bool) -> Bitmap {
            let last = 1 << bits - 1
            return deepBitmap(
                PixelSize(width: 128, height: 96), bits: bits, isOpaque: !hasAlpha
            ) { x, y in
                SIMD4(
                    last / 4 + x * last / 4096, last / 3 + y * last / 4096,
                    last / 2 + (x + y) * last / 8192, hasAlpha ? last - x * last / 256 : last)
            }
        }

        @Test(arguments: [10, 12, 16], [false, true])
        func `lossy keeps more than 8 bits`(bits: Int, hasAlpha: Bool) throws {
            let picture = Self.gradient(bits: bits, hasAlpha: hasAlpha)
            let settings = EncodeSettings(quality: 100, effort: 4)
            let file = try encode(picture, settings)
            let header = DeepHeader(file)
            #expect(header.bits == bits && header.alphaBits == (hasAlpha ? bits : nil))
            let bitmap = try decode(file, deepOptions()).bitmap
            #expect(bitmap.significantBits == bits && bitmap.isOpaque == !hasAlpha)
            var (sum, levels, alpha) = (0, Set<UInt16>(), 0)
            for y in 0..<96 {
                for x in 0..<128 {
                    let (one, other) = (picture[deep: x, y], bitmap[deep: x, y])
                    for channel in 0..<3 { sum += abs(Int(one[channel]) - Int(other[channel])) }
                    alpha = max(alpha, abs(Int(one.w) - Int(other.w)))
                    levels.insert(other.x)
                }
            }
            // Half a step of 8 bits is 128; the red has 9 levels of 8 bits.
            #expect(sum / (128 * 96 * 3) < 100, "\(sum / (128 * 96 * 3))")
            #expect(levels.count > 100, "\(levels.count)")
            #expect(alpha <= 65535 / 50, "\(alpha)")
            let eight = try decode(file).bitmap
            let difference = ImageComparison(eight, bitmap.converted(to: .bgra8))
            #expect(difference.mean < 0.3, "\(difference.mean)")
        }

        @Test func `a higher quality is a larger file and a closer picture`() throws {
            let picture = Channels.color.picture(PixelSize(width: 64, height: 64), bits: 12)
            let files = try [20, 60, 100].map {
                try encode(picture, EncodeSettings(quality: $0, effort: 3))
            }
            #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count })
        }

        @Test func `colours that libjxl converts are those of 8 bits`() throws {
            let picture = Self.gradient(bits: 10, hasAlpha: false).converted(to: .bgra8)
            let file = try JPEGXLStated(primaries: 11, depth: 10).replacing(encode(picture))
            var kept = deepOptions()
            kept.colorProfile = .keep
            for options in [deepOptions(), kept] {
                var plain = options
                plain.pixelDepth = .eight
                let (deep, eight) = (try decode(file, options), try decode(file, plain))
                #expect(deep.color == eight.color && deep.bitmap.significantBits == 10)
                #expect(deep.bitmap.colorSpace == eight.bitmap.colorSpace)
                let difference = ImageComparison(eight.bitmap, deep.bitmap.converted(to: .bgra8))
                #expect(difference.mean < 0.3, "\(difference.mean)")
            }
            #expect(try decode(file, kept).color.name == "Display P3")
        }

        @Test func `deep frames become an animation of 8 bits`() throws {
            let frames = [10, 16].map { Channels.color.picture(Self.size, bits: $0) }
            let provider = ListedFrames(
                frames, durations: [50, 50].map { .milliseconds($0) }, loopCount: 0)
            let file = try JPEGXLEncoder().encode(provider, settings: exact)
            let found = try #require(
                try JPEGXLDecoder().frames(of: EncodedImage(file), options: DecodeOptions()))
            for index in 0..<2 {
                #expect(
                    try found.frame(at: index).bitmap == frames[index].converted(to: .bgra8))
            }
        }

        @Test func `the encoder takes all formats`() {
            #expect(JPEGXLEncoder().sampleFormats == [.bgra8, .rgba16, .rgbaHalf])
        }
    }
#endif
