#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Files in PQ and HLG, written and read.
    struct HEIFLightWritingTests {
        private static let lossless = EncodeSettings(isLossless: true, effort: 1)
        private static let primaries: [ColorPrimaries] = [.bt709, .p3, .bt2020]

        @Test(arguments: [TransferFunction.pq, .hlg], [true, false])
        func `lossless keeps every sample of 10 bits at every alpha`(
            transfer: TransferFunction, isOpaque: Bool
        ) throws {
            let before = bitmap(161, 123, bits: 10, isOpaque: isOpaque) { x, y, channel in
                channel == 3 ? (x + y * 161) * 37 % 1024 : (x * 401 + y * 89 + channel * 277) % 1024
            }
            for primaries in Self.primaries {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                let file = try encode(before, Self.lossless.stating(points))
                let after = try decode(file, .light())
                #expect(after.color == .codePoints(points))
                #expect(after.bitmap.significantBits == 10 && same(after.bitmap, before))
                #expect(after.bitmap.isOpaque == isOpaque)
                #expect(try nclx(of: file) == [primaries.rawValue, transfer.rawValue, 0, 0x80])
            }
        }

        @Test(
            arguments: [TransferFunction.pq, .hlg],
            [ChromaSubsampling.none, .horizontal, .both])
        func `lossy looks the same`(
            transfer: TransferFunction, chroma: ChromaSubsampling
        ) throws {
            let before = bitmap(160, 120, bits: 16, isOpaque: false) { x, y, channel in
                [x * 409, y * 546, 65535 - x * 200 - y * 270, 65535 - x * 200][channel]
            }
            let settings = EncodeSettings(quality: 97, effort: 1, chroma: chroma)
            for (primaries, matrix) in zip(Self.primaries, [1, 6, 9]) {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                let file = try encode(before, settings.stating(points))
                let after = try decode(file, .light())
                #expect(after.color == .codePoints(points))
                #expect(after.bitmap.significantBits == 10)
                #expect(
                    try nclx(of: file) == [primaries.rawValue, transfer.rawValue, matrix, 0x80])
                var (total, count) = (0, 0)
                for y in 0..<120 {
                    for x in 0..<160 {
                        for channel in 0..<4 {
                            let (one, other) = (before[deep: x, y], after.bitmap[deep: x, y])
                            total += abs(Int(one[channel]) - Int(other[channel]))
                            count += 1
                        }
                    }
                }
                // One step of 8 bits is 257.
                #expect(total / count < 160, "\(primaries) \(total / count)")
            }
        }

        @Test(arguments: [0, 40])
        func `the light of the picture is stated`(thumbnail: Int) throws {
            let points = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            let before = bitmap(96, 64, bits: 10, isOpaque: false) { x, y, channel in
                [x * 10, y * 15, 500, 1023 - x][channel]
            }
            var settings = Self.lossless.stating(points)
            settings.thumbnailSide = thumbnail
            let plain = try encode(before, settings)
            #expect(boxOffset(of: "clli", in: plain.array) == nil)
            settings.contentLight = ContentLight(maximum: 4000, average: 100_000)
            let file = try encode(before, settings)
            let place = try #require(boxOffset(of: "clli", in: file.array))
            #expect(
                file.array[place..<place + 12].elementsEqual(
                    [0, 0, 0, 12] + Array("clli".utf8) + [0x0F, 0xA0, 0xFF, 0xFF]))
            #expect(try same(decode(file, .light()).bitmap, before))
            // It belongs to the picture: a brighter peak is shown darker.
            #expect(try decode(file).bitmap[60, 24] != decode(plain).bitmap[60, 24])
            let small = try decode(file, .light(box: PixelSize(width: 40, height: 40)))
            #expect(small.color == .codePoints(points))
            #expect(small.bitmap.sampleFormat == .rgba16)
        }

        @Test func `without code points files are as before`() throws {
            let deep = bitmap(40, 30, bits: 10, isOpaque: true) { x, y, _ in x * 20 + y }
            var settings = EncodeSettings(effort: 1)
            let file = try encode(deep, settings)
            settings.contentLight = ContentLight(maximum: 1000)
            #expect(try encode(deep, settings).array == file.array)
            let usual = deep.converted(to: .bgra8)
            let eight = try encode(usual)
            settings.codePoints = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            #expect(try encode(usual, settings).array == eight.array)
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
            let after = try decode(encode(light, settings), .light())
            #expect(after.color == .sRGB)
            let before = try decode(encode(light.converted(to: .rgba16), Self.lossless), .light())
            #expect(after.bitmap == before.bitmap)
        }

        @Test func `which code points can be stated`() {
            for primaries in ColorPrimaries.allCases {
                for transfer in TransferFunction.allCases {
                    let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                    let isLight = transfer == .pq || transfer == .hlg
                    #expect(
                        HEIFEncoder().canState(points)
                            == (isLight && Self.primaries.contains(primaries)))
                }
            }
        }

        /// Returns a bitmap of samples of some bits.
        private func bitmap(
            _ width: Int, _ height: Int, bits: Int, isOpaque: Bool,
            _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
        ) -> Bitmap {
            var result = Bitmap(
                size: PixelSize(width: width, height: height), as: .rgba16, isOpaque: isOpaque)
            result.significantBits = bits
            let top = 1 << bits - 1
            for y in 0..<height {
                for x in 0..<width {
                    var pixel = SIMD4<UInt16>(repeating: 65535)
                    for channel in 0..<(isOpaque ? 3 : 4) {
                        pixel[channel] = UInt16((sample(x, y, channel) * 65535 + top / 2) / top)
                    }
                    result[deep: x, y] = pixel
                }
            }
            return result
        }

        private func same(_ one: Bitmap, _ other: Bitmap) -> Bool {
            one.size == other.size
                && (0..<one.size.height).allSatisfy { y in
                    (0..<one.size.width).allSatisfy { one[deep: $0, y] == other[deep: $0, y] }
                }
        }

        /// Returns the numbers of the box: primaries, transfer, matrix and range.
        private func nclx(of file: ByteBlock) throws -> [Int] {
            let bytes = file.array
            let place = try #require(boxOffset(of: "nclx", in: bytes)) + 8
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
