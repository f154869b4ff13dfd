#if TIFF
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Samples of more than 8 bits that are asked for as stored.
    struct TIFFDeepTests {
        @Test(arguments: [9, 10, 11, 12, 13, 14, 15, 16, 24, 32], [false, true])
        func `grey of more than 8 bits keeps them`(bits: Int, isBigEndian: Bool) throws {
            let largest = (1 << bits) - 1
            let numbers = [0, 1, largest / 3, largest / 2 + 1, largest - 1, largest]
            let row = TIFFFile.packed(numbers, bits: bits, isBigEndian: isBigEndian)
            for (photometric, isInverted) in [(1, false), (0, true)] {
                let page = TIFFFile.Page(
                    width: 6, height: 1, bits: bits, photometric: photometric, blocks: [row])
                let bytes = TIFFFile(page, isBigEndian: isBigEndian).bytes
                let bitmap = try decode(bytes, .deep).bitmap
                #expect(bitmap.sampleFormat == .rgba16 && bitmap.isOpaque)
                #expect(bitmap.significantBits == min(bits, 16) && bitmap.colorSpace == .sRGB)
                for (x, number) in numbers.enumerated() {
                    let level = Self.level(Double(number) / Double(largest))
                    let gray = isInverted ? 65535 - level : level
                    #expect(bitmap[deep: x, 0] == SIMD4(gray, gray, gray, 65535))
                    // The inverse is exact.
                    let back = (Int(level) * largest + 32767) / 65535
                    #expect(bits > 16 || back == number)
                }
                #expect(try decode(bytes).bitmap.sampleFormat == .bgra8)
            }
        }

        @Test(arguments: [12, 16, 24, 32])
        func `negative samples are black, others what they are without a sign`(bits: Int) throws {
            let half = 1 << (bits - 1)
            let numbers = [half, 2 * half - 1, 0, half / 2, half - 1]
            let page = TIFFFile.Page(
                width: 5, height: 1, bits: bits, blocks: [TIFFFile.packed(numbers, bits: bits)],
                shorts: [(339, [2])])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            let shown = [0, 0, 0, half / 2, half - 1].map {
                Self.level(Double($0) / Double(2 * half - 1))
            }
            #expect((0..<5).map { bitmap[deep: $0, 0].x } == shown)
        }

        @Test(arguments: [16, 32, 64], [false, true])
        func `floating point is rounded to 16 bits`(bits: Int, isBigEndian: Bool) throws {
            let values: [Double] = [
                0, 0.25, 0.5, 0.7001953125, 1, 2, -1, .infinity, -.infinity, .nan,
                9.5 / 65536, 9.75 / 65536,
            ]
            let numbers = values.map { Self.pattern($0, bits: bits) }
            let page = TIFFFile.Page(
                width: values.count, height: 1, bits: bits,
                blocks: [TIFFFile.packed(numbers, bits: bits, isBigEndian: isBigEndian)],
                shorts: [(339, [3])])
            let bytes = TIFFFile(page, isBigEndian: isBigEndian).bytes
            let bitmap = try decode(bytes, .deep).bitmap
            #expect(bitmap.sampleFormat == .rgba16 && bitmap.significantBits == 16)
            let shown = values.map { Self.level($0) }
            #expect(values.indices.map { bitmap[deep: $0, 0].x } == shown)
        }

        @Test(arguments: Layout.all)
        func `pixels of every layout are put together`(layout: Layout) throws {
            let size = PixelSize(width: 37, height: 21)
            // Red, green, blue, something, alpha: the sample that counts is declared.
            let sample = { (x: Int, y: Int, at: Int) in (x * 1771 + y * 911 + at * 9973) % 65536 }
            let file = layout.file(size, samples: 5, photometric: 2, kinds: [0, 2], sample)
            let output = try decode(file, .deep)
            #expect(output.bitmap.size == size && !output.bitmap.isOpaque)
            #expect(output.metadata.hasAlpha)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = [0, 1, 2, 4].map { UInt16(sample(x, y, $0)) }
                    #expect(
                        output.bitmap[deep: x, y] == SIMD4(pixel[0], pixel[1], pixel[2], pixel[3]))
                }
            }
        }

        @Test(arguments: [2, 1, 0], [1, 0])
        func `colours under alpha are straight`(photometric: Int, kind: Int) throws {
            let count = photometric == 2 ? 3 : 1
            let alphas = [0, 1, 2, 255, 256, 30000, 40000, 65534, 65535]
            let colors = alphas.map { [$0 / 3, $0, min($0 + 7, 65535)] }
            let row = zip(colors, alphas).flatMap { Array($0.prefix(count)) + [$1] }
            let page = TIFFFile.Page(
                width: alphas.count, height: 1, bits: 16, samples: count + 1,
                photometric: photometric, blocks: [TIFFFile.packed(row, bits: 16)],
                shorts: [(338, [kind])])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            for (x, alpha) in alphas.enumerated() {
                let shown = (0..<3).map { channel -> UInt16 in
                    var color = colors[x][count == 3 ? channel : 0]
                    if kind == 1 { color = min(color, alpha) }
                    if photometric == 0 { color = (kind == 1 ? alpha : 65535) - color }
                    guard kind == 1 else { return UInt16(color) }
                    return alpha == 0 ? 0 : Self.level(Double(color) / Double(alpha))
                }
                let pixel = SIMD4(shown[0], shown[1], shown[2], UInt16(alpha))
                #expect(bitmap[deep: x, 0] == pixel)
            }
        }

        @Test func `colours that alpha multiplied are exact again if it multiplies them`() throws {
            let row = (0..<4096).flatMap { x -> [Int] in
                let alpha = (x * 40503 + 1) % 65536
                return [alpha * (x % 61) / 60, alpha / 2, alpha, alpha]
            }
            let page = TIFFFile.Page(
                width: 4096, height: 1, bits: 16, samples: 4, photometric: 2,
                blocks: [TIFFFile.packed(row, bits: 16)], shorts: [(338, [1])])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            for x in 0..<4096 {
                let pixel = bitmap[deep: x, 0]
                let alpha = Int(pixel.w)
                let back = (0..<3).map { (Int(pixel[$0]) * alpha + 32767) / 65535 } + [alpha]
                #expect(back == Array(row[x * 4..<x * 4 + 4]))
            }
        }

        @Test(arguments: [8, 9])
        func `Lab has 8 bits in any case`(photometric: Int) throws {
            let row = (0..<9).map { $0 * 4001 + 77 }
            let page = TIFFFile.Page(
                width: 3, height: 1, bits: 16, samples: 3, photometric: photometric,
                blocks: [TIFFFile.packed(row, bits: 16)])
            let bytes = ByteBlock(copying: TIFFFile(page).bytes)
            let bitmap = try decode(bytes, .deep).bitmap
            #expect(try bitmap.sampleFormat == .bgra8 && bitmap == decode(bytes).bitmap)
            let demand = bytes.withSpan { TIFFDecoder().memoryDemand(of: $0, options: .deep) }
            #expect(demand?.sampleFormat == .bgra8)
        }

        @Test func `samples of 8 bits stay so`() throws {
            let page = TIFFFile.Page(
                width: 2, height: 1, samples: 3, photometric: 2, blocks: [[1, 2, 3, 4, 5, 6]])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            #expect(bitmap.sampleFormat == .bgra8 && bitmap[1, 0] == SIMD4(6, 5, 4, 255))
        }

        @Test func `the colours of the file are told`() throws {
            var page = TIFFFile.Page(
                width: 1, height: 1, bits: 16, samples: 3, photometric: 2,
                blocks: [[1, 2, 3, 4, 5, 6]])
            page.fractions = [
                (318, [(3127, 10000), (3290, 10000)]),
                (319, [680, 320, 265, 690, 150, 60].map { ($0, 1000) }),
            ]
            let output = try decode(TIFFFile(page).bytes, .deep)
            #expect(output.color == ColorDescription(primaries: 12, transfer: 13))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(output.bitmap[deep: 0, 0] == SIMD4(0x0201, 0x0403, 0x0605, 65535))
        }

        /// Returns 0 … 1 as 0 … 65535.
        static func level(_ value: Double) -> UInt16 {
            guard value > 0 else { return 0 }
            return UInt16((min(value, 1) * 65535).rounded())
        }

        /// Returns the bits of a floating-point number, of 16 bits those that are not subnormal.
        static func pattern(_ value: Double, bits: Int) -> Int {
            switch bits {
            case 64: return Int(bitPattern: UInt(value.bitPattern))
            case 32: return Int(Float(value).bitPattern)
            default:
                let single = Int(Float(value).bitPattern)
                let sign = single >> 16 & 0x8000
                guard value.isFinite, value != 0 else {
                    return value == 0 ? 0 : value.isNaN ? 0x7E00 : sign | 0x7C00
                }
                return sign | ((single >> 23 & 0xFF) - 112) << 10 | (single >> 13 & 0x3FF)
            }
        }
    }

    /// The places of samples in a file.
    struct Layout: Sendable, CustomTestStringConvertible {
        let isTiled: Bool
        let isPlanar: Bool
        let isBigEndian: Bool

        static let all = [false, true].flatMap { isTiled in
            [false, true].flatMap { isPlanar in
                [false, true].map { isBigEndian in
                    Layout(isTiled: isTiled, isPlanar: isPlanar, isBigEndian: isBigEndian)
                }
            }
        }

        var testDescription: String {
            (isTiled ? "tiles" : "strips") + (isPlanar ? ", planes" : "")
                + (isBigEndian ? ", big-endian" : "")
        }

        /// Returns a file of 16-bit samples in tiles of 16 × 16, or in strips of 8 rows.
        func file(
            _ size: PixelSize, samples: Int, photometric: Int, kinds: [Int],
            profile: [UInt8] = [], _ sample: (Int, Int, Int) -> Int
        ) -> [UInt8] {
            let block = PixelSize(
                width: isTiled ? 16 : size.width, height: isTiled ? 16 : 8)
            let planes = isPlanar ? (0..<samples).map { $0..<$0 + 1 } : [0..<samples]
            var blocks: [[UInt8]] = []
            for plane in planes {
                for top in stride(from: 0, to: size.height, by: block.height) {
                    let bottom = isTiled ? top + 16 : min(top + 8, size.height)
                    for left in stride(from: 0, to: size.width, by: block.width) {
                        let numbers = (top..<bottom).flatMap { y in
                            (left..<left + block.width).flatMap { x in
                                plane.map { sample(x, y, $0) }
                            }
                        }
                        blocks.append(
                            TIFFFile.packed(numbers, bits: 16, isBigEndian: isBigEndian))
                    }
                }
            }
            var page = TIFFFile.Page(
                width: size.width, height: size.height, bits: 16, samples: samples,
                photometric: photometric, blocks: blocks, rowsPerStrip: 8,
                shorts: [(338, kinds)] + (isPlanar ? [(284, [2])] : []))
            if isTiled { page.tile = block }
            if !profile.isEmpty {
                page.profile = profile
                page.shorts.append((339, Array(repeating: 3, count: samples)))
            }
            return TIFFFile(page, isBigEndian: isBigEndian).bytes
        }
    }
#endif
