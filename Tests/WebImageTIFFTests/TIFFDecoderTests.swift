#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Layouts of pixels, pages, and entries of a directory.
    struct TIFFDecoderTests {
        @Test(arguments: [1, 2, 4, 6, 8, 12, 16, 24, 32])
        func `grey of any depth becomes 8 bits`(bits: Int) throws {
            // The smallest, the middle and the largest number in a row of three.
            let numbers = [0, (1 << bits) / 2, (1 << bits) - 1]
            let row = TIFFFile.packed(numbers, bits: bits)
            for (photometric, isInverted) in [(1, false), (0, true)] {
                let page = TIFFFile.Page(
                    width: 3, height: 1, bits: bits, photometric: photometric, blocks: [row])
                let bitmap = try decode(TIFFFile(page).bytes).bitmap
                let middle = (numbers[1] * 255 + numbers[2] / 2) / numbers[2]
                for (x, level) in [0, middle, 255].enumerated() {
                    let shown = UInt8(isInverted ? 255 - level : level)
                    #expect(abs(Int(bitmap[x, 0].x) - Int(shown)) <= (bits > 8 ? 1 : 0))
                    #expect(bitmap[x, 0].w == 255 && bitmap.isOpaque)
                }
            }
        }

        @Test(arguments: [2, 4, 6, 12, 16, 24, 32])
        func `negative samples are black`(bits: Int) throws {
            let largest = 1 << (bits - 1)
            // The smallest, -1, 0, the middle and the largest number.
            let numbers = [largest, (1 << bits) - 1, 0, largest / 2, largest - 1]
            let page = TIFFFile.Page(
                width: 5, height: 1, bits: bits, blocks: [TIFFFile.packed(numbers, bits: bits)],
                shorts: [(339, [2])])
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            let levels = (0..<5).map { Int(bitmap[$0, 0].x) }
            #expect(levels[0...2] == [0, 0, 0])
            let most = (1 << bits) - 1
            for (level, number) in zip(levels[3...], numbers[3...]) {
                #expect(abs(level - (number * 255 + most / 2) / most) <= 1, "\(levels)")
            }
        }

        @Test func `numbers of 16 bits may be floating`() throws {
            // 0, 1/4, 1/2, 1, 2, -1, infinite, none, and the smallest.
            let numbers = [0, 0x3400, 0x3800, 0x3C00, 0x4000, 0xBC00, 0x7C00, 0x7E00, 1]
            let page = TIFFFile.Page(
                width: 9, height: 1, bits: 16, blocks: [TIFFFile.packed(numbers, bits: 16)],
                shorts: [(339, [3])])
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect((0..<9).map { bitmap[$0, 0].x } == [0, 64, 128, 255, 255, 0, 255, 0, 0])
        }

        @Test(arguments: [false, true])
        func `alpha is the extra sample that says so`(isPlanar: Bool) throws {
            // Red, green, blue, something, alpha, something.
            let pixel: [UInt8] = [10, 20, 30, 200, 100, 7]
            for (kinds, alpha) in [([0, 2, 0], UInt8(100)), ([0, 0, 2], 7), ([2, 1, 0], 200)] {
                let page = TIFFFile.Page(
                    width: 1, height: 1, samples: 6, photometric: 2,
                    blocks: isPlanar ? pixel.map { [$0] } : [pixel],
                    shorts: [(338, kinds)] + (isPlanar ? [(284, [2])] : []))
                let output = try decode(TIFFFile(page).bytes)
                #expect(output.bitmap[0, 0].w == alpha && output.metadata.hasAlpha)
            }
        }

        @Test(arguments: [false, true])
        func `inks and Lab may have alpha`(isPlanar: Bool) throws {
            func pixel(_ photometric: Int, _ samples: [UInt8], kind: Int) throws -> SIMD4<UInt8> {
                let page = TIFFFile.Page(
                    width: 1, height: 1, samples: samples.count, photometric: photometric,
                    blocks: isPlanar ? samples.map { [$0] } : [samples],
                    shorts: [(338, [kind])] + (isPlanar ? [(284, [2])] : []))
                let output = try decode(TIFFFile(page).bytes)
                #expect(!output.bitmap.isOpaque && output.bitmap.colorSpace == .sRGB)
                return output.bitmap[0, 0]
            }
            // No black: the complements, by alpha.
            #expect(try pixel(5, [255, 0, 55, 0, 100], kind: 2) == [78, 100, 0, 100])
            #expect(try pixel(5, [100, 0, 60, 0, 100], kind: 1) == [40, 100, 0, 100])
            #expect(try pixel(5, [9, 9, 9, 9, 0], kind: 2) == [0, 0, 0, 0])
            #expect(try pixel(8, [255, 0, 0, 100], kind: 2) == [100, 100, 100, 100])
        }

        @Test(arguments: [false, true])
        func `planes are put together`(isTiled: Bool) throws {
            let size = PixelSize(width: 16, height: 16)
            let plane = { (factor: Int) in (0..<256).map { UInt8($0 * factor & 255) } }
            var page = TIFFFile.Page(
                width: 16, height: 16, samples: 3, photometric: 2,
                blocks: [plane(1), plane(3), plane(7)], shorts: [(284, [2])])
            if isTiled { page.tile = size }
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            for (x, y) in [(0, 0), (5, 0), (0, 9), (15, 15)] {
                let at = y * 16 + x
                #expect(
                    bitmap[x, y]
                        == SIMD4(UInt8(at * 7 & 255), UInt8(at * 3 & 255), UInt8(at), 255))
            }
        }

        @Test func `tiles beyond the edge are cut`() throws {
            let tiles = (0..<4).map { Array(repeating: UInt8($0 * 60), count: 256) }
            let page = TIFFFile.Page(
                width: 20, height: 18, blocks: tiles, tile: PixelSize(width: 16, height: 16))
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect(bitmap.size == PixelSize(width: 20, height: 18))
            #expect([bitmap[15, 15].x, bitmap[16, 15].x] == [0, 60])
            #expect([bitmap[15, 16].x, bitmap[19, 17].x] == [120, 180])
        }

        @Test(arguments: [
            (1, SIMD4<UInt8>(30, 20, 10, 100)), (2, SIMD4(12, 8, 4, 100)),
            (0, SIMD4(12, 8, 4, 100)),
        ])
        func `alpha is understood as the file says`(kind: Int, pixel: SIMD4<UInt8>) throws {
            let page = TIFFFile.Page(
                width: 1, height: 1, samples: 4, photometric: 2, blocks: [[10, 20, 30, 100]],
                shorts: [(338, [kind])])
            let output = try decode(TIFFFile(page).bytes)
            #expect(output.bitmap[0, 0] == pixel)
            #expect(output.metadata.hasAlpha && !output.bitmap.isOpaque)
        }

        @Test(arguments: [(1, UInt8(25)), (2, 71)])
        func `grey whose 0 is white has alpha`(kind: Int, level: UInt8) throws {
            let page = TIFFFile.Page(
                width: 2, height: 1, samples: 2, photometric: 0, blocks: [[0, 100, 75, 100]],
                shorts: [(338, [kind])])
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect(bitmap[0, 0] == SIMD4(100, 100, 100, 100))
            #expect(bitmap[1, 0] == SIMD4(level, level, level, 100))
        }

        @Test(arguments: [nil, 0, 1, 2] as [Int?])
        func `a palette has the alpha of a second sample`(kind: Int?) throws {
            // Entry 3 is a bright blue of which premultiplication leaves 60, or clamping 100.
            let tables = [[0, 65535, 0, 0], [0, 0, 65535, 0], [0, 0, 0, 153 * 257]]
            let page = TIFFFile.Page(
                width: 2, height: 1, samples: 2, photometric: 3, blocks: [[1, 255, 3, 100]],
                shorts: [(320, tables.flatMap { $0 + [Int](repeating: 0, count: 252) })]
                    + (kind.map { [(338, [$0])] } ?? []))
            let output = try decode(TIFFFile(page).bytes)
            #expect(output.metadata.hasAlpha && !output.bitmap.isOpaque)
            #expect(output.bitmap[0, 0] == SIMD4(0, 0, 255, 255))
            #expect(output.bitmap[1, 0] == SIMD4(kind == 1 ? 100 : 60, 0, 0, 100))
        }

        @Test func `alpha beside an index of four bits has four bits`() throws {
            let tables = [0, 0, 65535].map { [0, 0, 0, $0] + [Int](repeating: 0, count: 12) }
            let page = TIFFFile.Page(
                width: 2, height: 1, bits: 4, samples: 2, photometric: 3,
                blocks: [[0x3F, 0x36]], shorts: [(320, tables.flatMap { $0 }), (338, [2])])
            let bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect(bitmap[0, 0] == SIMD4(255, 0, 0, 255))
            #expect(bitmap[1, 0] == SIMD4(102, 0, 0, 102))
        }

        @Test func `a fourth sample that is not declared is alpha`() throws {
            let page = TIFFFile.Page(
                width: 1, height: 1, samples: 4, photometric: 2, blocks: [[10, 20, 30, 100]])
            #expect(try decode(TIFFFile(page).bytes).bitmap[0, 0] == SIMD4(12, 8, 4, 100))
        }

        @Test(arguments: [(2, 5), (1, 3)])
        func `several samples that are not declared are no alpha`(
            photometric: Int, samples: Int
        ) throws {
            let block: [UInt8] = [10, 20, 30, 100, 7]
            let page = TIFFFile.Page(
                width: 1, height: 1, samples: samples, photometric: photometric,
                blocks: [Array(block.prefix(samples))])
            let output = try decode(TIFFFile(page).bytes)
            let color: SIMD4<UInt8> =
                photometric == 2 ? SIMD4(30, 20, 10, 255) : SIMD4(10, 10, 10, 255)
            #expect(output.bitmap[0, 0] == color && !output.metadata.hasAlpha)
        }

        @Test func `inks and palettes`() throws {
            var page = TIFFFile.Page(
                width: 1, height: 1, samples: 4, photometric: 5, blocks: [[1, 2, 3, 4]])
            let inks = try decode(TIFFFile(page).bytes).bitmap
            #expect(inks.colorSpace == .cmyk && inks[0, 0] == SIMD4(1, 2, 3, 4))
            let colors = [0, 65535, 0, 0] + [0, 0, 65535, 0] + [0, 0, 0, 65535]
            page = TIFFFile.Page(
                width: 4, height: 1, bits: 2, photometric: 3, blocks: [[0b0001_1011]],
                shorts: [(320, colors)])
            let palette = try decode(TIFFFile(page).bytes).bitmap
            #expect(palette[1, 0] == SIMD4(0, 0, 255, 255))
            #expect(palette[2, 0] == SIMD4(0, 255, 0, 255))
            #expect(palette[3, 0] == SIMD4(255, 0, 0, 255))
        }

        @Test(arguments: [
            (6, [200, 128, 128], [50, 128, 128], 200, 50), (8, [255, 0, 0], [0, 0, 0], 255, 0),
            (9, [255, 128, 128], [136, 128, 128], 255, 127),
        ])
        func `brightness and colour apart become RGB`(
            photometric: Int, above: [UInt8], below: [UInt8], first: UInt8, second: UInt8
        ) throws {
            // Two strips of two rows, the lower one cut; then the same in tiles.
            let rows = { (pixel: [UInt8], count: Int) in
                [[UInt8]](repeating: pixel, count: count).flatMap { $0 }
            }
            var page = TIFFFile.Page(
                width: 3, height: 3, samples: 3, photometric: photometric,
                blocks: [rows(above, 6), rows(below, 3)], rowsPerStrip: 2)
            if photometric == 6 { page.shorts = [(530, [1, 1])] }
            var bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect(bitmap[1, 1] == SIMD4(first, first, first, 255))
            #expect(bitmap[2, 2] == SIMD4(second, second, second, 255))
            page.tile = PixelSize(width: 16, height: 16)
            page.blocks = [rows(above, 32) + rows(below, 224)]
            bitmap = try decode(TIFFFile(page).bytes).bitmap
            #expect(bitmap[1, 1] == SIMD4(first, first, first, 255))
            #expect(bitmap[2, 2] == SIMD4(second, second, second, 255))
        }

        @Test func `pages are counted, and chosen by the options`() throws {
            var file = TIFFFile()
            for level in [10, 20, 30] {
                let side = level / 10
                let pixels = Array(repeating: UInt8(level), count: side * side)
                file.add(TIFFFile.Page(width: side, height: side, blocks: [pixels]))
            }
            for page in 0..<3 {
                let output = try decode(file.bytes, DecodeOptions(page: page))
                #expect(output.metadata.pageCount == 3 && output.metadata.frameCount == 1)
                #expect(output.bitmap.size.width == page + 1)
                #expect(output.bitmap[0, 0].x == UInt8((page + 1) * 10))
            }
            for page in [3, -1, Int.max] {
                #expect(throws: CodecError.self) {
                    try decode(file.bytes, DecodeOptions(page: page))
                }
            }
            // A cycle of directories ends at its first repetition.
            file.linkLast(to: file.lastDirectory)
            #expect(try decode(file.bytes).metadata.pageCount == 3)
            let limits = DecodeLimits(maxFrames: 2)
            #expect(throws: CodecError.self) {
                try decode(file.bytes, DecodeOptions(limits: limits))
            }
        }

        @Test(arguments: Orientation.allCases)
        func `the orientation is told, the pixels stay as stored`(
            orientation: Orientation
        ) throws {
            let page = TIFFFile.Page(
                width: 3, height: 2, blocks: [[1, 2, 3, 4, 5, 6]],
                shorts: [(274, [orientation.rawValue])])
            let output = try decode(TIFFFile(page).bytes)
            #expect(output.metadata.orientation == orientation)
            #expect(output.metadata.size == orientation.upright(output.bitmap.size))
            #expect(output.bitmap[0, 0].x == 1 && output.bitmap[2, 1].x == 6)
        }

        @Test(arguments: [
            (PixelSize(width: 100, height: 75), false), (PixelSize(width: 60, height: 31), true),
            (PixelSize(width: 37, height: 90), true),
        ])
        func `a small picture is scaled while it is decoded`(
            box: PixelSize, isGray: Bool
        ) throws {
            let scene = Scene.photograph(size: PixelSize(width: 413, height: 307))
            let file = try TIFFEncoder().encode(scene, settings: EncodeSettings(effort: 1))
            let downsampling = Downsampling(box: box, fit: isGray ? .stretch : .fit)
            let small = try decode(file, DecodeOptions(downsampling: downsampling)).bitmap
            let target = downsampling.scaledSize(of: scene.size)
            let comparison = ImageComparison(small, scene.resampled(to: target))
            #expect(comparison.ssim >= 0.98 && comparison.mean <= 2, "\(comparison)")
        }
    }
#endif
