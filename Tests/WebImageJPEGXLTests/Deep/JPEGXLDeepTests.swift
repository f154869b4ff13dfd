#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Files of more than 8 bits a sample, for callers that take them.
    @Suite struct JPEGXLDeepTests {
        /// 4 × 2 pixels of RGB, of `numbers` one after the other and again from the first.
        ///
        /// Made by libjxl 0.7 with `bits_per_sample` 32 and 8 exponent bits, lossless, without
        /// predictor, palette and transform of colours, which overflow at these numbers.
        private static let float32 = """
            AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAABzanhsY/8KCHBykAgCAQB8\
            AUsgxcdG3NhLbNYyRPCT////hQIAAD8AAKDL5f/9AQAAAAAAwBcAAPwBAAAfAAD418zM3AAAQD///5//\
            //+FAgAAPwAAwBcAAPxZi08OEADwNDMzHQAA8AEAgH/NzMwN
            """
        private static let numbers: [Float] = [
            0, 1, 0.5, -0.25, 1.5, .nan, .infinity, 0.1, 1e-5, 0.25, 0.75, 1.0 / 65535, 0.9999,
            -.infinity, 0.3, 2,
        ]
        /// The same of the nearest halves, but k / 24 for number k if the one above is not finite.
        ///
        /// Made by libjxl 0.7, lossless, with `bits_per_sample` 16 and 5 exponent bits.
        private static let float16 = """
            AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAABXanhsY/8KCHBGkAgCAQAM\
            AUsYixVSbPHb5ptezxN0eASh08iRRNYBHHgAuv8/uhyrZC4YQAEnALaqlh7bbVFOxNzHb2NZAPyq/Gwg\
            MtWSggjIWwM=
            """
        /// 37 k mod 24 / 23 for number k.
        ///
        /// Made by libjxl 0.7, lossless, with `bits_per_sample` 24.
        private static let int24 = """
            AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAABVanhsY/8KCHB8QQIIAgEA\
            AAFLGJvtTkJBQlLQ3QoAAL39ADze9CZayEKwkIVoIQsA91jIAGaNYiELHRayULLOPi0WsmDZPqAOh6/m\
            l5wWWcgC
            """

        enum Numbers: CaseIterable {
            case float32, float16, int24

            var file: String {
                switch self {
                case .float32: JPEGXLDeepTests.float32
                case .float16: JPEGXLDeepTests.float16
                case .int24: JPEGXLDeepTests.int24
                }
            }

            /// Number k, with what is not a number as 0.
            func number(_ index: Int) -> Float {
                let number = JPEGXLDeepTests.numbers[index % 16]
                return switch self {
                case .float32: number.isNaN ? 0 : number
                case .float16: Float(Float16(number.isFinite ? number : Float(index) / 24))
                case .int24: Float(index * 37 % 24) / 23
                }
            }
        }

        @Test(arguments: Numbers.allCases)
        func `numbers are clamped and rounded to 16 bits`(kind: Numbers) throws {
            let file = ByteBlock(copying: try #require(Base64.decode(kind.file.utf8)))
            let output = try decode(file, deepOptions())
            let bitmap = output.bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == 16)
            #expect(bitmap.isOpaque && output.color == .sRGB)
            for index in 0..<24 {
                let number = min(max(kind.number(index), 0), 1)
                let sample = bitmap[deep: index / 3 % 4, index / 12][index % 3]
                #expect(sample == UInt16((number * 65535).rounded()), "\(index)")
                #expect(bitmap[deep: index / 3 % 4, index / 12].w == 65535)
            }
        }

        @Test(arguments: [9, 10, 11, 12, 13, 14, 15, 16], [false, true])
        func `premultiplied colours are divided`(bits: Int, isGray: Bool) throws {
            let size = PixelSize(width: 40, height: 30)
            let last = 1 << bits - 1
            func stored(_ x: Int, _ y: Int) -> SIMD4<Int> {
                var pixel = scattered(x, y, bits: bits, isGray: isGray)
                // Some colours exceed their alpha.
                for channel in 0..<3 where x > 0 {
                    pixel[channel] = (pixel[channel] * pixel.w + last / 2) / last
                }
                return pixel
            }
            let straight = try encode(deepBitmap(size, bits: bits, stored), exact)
            let header = DeepHeader(straight)
            #expect(header.alphaBits == bits)
            let bitmap = try decode(header.premultiplied(straight), deepOptions()).bitmap
            #expect(bitmap.significantBits == bits && !bitmap.isOpaque)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (pixel, found) = (stored(x, y), bitmap[deep: x, y])
                    #expect(found.w == sixteen(pixel.w, of: bits))
                    for channel in 0..<3 {
                        let expected =
                            pixel.w == 0
                            ? 0 : min(Double(pixel[channel]) / Double(pixel.w), 1) * 65535
                        // Of fewer bits both are rounded to 16 first.
                        let alpha = Double(max(found.w, 1))
                        let rounding = 0.5 + (bits == 16 ? 0 : 65535 / alpha)
                        #expect(abs(Double(found[channel]) - expected) <= rounding + 1e-6)
                        // Multiplying again gives the level of the file.
                        let back = Double(found[channel]) * Double(found.w) / 65535
                        let level = (back * Double(last) / 65535).rounded()
                        #expect(Int(level) == min(pixel[channel], pixel.w))
                    }
                }
            }
        }

        /// Levels of 8 bits are called levels of 10 and 12.
        @Test(arguments: [10, 12], [8, 13, 1])
        func `the colours of the file are told, and its light is kept`(
            depth: Int, transfer: Int
        ) throws {
            let file = try JPEGXLStated(
                primaries: 9, transfer: transfer, depth: depth
            ).replacing(encode(Self.levels(isGray: false), exact))
            let output = try decode(file, deepOptions())
            #expect(output.color == file.withSpan { JPEGXLDecoder().color(of: $0) })
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(output.bitmap.significantBits == depth)
            for level in 0..<256 {
                let expected = [level, level, 255 - level].map { sixteen($0, of: depth) }
                let found = output.bitmap[deep: level, 0]
                #expect([found.x, found.y, found.z] == expected && found.w == 65535)
            }
            if transfer == 8 { #expect(output.color.name == "BT.2020 linear") }
        }

        @Test(arguments: [1, 2], [16, 18])
        func `PQ and HLG have 8 bits`(primaries: Int, transfer: Int) throws {
            let stated = JPEGXLStated(
                primaries: primaries, transfer: transfer,
                places: [(0.66, 0.31), (0.25, 0.65), (0.14, 0.08)], depth: 12, intensity: 1000)
            for isLossless in [false, true] {
                let settings = EncodeSettings(isLossless: isLossless, effort: 2)
                let picture = Self.levels(isGray: false)
                try expectEightBits(stated.replacing(encode(picture, settings)))
            }
        }

        @Test func `8 bits and animations have 8 bits`() throws {
            try expectEightBits(encode(Self.levels(), exact))
            try expectEightBits(JPEGXLStated(depth: 12).replacing(animation(2).file))
            let film = try JPEGXLStated(depth: 12).replacing(animation(2).file)
            let frames = try JPEGXLDecoder().frames(of: EncodedImage(film), options: deepOptions())
            #expect(try #require(frames).frame(at: 1).bitmap.sampleFormat == .bgra8)
        }

        private func expectEightBits(_ file: ByteBlock) throws {
            let (one, other) = (try decode(file, deepOptions()), try decode(file))
            #expect(one.bitmap.sampleFormat == .bgra8)
            #expect(one.bitmap == other.bitmap && one.color == other.color)
            let demand = file.withSpan {
                JPEGXLDecoder().memoryDemand(of: $0, options: deepOptions())
            }
            #expect(demand?.sampleFormat == .bgra8)
        }

        /// Inks, grey and alpha, patches, JPEG.
        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `the corpus has the same colours in 8 bits and deep`() throws {
            var deep = 0
            for entry in Corpus.entries(format: "jxl") where entry.expectation == .decodes {
                guard let one = try? decode(entry.load(), deepOptions()) else { continue }
                let other = try decode(entry.load())
                #expect(one.metadata == other.metadata)
                guard one.bitmap.sampleFormat == .rgba16 else {
                    #expect(one.bitmap == other.bitmap, "\(entry.path)")
                    continue
                }
                deep += 1
                guard one.color == other.color else { continue }
                let difference = ImageComparison(
                    other.bitmap, one.bitmap.converted(to: .bgra8))
                // Straight colours of 8 bits are multiplied, so that some are rounded twice.
                #expect(difference.mean < 0.2, "\(entry.path): \(difference.mean)")
            }
            #expect(deep > 0)
        }

        /// A row of all levels of 8 bits.
        private static func levels(isGray: Bool = true) -> Bitmap {
            var bitmap = Bitmap(size: PixelSize(width: 256, height: 16), isOpaque: true)
            for y in 0..<16 {
                for x in 0..<256 {
                    let level = UInt8(x)
                    bitmap[x, y] = SIMD4(isGray ? level : 255 - level, level, level, 255)
                }
            }
            return bitmap
        }
    }
#endif
