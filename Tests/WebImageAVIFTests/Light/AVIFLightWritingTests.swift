#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Files in PQ and HLG, written and read.
    struct AVIFLightWritingTests {
        private static let lossless = EncodeSettings(isLossless: true, effort: 1)
        private static let primaries: [ColorPrimaries] = [.bt709, .p3, .bt2020]

        @Test(arguments: [TransferFunction.pq, .hlg], [10, 12])
        func `lossless keeps every sample at every alpha`(
            transfer: TransferFunction, bits: Int
        ) throws {
            for primaries in Self.primaries {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                let before = DeepPixels.every(bits: bits)
                let file = try encode(before, Self.lossless.stating(points))
                let after = try decode(file, .reading(.hdr))
                #expect(after.color == .codePoints(points) && after.metadata.hasAlpha)
                #expect(after.bitmap.significantBits == bits)
                #expect(same(after.bitmap, before))
                #expect(try nclx(of: file) == [primaries.rawValue, transfer.rawValue, 0, 0x80])
            }
        }

        @Test(arguments: [TransferFunction.pq, .hlg], [ChromaSubsampling.none, .both])
        func `lossy looks the same`(
            transfer: TransferFunction, chroma: ChromaSubsampling
        ) throws {
            let settings = EncodeSettings(quality: 95, effort: 1, chroma: chroma)
            for (primaries, matrix) in zip(Self.primaries, [1, 6, 9]) {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                for (bits, stored) in [(10, 10), (16, 12)] {
                    let before = DeepPixels.slope(160, 120, bits: bits, isOpaque: false)
                    let file = try encode(before, settings.stating(points))
                    let after = try decode(file, .reading(.hdr))
                    #expect(after.color == .codePoints(points))
                    #expect(after.bitmap.significantBits == stored)
                    #expect(DeepPixels.difference(before, after.bitmap) < 0.02)
                    #expect(
                        try nclx(of: file)
                            == [primaries.rawValue, transfer.rawValue, matrix, 0x80])
                }
            }
        }

        @Test func `the light of the picture is stated, and nothing else moves`() throws {
            let points = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            let before = DeepPixels.slope(64, 48, bits: 10, isOpaque: false)
            var settings = Self.lossless.stating(points)
            settings.embedded.exif = Array("II*\0\u{8}\0\0\0\0\0\0\0\0\0".utf8)
            settings.embedded.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
            let plain = try encode(before, settings)
            #expect(FileSurgery.place(of: "clli", in: FileSurgery.array(plain)) == nil)
            settings.contentLight = ContentLight(maximum: 4000, average: 100_000)
            let file = try encode(before, settings)
            let bytes = FileSurgery.array(file)
            let place = try #require(FileSurgery.place(of: "clli", in: bytes))
            #expect(
                bytes[place - 4..<place + 8].elementsEqual(
                    [0, 0, 0, 12] + Array("clli".utf8) + [0x0F, 0xA0, 0xFF, 0xFF]))
            let (one, other) = try (decode(plain, .reading(.hdr)), decode(file, .reading(.hdr)))
            #expect(same(other.bitmap, before) && same(one.bitmap, before))
            #expect(other.color == .codePoints(points))
            #expect(other.metadata.exif == settings.embedded.exif)
            let packet = settings.embedded.xmp ?? []
            #expect(
                bytes.indices.contains {
                    bytes[$0...].starts(with: packet)
                })
            // It belongs to the picture: a brighter peak is shown darker.
            #expect(try decode(file).bitmap[40, 24] != decode(plain).bitmap[40, 24])
        }

        @Test func `without code points files are as before`() throws {
            let deep = DeepPixels.slope(40, 30, bits: 10, isOpaque: true)
            var settings = EncodeSettings(effort: 1)
            let file = try FileSurgery.array(encode(deep, settings))
            settings.contentLight = ContentLight(maximum: 1000)
            #expect(try FileSurgery.array(encode(deep, settings)) == file)
            // Those of 8 bits state none, nor do sequences.
            let usual = deep.converted(to: .bgra8)
            let eight = try FileSurgery.array(encode(usual, EncodeSettings(effort: 1)))
            settings.codePoints = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            #expect(try FileSurgery.array(encode(usual, settings)) == eight)
            let sequence = try AVIFEncoder().encode(ListedFrames([deep, deep]), settings: settings)
            let color = sequence.withSpan { AVIFDecoder().color(of: $0) }
            #expect(color == .sRGB)
        }

        @Test func `light above white is mapped to the range`() throws {
            var light = Bitmap(size: PixelSize(width: 40, height: 30), as: .rgbaHalf)
            for y in 0..<30 {
                for x in 0..<40 {
                    light[light: x, y] = SIMD4(
                        Float(x) / 10, Float(y) / 20, 0.25, x < 20 ? 1 : 0.5)
                }
            }
            var settings = Self.lossless.stating(.init(primaries: .bt2020, transfer: .pq))
            settings.contentLight = ContentLight(maximum: 800)
            let after = try decode(encode(light, settings), .reading(.hdr))
            #expect(after.color == .sRGB)
            let before = try decode(
                encode(light.converted(to: .rgba16), Self.lossless), .reading(.hdr))
            #expect(after.bitmap == before.bitmap)
            let half = try frames(
                AVIFEncoder().encode(ListedFrames([light, light]), settings: Self.lossless)
            ).frame(at: 0).bitmap
            let eight = light.converted(to: .bgra8)
            #expect(ImageComparison(half, eight).maximum <= 1)
        }

        @Test func `which code points can be stated`() {
            for primaries in ColorPrimaries.allCases {
                for transfer in TransferFunction.allCases {
                    let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                    let isLight = transfer == .pq || transfer == .hlg
                    #expect(
                        AVIFEncoder().canState(points)
                            == (isLight && Self.primaries.contains(primaries)))
                }
            }
        }

        private func same(_ one: Bitmap, _ other: Bitmap) -> Bool {
            one.size == other.size
                && (0..<one.size.height).allSatisfy { y in
                    (0..<one.size.width).allSatisfy { one[deep: $0, y] == other[deep: $0, y] }
                }
        }

        /// Returns the numbers of the box: primaries, transfer, matrix and range.
        private func nclx(of file: ByteBlock) throws -> [Int] {
            let bytes = FileSurgery.array(file)
            let place = try #require(FileSurgery.place(of: "nclx", in: bytes)) + 4
            let numbers = [0, 2, 4].map { Int(bytes[place + $0]) << 8 | Int(bytes[place + $0 + 1]) }
            return numbers + [Int(bytes[place + 6])]
        }
    }

    extension EncodeSettings {
        /// Returns these settings for pixels in code points.
        fileprivate func stating(_ codePoints: ColorCodePoints) -> EncodeSettings {
            var settings = self
            settings.codePoints = codePoints
            return settings
        }
    }
#endif
