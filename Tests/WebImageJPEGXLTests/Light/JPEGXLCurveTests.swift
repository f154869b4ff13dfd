#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageColorimetry
    import WebImageJPEGXL
    import WebImagePixels

    /// PQ and HLG for callers that take light above white, and such files.
    @Suite struct JPEGXLCurveTests {
        private static let primaries: [Int: ColorPrimaries] = [1: .bt709, 9: .bt2020, 11: .p3]

        @Test(arguments: [8, 10, 12], [16, 18])
        func `samples stay as they are`(depth: Int, transfer: Int) throws {
            let picture = Self.levels()
            for (number, primaries) in Self.primaries {
                let stated = JPEGXLStated(
                    primaries: number, transfer: transfer, depth: depth, intensity: 1000)
                let file = try stated.replacing(encode(picture, exact))
                let output = try decode(file, lightOptions())
                let points = ColorCodePoints(
                    primaries: primaries, transfer: transfer == 16 ? .pq : .hlg)
                #expect(output.color == .codePoints(points))
                #expect(output.bitmap.sampleFormat == .rgba16)
                #expect(output.bitmap.significantBits == depth)
                #expect(output.bitmap.colorSpace == .embedded)
                for level in 0..<256 {
                    let expected = [255 - level, level, level].map { sixteen($0, of: depth) }
                    let found = output.bitmap[deep: level, 3]
                    #expect([found.z, found.y, found.x] == expected && found.w == 65535)
                }
                #expect(demand(file, lightOptions())?.sampleFormat == .rgba16)
                let light = transfer == 16 ? ContentLight(maximum: 1000) : nil
                #expect(output.metadata.contentLight == light)
            }
        }

        @Test(arguments: [16, 18], [false, true])
        func `a scaled picture has the samples of a flat one`(
            transfer: Int, isLossless: Bool
        ) throws {
            var picture = Bitmap(size: PixelSize(width: 96, height: 80), isOpaque: true)
            picture.fill(PixelRect(x: 0, y: 0, size: picture.size), with: SIMD4(70, 90, 140, 255))
            let settings = EncodeSettings(quality: 100, isLossless: isLossless, effort: 3)
            let file = try JPEGXLStated(primaries: 9, transfer: transfer, intensity: 1000)
                .replacing(encode(picture, settings))
            let whole = try decode(file, lightOptions())
            let small = try decode(file, lightOptions(box: 12))
            #expect(small.bitmap.size.width < 40 && small.color == whole.color)
            #expect(small.bitmap.sampleFormat == .rgba16)
            let (one, other) = (whole.bitmap[deep: 40, 40], small.bitmap[deep: 4, 4])
            for channel in 0..<4 { #expect(abs(Int(one[channel]) - Int(other[channel])) <= 40) }
            guard isLossless else { return }
            let expected: SIMD4<UInt16> = [140 * 257, 90 * 257, 70 * 257, 65535]
            #expect(other == expected)
        }

        @Test(arguments: [16, 18], [8, 12])
        func `primaries of one's own are mapped as ever`(transfer: Int, depth: Int) throws {
            let stated = JPEGXLStated(
                primaries: 2, transfer: transfer,
                places: [(0.66, 0.31), (0.25, 0.65), (0.14, 0.08)], depth: depth, intensity: 1000)
            let file = try stated.replacing(encode(Self.levels(), exact))
            try expectSame(file, .eight)
        }

        @Test func `other pictures are those of a caller of 16 bits`() throws {
            try expectSame(encode(Self.levels(), exact), .asStored)
            let deep = deepBitmap(PixelSize(width: 30, height: 20)) { scattered($0, $1, bits: 16) }
            try expectSame(encode(deep, exact), .asStored)
            try expectSame(
                JPEGXLStated(primaries: 9, transfer: 8, depth: 12)
                    .replacing(encode(Self.levels(), exact)), .asStored)
            try expectSame(
                JPEGXLStated(transfer: 16, intensity: 1000).replacing(animation(2).file), .eight)
        }

        private func expectSame(_ file: ByteBlock, _ depth: PixelDepth) throws {
            var options = lightOptions()
            options.pixelDepth = depth
            let (one, other) = (try decode(file, lightOptions()), try decode(file, options))
            #expect(one.bitmap == other.bitmap && one.color == other.color)
            #expect(demand(file, lightOptions()) == demand(file, options))
        }

        // MARK: Files

        @Test func `three primaries can be stated`() {
            let encoder = JPEGXLEncoder()
            for primaries in ColorPrimaries.allCases {
                for transfer in TransferFunction.allCases {
                    let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                    let expected =
                        [.pq, .hlg].contains(transfer)
                        && [.bt709, .p3, .bt2020].contains(primaries)
                    #expect(encoder.canState(points) == expected, "\(points.name)")
                }
            }
        }

        @Test(arguments: [10, 12, 16], [TransferFunction.pq, .hlg])
        func `lossless files are exact, and state the colours`(
            bits: Int, transfer: TransferFunction
        ) throws {
            for primaries in [ColorPrimaries.bt709, .p3, .bt2020] {
                for isGray in [false, true] {
                    let picture = deepBitmap(PixelSize(width: 60, height: 30), bits: bits) {
                        scattered($0, $1, bits: bits, isGray: isGray)
                    }
                    var settings = exact
                    settings.codePoints = ColorCodePoints(primaries: primaries, transfer: transfer)
                    let file = try encode(picture, settings)
                    let output = try decode(file, lightOptions())
                    #expect(output.bitmap.significantBits == bits)
                    #expect(output.color == .codePoints(try #require(settings.codePoints)))
                    for y in 0..<30 {
                        for x in 0..<60 {
                            #expect(output.bitmap[deep: x, y] == picture[deep: x, y])
                        }
                    }
                    #expect(output.metadata.contentLight == nil)
                }
            }
        }

        /// libjxl loses about a thousandth of the curve.
        @Test(arguments: [TransferFunction.pq, .hlg], [nil, 600, 4000])
        func `lossy files are close`(transfer: TransferFunction, light: Int?) throws {
            let picture = deepBitmap(
                PixelSize(width: 128, height: 96), bits: 10, isOpaque: true
            ) { x, y in SIMD4(200 + x * 4, 300 + y * 4, 500 + x - y, 1023) }
            var settings = EncodeSettings(quality: 100, effort: 4)
            settings.codePoints = ColorCodePoints(primaries: .bt2020, transfer: transfer)
            settings.contentLight = light.map { ContentLight(maximum: $0, average: 100) }
            let output = try decode(encode(picture, settings), lightOptions())
            #expect(output.color == .codePoints(try #require(settings.codePoints)))
            #expect(output.bitmap.significantBits == 10)
            let isPQ = transfer == .pq
            #expect(output.metadata.contentLight?.maximum == (isPQ ? light : nil))
            var sum = 0
            for y in 0..<96 {
                for x in 0..<128 {
                    let (one, other) = (picture[deep: x, y], output.bitmap[deep: x, y])
                    for channel in 0..<3 { sum += abs(Int(one[channel]) - Int(other[channel])) }
                }
            }
            #expect(sum / (128 * 96 * 3) < 300, "\(sum / (128 * 96 * 3))")
        }

        /// A row of all levels of 8 bits.
        private static func levels() -> Bitmap {
            var bitmap = Bitmap(size: PixelSize(width: 256, height: 16), isOpaque: true)
            for y in 0..<16 {
                for x in 0..<256 { bitmap[x, y] = SIMD4(255 - UInt8(x), UInt8(x), UInt8(x), 255) }
            }
            return bitmap
        }
    }
#endif
