#if TIFF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// Floats of linear light that are decoded for light above white.
    struct TIFFLightTests {
        private static let values: [Double] = [
            0, 0.25, 0.5, 0.7001953125, 1, 2, -1, .infinity, -.infinity, .nan, 1000.5, 65504,
        ]
        private static let kept: [Float] = [
            0, 0.25, 0.5, 0.7001953125, 1, 2, -1, 65504, -65504, 0, 1000.5, 65504,
        ]

        @Test(arguments: [16, 32, 64], [false, true])
        func `floats are kept below 0 and above 1`(bits: Int, isBigEndian: Bool) throws {
            let numbers = Self.values.map { TIFFDeepTests.pattern($0, bits: bits) }
            for (photometric, samples) in [(1, 1), (2, 3)] {
                let row = numbers.flatMap { Array(repeating: $0, count: samples) }
                var page = TIFFFile.Page(
                    width: numbers.count, height: 1, bits: bits, samples: samples,
                    photometric: photometric,
                    blocks: [TIFFFile.packed(row, bits: bits, isBigEndian: isBigEndian)],
                    shorts: [(339, Array(repeating: 3, count: samples))])
                page.profile = linear(.bt709)
                let file = TIFFFile(page, isBigEndian: isBigEndian).bytes
                let output = try decode(file, .hdr)
                let bitmap = output.bitmap
                #expect(bitmap.sampleFormat == .rgbaHalf && bitmap.isOpaque)
                #expect(bitmap.colorSpace == .sRGB && output.color == .sRGB)
                for (x, value) in Self.kept.enumerated() {
                    #expect(bitmap[light: x, 0] == SIMD4(value, value, value, 1))
                }
                #expect(abs(bitmap.headroom - 10000 / 203) < 1e-6)
            }
        }

        @Test(arguments: Layout.all)
        func `pixels of every layout are put together`(layout: Layout) throws {
            let size = PixelSize(width: 37, height: 21)
            // Halves from 0.5 to 2 at all places; red, green, blue, something, alpha.
            let sample = { (x: Int, y: Int, at: Int) in
                at == 4 ? x * 300 : 0x3800 + (x * 17 + y * 91 + at * 401) % 0x0800
            }
            let file = layout.file(
                size, samples: 5, photometric: 2, kinds: [0, 2], profile: linear(.bt709), sample)
            let bitmap = try decode(file, .hdr).bitmap
            #expect(bitmap.sampleFormat == .rgbaHalf && !bitmap.isOpaque)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = [0, 1, 2, 4].map { number(of: sample(x, y, $0)) }
                    #expect(
                        bitmap[light: x, y] == SIMD4(pixel[0], pixel[1], pixel[2], pixel[3]))
                }
            }
        }

        @Test(arguments: [2, 1, 0], [1, 2])
        func `colours under alpha are straight`(photometric: Int, kind: Int) throws {
            let count = photometric == 2 ? 3 : 1
            let pixels: [(color: Float, alpha: Float)] = [
                (0.5, 0.5), (3, 0.25), (-1, 0.5), (7, 0), (2, 1), (1, 1.5), (1, -1), (1, .nan),
            ]
            let row = pixels.flatMap { pixel in
                (0..<count).map { pixel.color * Float($0 + 1) } + [pixel.alpha]
            }
            let numbers = row.map { Int($0.bitPattern) }
            var page = TIFFFile.Page(
                width: pixels.count, height: 1, bits: 32, samples: count + 1,
                photometric: photometric, blocks: [TIFFFile.packed(numbers, bits: 32)],
                shorts: [(338, [kind]), (339, Array(repeating: 3, count: count + 1))])
            page.profile = linear(.bt709)
            let bitmap = try decode(TIFFFile(page).bytes, .hdr).bitmap
            var brightest: Float = 1
            for (x, pixel) in pixels.enumerated() {
                let alpha = pixel.alpha > 0 ? min(pixel.alpha, 1) : 0
                let shown = (0..<3).map { channel -> Float in
                    var color = pixel.color * Float(count == 3 ? channel + 1 : 1)
                    if photometric == 0 { color = (kind == 1 ? alpha : 1) - color }
                    guard kind == 1 else { return color }
                    return alpha == 0 ? 0 : color / alpha
                }
                #expect(bitmap[light: x, 0] == SIMD4(shown[0], shown[1], shown[2], alpha))
                // Light of transparent pixels does not count.
                if alpha > 0 { brightest = max(brightest, shown.max() ?? 0) }
            }
            #expect(bitmap.headroom == Double(brightest))
        }

        /// ITU-R BT.2087: the primaries of BT.2020 to those of BT.709; of P3 by EG 432-1.
        @Test(arguments: [
            (
                ColorPrimaries.bt2020,
                [
                    [1.6605, -0.1246, -0.0182], [-0.5876, 1.1329, -0.1006],
                    [-0.0728, -0.0083, 1.1187],
                ]
            ),
            (.p3, [[1.2249, -0.0420, -0.0197], [-0.2247, 1.0419, -0.0786], [0, 0, 1.0979]]),
        ])
        func `light of other primaries becomes that of BT 709`(
            primaries: ColorPrimaries, columns: [[Double]]
        ) throws {
            let gamma = try #require(
                ICCProfile.build("linear", primaries.chromaticities, .gamma(1)))
            for profile in [linear(primaries), gamma.array] {
                let bitmap = try decode(primaryLights(profile), .hdr).bitmap
                for (x, column) in columns.enumerated() {
                    for channel in 0..<3 {
                        let found = Double(bitmap[light: x, 0][channel])
                        #expect(abs(found - 4 * column[channel]) < 0.004)
                    }
                }
                let white = bitmap[light: 3, 0]
                #expect((0..<3).allSatisfy { abs(white[$0] - 4) < 0.01 })
                #expect(abs(bitmap.headroom - 4 * columns[0][0]) < 0.004)
            }
        }

        @Test func `a profile of BT 709 without code points changes nothing`() throws {
            let profile = try #require(
                ICCProfile.build("linear", ColorPrimaries.bt709.chromaticities, .gamma(1)))
            let bitmap = try decode(primaryLights(profile.array), .hdr).bitmap
            #expect(bitmap[light: 0, 0] == SIMD4(4, 0, 0, 1) && bitmap.headroom == 4)
        }

        @Test func `floats that nobody states to be linear stay samples`() throws {
            let places = ColorPrimaries.bt2020.chromaticities
            let curves = [
                ICCProfile.build("curve", places, .gamma(2.2)),
                ICCProfile.build("curve", places, .transfer(.sRGB)),
                ColorCodePoints(primaries: .bt2020, transfer: .pq).profile,
                // The code points count.
                ICCProfile.build(
                    "linear", places, .gamma(1),
                    codePoints: ColorCodePoints(primaries: .bt2020, transfer: .sRGB)),
                ByteBlock(copying: [UInt8](repeating: 7, count: 200)),
            ]
            for profile in [[]] + curves.compactMap({ $0?.array }) {
                let file = primaryLights(profile)
                let output = try decode(file, .hdr)
                #expect(output.bitmap.sampleFormat == .rgba16)
                let stored = try decode(file, .deep)
                #expect(output.bitmap == stored.bitmap && output.color == stored.color)
            }
        }

        @Test func `integers in linear light stay samples`() throws {
            var page = TIFFFile.Page(
                width: 1, height: 1, bits: 16, samples: 3, photometric: 2,
                blocks: [[1, 2, 3, 4, 5, 6]])
            page.profile = linear(.bt709)
            let output = try decode(TIFFFile(page).bytes, .hdr)
            #expect(output.bitmap.sampleFormat == .rgba16 && output.color.profile != nil)
        }

        @Test func `who does not ask for light gets samples as before`() throws {
            let file = primaryLights(linear(.bt709))
            let stored = try decode(file, .deep)
            #expect(stored.bitmap.sampleFormat == .rgba16 && stored.color.profile != nil)
            #expect(stored.bitmap[deep: 0, 0] == SIMD4(65535, 0, 0, 65535))
            #expect(try decode(file).bitmap[0, 0] == SIMD4(0, 0, 255, 255))
        }

        @Test func `half floats of other sizes and complex numbers are refused`() {
            for (bits, kind) in [(24, 3), (8, 3), (32, 6)] {
                var page = TIFFFile.Page(
                    width: 1, height: 1, bits: bits, blocks: [[1, 2, 3, 4, 5, 6, 7, 8]],
                    shorts: [(339, [kind])])
                page.profile = linear(.bt709)
                #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes, .hdr) }
            }
        }

        /// Returns a file of red, green, blue and white, each four times as bright as white.
        private func primaryLights(_ profile: [UInt8]) -> [UInt8] {
            let row: [Float] = [4, 0, 0, 0, 4, 0, 0, 0, 4, 4, 4, 4]
            var page = TIFFFile.Page(
                width: 4, height: 1, bits: 32, samples: 3, photometric: 2,
                blocks: [TIFFFile.packed(row.map { Int($0.bitPattern) }, bits: 32)],
                shorts: [(339, [3, 3, 3])])
            page.profile = profile
            return TIFFFile(page).bytes
        }

        /// Returns the profile of linear light.
        private func linear(_ primaries: ColorPrimaries) -> [UInt8] {
            ColorCodePoints(primaries: primaries, transfer: .linear).profile?.array ?? []
        }

        /// Returns the number of a half that is positive.
        private func number(of half: Int) -> Float {
            half < 0x0400
                ? Float(half) * 0x1p-24
                : Float(bitPattern: UInt32(half << 13 + 0x3800_0000))
        }
    }
#endif
