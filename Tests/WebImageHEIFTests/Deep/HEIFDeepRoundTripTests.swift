#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    struct HEIFDeepRoundTripTests {
        private static let lossless = EncodeSettings(isLossless: true, effort: 1)

        /// Returns a bitmap of samples that `sample` makes of a column, a row and a channel.
        private func bitmap(
            _ size: PixelSize, isOpaque: Bool = true,
            _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
        ) -> Bitmap {
            var result = Bitmap(size: size, as: .rgba16, isOpaque: isOpaque)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var pixel = SIMD4<UInt16>(repeating: 65535)
                    for channel in 0..<(isOpaque ? 3 : 4) {
                        pixel[channel] = UInt16(sample(x, y, channel))
                    }
                    result[deep: x, y] = pixel
                }
            }
            return result
        }

        /// Returns the next of 16 bits.
        private func rounded(_ sample: Int) -> Int {
            let ten = (sample * 1023 + 32767) / 65535
            return (ten * 65535 + 511) / 1023
        }

        @Test(arguments: [(161, 123), (64, 64), (1, 1), (3, 5), (65, 66)])
        func `lossless keeps every sample of 10 bits at every alpha`(
            width: Int, height: Int
        ) throws {
            let size = PixelSize(width: width, height: height)
            for isOpaque in [true, false] {
                let before = bitmap(size, isOpaque: isOpaque) { x, y, channel in
                    let alpha = (x + y * width) * 37 % 1024
                    let ten = channel == 3 ? alpha : (x * 401 + y * 89 + channel * 277) % 1024
                    return (ten * 65535 + 511) / 1023
                }
                let after = try decodeDeep(encode(before, Self.lossless))
                #expect(after.bitmap == before && after.bitmap.isOpaque == isOpaque)
                #expect(after.bitmap.significantBits == 10 && after.color == .sRGB)
                #expect(after.metadata.hasAlpha == !isOpaque)
            }
        }

        @Test func `more bits are rounded to 10`() throws {
            let size = PixelSize(width: 96, height: 70)
            let before = bitmap(size, isOpaque: false) { x, y, channel in
                (x * 7919 + y * 104_729 + channel * 1299) % 65536
            }
            #expect(before.significantBits == 16)
            let after = try decodeDeep(encode(before, Self.lossless)).bitmap
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let wanted = SIMD4<Int>(truncatingIfNeeded: before[deep: x, y])
                    let found = SIMD4<Int>(truncatingIfNeeded: after[deep: x, y])
                    for channel in 0..<4 { #expect(found[channel] == rounded(wanted[channel])) }
                }
            }
        }

        @Test(arguments: [ChromaSubsampling.none, .horizontal, .both], [true, false])
        func `lossy keeps shades that 8 bits do not have`(
            chroma: ChromaSubsampling, isOpaque: Bool
        ) throws {
            let size = PixelSize(width: 767, height: 33)
            let before = bitmap(size, isOpaque: isOpaque) { x, _, channel in
                8000 + x * (channel == 3 ? 60 : 20 + 8 * channel)
            }
            let settings = EncodeSettings(quality: 97, effort: 1, chroma: chroma)
            let after = try decodeDeep(encode(before, settings)).bitmap
            #expect(after.sampleFormat == .rgba16 && after.significantBits == 10)
            var (total, shades) = (0, Set<UInt16>())
            for x in 0..<size.width {
                let (one, other) = (before[deep: x, 16], after[deep: x, 16])
                for channel in 0..<4 {
                    total += abs(Int(one[channel]) - Int(other[channel]))
                }
                shades.insert(other.y)
            }
            // A level of 8 bits has 257, and the range of green 84 of them.
            #expect(total / (size.width * 4) < 100)
            #expect(shades.count > 168)
        }

        @Test(arguments: [true, false])
        func `a thumbnail is deep, and decoded in place of the picture`(isOpaque: Bool) throws {
            let before = bitmap(PixelSize(width: 320, height: 240), isOpaque: isOpaque) {
                x, y, channel in
                [x * 204, y * 273, 30000, 20000 + x * 100][channel]
            }
            let settings = EncodeSettings(quality: 95, effort: 1, thumbnailSide: 80)
            let file = try encode(before, settings)
            let size = PixelSize(width: 80, height: 60)
            let small = try decodeDeep(file, box: size).bitmap
            #expect(small.size == size && small.sampleFormat == .rgba16)
            #expect(small.significantBits == 10)
            // The library takes the nearest pixels.
            for place in [(5, 5), (40, 30), (70, 50)] {
                let source = SIMD4<Int>(
                    truncatingIfNeeded: before[deep: place.0 * 4 + 2, place.1 * 4 + 2])
                let found = SIMD4<Int>(truncatingIfNeeded: small[deep: place.0, place.1])
                for channel in 0..<4 { #expect(abs(source[channel] - found[channel]) < 1200) }
            }
        }

        @Test func `a thumbnail of fewer bits is not used`() throws {
            let numbers = H273.Numbers(12, 13, 6, depth: 10)
            var container = try HEIFPlanes(numbers: numbers).container()
            let size = HEIFPlanes.size
            let layout = HEIFContainer.grid(
                rows: 2, columns: 2, width: size.width * 2, height: size.height * 2)
            let small = try HEIFPlanes(numbers: H273.Numbers(12, 13, 6)).container()
            container.properties += [
                HEIFContainer.size(size.width * 2, size.height * 2), small.properties[0],
            ]
            let cells = Array(repeating: container.items[0], count: 4)
            container.items =
                [.init(type: "grid", properties: [3], data: layout)] + cells
                + [.init(type: "hvc1", properties: [4, 2], data: small.items[0].data)]
            container.references = [.init("dimg", 1, [2, 3, 4, 5]), .init("thmb", 6, [1])]
            let deep = try decodeDeep(container.file, box: size).bitmap
            #expect(deep.significantBits == 10 && deep.size == size)
            // The grid has the bars twice, the thumbnail once.
            let green = Double(deep[deep: 9, 44].x) / 65535
            #expect(abs(green - HEIFPlanes.colors[0][0]) < 0.02)
            let options = DecodeOptions(downsampling: Downsampling(box: size))
            let eight = try decode(container.file, options).bitmap
            #expect(abs(Double(eight[9, 40].z) / 255 - HEIFPlanes.colors[2][0]) < 0.02)
        }

        @Test func `a profile is written with deep pixels`() throws {
            let before = bitmap(PixelSize(width: 64, height: 64)) { x, y, _ in x * 900 + y }
            let profile = ICCFile.displayP3.bytes
            var settings = EncodeSettings(effort: 1)
            settings.embedded.profile = profile
            let after = try decodeDeep(encode(before, settings))
            #expect(after.color == .profile(ByteBlock(copying: profile)))
            #expect(after.bitmap.sampleFormat == .rgba16)
        }

        @Test func `pixels of both formats are taken, and 8 bits stay 8`() throws {
            #expect(HEIFEncoder().sampleFormats == [.bgra8, .rgba16])
            let file = try encode(Scene.photograph(size: PixelSize(width: 64, height: 64)))
            #expect(try decodeDeep(file).bitmap.sampleFormat == .bgra8)
        }
    }
#endif
