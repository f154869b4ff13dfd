#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Files of 16-bit samples: round trips, predictors, scaling, limits, damage.
    struct TIFFDeepFileTests {
        @Test(arguments: [nil, 1, 10])
        func `nothing is lost at any alpha`(effort: Int?) throws {
            // The file has 16 bits a sample, whatever the bits of the source.
            for (samples, significantBits) in [(1, 16), (1, 10), (3, 16), (4, 16), (4, 12)] {
                var bitmap = Self.picture(PixelSize(width: 293, height: 131), samples: samples)
                bitmap.significantBits = significantBits
                let file = try TIFFEncoder().encode(
                    bitmap, settings: EncodeSettings(effort: effort))
                #expect(Self.short(277, of: file) == samples)
                if samples == 1 { #expect(Self.short(258, of: file) == 16) }
                let output = try decode(file, .deep)
                #expect(output.bitmap == bitmap)
                #expect(output.bitmap.significantBits == 16)
                #expect(output.bitmap.isOpaque == (samples < 4) && output.color == .sRGB)
            }
        }

        @Test func `grey with alpha becomes RGB with alpha`() throws {
            var bitmap = Bitmap(size: PixelSize(width: 2, height: 1), as: .rgba16)
            bitmap[deep: 0, 0] = SIMD4(300, 300, 300, 7)
            bitmap[deep: 1, 0] = SIMD4(65535, 65535, 65535, 0)
            let file = try TIFFEncoder().encode(bitmap, settings: EncodeSettings())
            #expect(Self.short(277, of: file) == 4)
            #expect(try decode(file, .deep).bitmap == bitmap)
        }

        @Test func `the encoder takes every format`() {
            #expect(TIFFEncoder().sampleFormats == .all)
        }

        @Test func `a caller of 8 bits gets rounded samples`() throws {
            let bitmap = Self.picture(PixelSize(width: 64, height: 16), samples: 3)
            let file = try TIFFEncoder().encode(bitmap, settings: EncodeSettings())
            let small = try decode(file).bitmap
            for x in 0..<64 {
                let deep = bitmap[deep: x, 5]
                let shown = (0..<3).map { UInt8((Int(deep[$0]) * 255 + 32767) / 65535) }
                #expect(small[x, 5] == SIMD4(shown[2], shown[1], shown[0], 255))
            }
        }

        @Test(arguments: [false, true])
        func `differences of 16-bit samples are added`(isBigEndian: Bool) throws {
            let pixels = (0..<20).map { x in (0..<3).map { (x * 5003 + $0 * 30011) % 65536 } }
            var former = [0, 0, 0]
            let differences = pixels.flatMap { pixel in
                defer { former = pixel }
                return zip(pixel, former).map { ($0 - $1) & 0xFFFF }
            }
            let row = TIFFFile.packed(differences, bits: 16, isBigEndian: isBigEndian)
            let page = Self.deflated(row, width: 20, bits: 16, samples: 3, [(317, [2])])
            let bitmap = try decode(TIFFFile(page, isBigEndian: isBigEndian).bytes, .deep).bitmap
            for (x, pixel) in pixels.enumerated() {
                let color = pixel.map { UInt16($0) }
                #expect(bitmap[deep: x, 0] == SIMD4(color[0], color[1], color[2], 65535))
            }
        }

        @Test(arguments: [16, 32, 64])
        func `differences of floating-point bytes are added`(bits: Int) throws {
            let values = (0..<60).map { Double($0) / 64 + 0.03125 }
            let numbers = values.map { TIFFDeepTests.pattern($0, bits: bits) }
            // The highest bytes of all samples stand first; each byte but the first of its sample
            // is the difference from that of the pixel before.
            let bytes = stride(from: bits - 8, through: 0, by: -8).flatMap { shift in
                numbers.map { UInt8(truncatingIfNeeded: $0 >> shift) }
            }
            let row = bytes.indices.map { $0 < 3 ? bytes[$0] : bytes[$0] &- bytes[$0 - 3] }
            let page = Self.deflated(
                row, width: 20, bits: bits, samples: 3, [(317, [3]), (339, [3, 3, 3])])
            let bitmap = try decode(TIFFFile(page).bytes, .deep).bitmap
            for x in 0..<20 {
                let color = (0..<3).map { TIFFDeepTests.level(values[x * 3 + $0]) }
                #expect(bitmap[deep: x, 0] == SIMD4(color[0], color[1], color[2], 65535))
            }
        }

        @Test(arguments: [1, 3, 4], [false, true])
        func `a small picture is scaled while it is decoded`(samples: Int, stretches: Bool) throws {
            let size = PixelSize(width: 413, height: 307)
            let picture = Self.picture(size, samples: samples)
            let file = try TIFFEncoder().encode(picture, settings: EncodeSettings(effort: 1))
            var options = DecodeOptions.deep
            options.downsampling = Downsampling(
                box: stretches
                    ? PixelSize(width: 37, height: 90) : PixelSize(width: 100, height: 75),
                fit: stretches ? .stretch : .fit)
            let small = try decode(file, options).bitmap
            let target = options.downsampling.scaledSize(of: size)
            let whole = picture.resampled(to: target)
            #expect(small.size == target && small.sampleFormat == .rgba16)
            #expect(small.isOpaque == (samples < 4) && small.significantBits == 16)
            for y in 0..<target.height {
                for x in 0..<target.width {
                    let (one, other) = (small[deep: x, y], whole[deep: x, y])
                    let isNear = (0..<4).allSatisfy { abs(Int(one[$0]) - Int(other[$0])) <= 1 }
                    #expect(isNear, "\(one) \(other)")
                }
            }
        }

        @Test func `8 bytes of a pixel count`() throws {
            let page = TIFFFile.Page(
                width: 1000, height: 1000, bits: 16, blocks: [Array(repeating: 5, count: 2_000_000)]
            )
            let bytes = ByteBlock(copying: TIFFFile(page).bytes)
            var options = DecodeOptions(limits: DecodeLimits(maxBytes: 7_999_999))
            _ = try decode(bytes, options)
            options.pixelDepth = .asStored
            let error = #expect(throws: CodecError.self) { try decode(bytes, options) }
            if case .limit? = error {} else { Issue.record("\(String(describing: error))") }
            options.limits.maxBytes = 8_500_000
            #expect(try decode(bytes, options).bitmap.sampleFormat == .rgba16)
            let demands = try [DecodeOptions(), .deep].map { options in
                try #require(
                    bytes.withSpan { TIFFDecoder().memoryDemand(of: $0, options: options) })
            }
            #expect(demands.map(\.sampleFormat) == [.bgra8, .rgba16])
            #expect(demands[1].byteCount >= 8_000_000 && demands[1].byteCount < 9_000_000)
        }

        @Test func `a deep file cut short is refused, changed bytes never trap`() throws {
            let file = try TIFFEncoder().encode(
                Self.picture(PixelSize(width: 19, height: 17), samples: 4),
                settings: EncodeSettings(effort: 1))
            let bytes = file.withSpan { Array($0.withUnsafeBytes { Array($0) }) }
            // The directory is at the end of libtiff's files.
            for length in stride(from: 0, to: bytes.count - 200, by: 37) {
                #expect(throws: CodecError.self) { try decode(Array(bytes[..<length]), .deep) }
            }
            var options = DecodeOptions.deep
            options.limits = DecodeLimits(maxPixels: 100_000, maxBytes: 4 << 20)
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
                if place % 3 == 0 { damaged[place] = 0xFF }
                _ = try? decode(damaged, options)
            }
        }

        @Test func `deep pixels cut short are refused`() {
            for length in stride(from: 0, to: 16, by: 5) {
                let blocks = [16, length].map { Array(repeating: UInt8(7), count: $0) }
                let page = TIFFFile.Page(
                    width: 4, height: 4, bits: 16, blocks: blocks, rowsPerStrip: 2)
                #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes, .deep) }
            }
        }

        /// Restretches a picture with colours and alphas all over 16 bits.
        private static func picture(_ size: PixelSize, samples: Int) -> Bitmap {
            var bitmap = Bitmap(size: size, as: .rgba16, isOpaque: samples < 4)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let red = UInt16(truncatingIfNeeded: x &* 223 &+ y &* y &* 31)
                    let color =
                        samples == 1
                        ? SIMD3(repeating: red)
                        : SIMD3(red, red &* 7 &+ 1, UInt16(truncatingIfNeeded: y &* 501))
                    // Also 0 and 65535.
                    let alpha = UInt16(truncatingIfNeeded: ((x + y * 3) % 258 - 1) &* 255)
                    bitmap[deep: x, y] = SIMD4(color, samples == 4 ? alpha : 65535)
                }
            }
            return bitmap
        }

        /// Restretches a row in one stored block of deflate.
        private static func deflated(
            _ row: [UInt8], width: Int, bits: Int, samples: Int,
            _ shorts: [(tag: Int, numbers: [Int])]
        ) -> TIFFFile.Page {
            var (one, two) = (1, 0)
            for byte in row {
                one = (one + Int(byte)) % 65521
                two = (two + one) % 65521
            }
            let sums = [two >> 8, two & 255, one >> 8, one & 255].map { UInt8($0) }
            let count = [row.count & 255, row.count >> 8].map { UInt8($0) }
            return TIFFFile.Page(
                width: width, height: 1, bits: bits, samples: samples, photometric: 2,
                blocks: [[0x78, 0x01, 1] + count + count.map { ~$0 } + row + sums],
                shorts: [(259, [8])] + shorts)
        }

        /// Restretches a number in the first directory of a little-endian file.
        private static func short(_ tag: Int, of file: ByteBlock) -> Int? {
            file.withSpan { span in
                span.withUnsafeBytes { bytes in
                    func number(_ place: Int, _ count: Int) -> Int {
                        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
                    }
                    let first = number(4, 4)
                    return (0..<number(first, 2)).map { first + 2 + $0 * 12 }
                        .first { number($0, 2) == tag }.map { number($0 + 8, 2) }
                }
            }
        }
    }
#endif
