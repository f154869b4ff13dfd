#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGEncodeTests {
        @Test(arguments: [(1, 1), (2, 1), (3, 2), (5, 4), (17, 8), (256, 8)], [false, true])
        func `few colours become a palette of few bits`(
            row: (colors: Int, bits: UInt8), isInterlaced: Bool
        ) throws {
            let picture = dots(row.colors)
            let bytes = try encode(picture, EncodeSettings(isProgressive: isInterlaced))
            #expect(bytes.array[24] == row.bits && bytes.array[25] == 3)
            #expect(try decode(bytes).bitmap == picture)
        }

        @Test func `more colours than a palette holds are stored as they are`() throws {
            let picture = dots(257)
            let bytes = try encode(picture)
            #expect(bytes.array[25] == 6)
            #expect(try decode(bytes).bitmap == picture)
        }

        @Test func `a palette is used only where it is smaller`() throws {
            // Two pixels of two colours: palette and two chunks cost more than six bytes.
            var picture = Bitmap(size: PixelSize(width: 2, height: 1), isOpaque: true)
            picture[0, 0] = SIMD4(1, 2, 3, 255)
            picture[1, 0] = SIMD4(90, 80, 70, 255)
            let bytes = try encode(picture)
            #expect(bytes.array[25] == 2)
            #expect(try decode(bytes).bitmap == picture)
        }

        @Test(arguments: [2, 16, 200, 256]) func `more colours than wanted become a palette`(
            _ count: Int
        ) throws {
            let picture = Scene.photograph(size: PixelSize(width: 120, height: 90))
            var settings = EncodeSettings()
            settings.maxColorCount = count
            let bytes = try encode(picture, settings)
            #expect(bytes.array[25] == 3)
            let found = try decode(bytes).bitmap
            var colors: Set<SIMD4<UInt8>> = []
            for y in 0..<90 { for x in 0..<120 { colors.insert(found[x, y]) } }
            #expect((2...count).contains(colors.count))
            // Dithering keeps the mean of each channel.
            let mean = { (bitmap: Bitmap) -> SIMD4<Double> in
                var sum = SIMD4<Double>.zero
                for y in 0..<90 { for x in 0..<120 { sum += SIMD4<Double>(bitmap[x, y]) } }
                return sum / (90 * 120)
            }
            let difference = mean(found) - mean(picture)
            if count >= 16 { #expect((difference * difference).sum() < 4) }
        }

        @Test func `few colours stay as they are, and transparency counts as one`() throws {
            var settings = EncodeSettings()
            settings.maxColorCount = 17
            let few = dots(17)
            #expect(try decode(encode(few, settings)).bitmap == few)
            var cut = Bitmap(size: PixelSize(width: 60, height: 40))
            for y in 0..<40 {
                for x in 0..<30 { cut[x, y] = SIMD4(UInt8(x * 8), UInt8(y * 6), UInt8(x ^ y), 255) }
            }
            settings.maxColorCount = 8
            let bytes = try encode(cut, settings)
            #expect(bytes.array[25] == 3)
            let found = try decode(bytes).bitmap
            #expect(found[45, 20] == .zero && found[10, 20].w == 255)
        }

        @Test func `translucent pixels keep all colours`() throws {
            var picture = Bitmap(size: PixelSize(width: 40, height: 30))
            for y in 0..<30 {
                for x in 0..<40 { picture[x, y] = SIMD4(UInt8(x), UInt8(y), 0, 128) }
            }
            var settings = EncodeSettings()
            settings.maxColorCount = 4
            #expect(try decode(encode(picture, settings)).bitmap == picture)
        }

        @Test func `effort makes files smaller`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 120, height: 90))
            let files = try [1, 6, 10].map { try encode(picture, EncodeSettings(effort: $0)) }
            #expect(files[0].count > files[1].count && files[1].count >= files[2].count)
            for file in files { #expect(try decode(file).bitmap == picture) }
        }

        @Test func `pixels that are compressed as a whole stand in one chunk before the end`()
            throws
        {
            for isInterlaced in [false, true] {
                let picture = Scene.photograph(size: PixelSize(width: 300, height: 200))
                let bytes = try encode(picture, EncodeSettings(isProgressive: isInterlaced))
                if PNGEncoder.hasLibdeflate {
                    #expect(bytes.chunkNames.suffix(2) == ["IDAT", "IEND"])
                    #expect(bytes.chunkNames.filter { $0 == "IDAT" }.count == 1)
                }
                #expect(try decode(bytes).bitmap == picture)
            }
        }

        @Test func `noise and pictures of more than 16 MB are written too`() throws {
            var noise = Bitmap(size: PixelSize(width: 100, height: 80), isOpaque: true)
            var random = SystemRandomNumberGenerator()
            for y in 0..<80 {
                for x in 0..<100 {
                    noise[x, y] = SIMD4(random.next(), random.next(), random.next(), 255)
                }
            }
            #expect(try decode(encode(noise)).bitmap == noise)
            // Zlib compresses it row by row.
            var picture = Bitmap(size: PixelSize(width: 2400, height: 2400), isOpaque: true)
            for x in 0..<300 { picture[x, 0] = SIMD4(UInt8(x & 255), UInt8(x >> 8), 0, 255) }
            #expect(try decode(encode(picture, EncodeSettings(effort: 1))).bitmap == picture)
        }

        @Test func `density and EXIF are kept where they are given`() throws {
            let density = PixelDensity(x: 300, y: 150)
            let block = exif(orientation: 1)
            let settings = EncodeSettings(embedded: EmbeddedMetadata(exif: block, density: density))
            let bytes = try encode(scene(9, 9), settings)
            let metadata = try decode(bytes).metadata
            #expect(metadata.exif == block)
            let told = try #require(metadata.density)
            #expect(abs(told.x - 300) < 0.02 && abs(told.y - 150) < 0.02)
            let plain = try encode(scene(9, 9)).chunkNames
            #expect(!plain.contains("eXIf") && !plain.contains("pHYs"))
        }

        @Test func `a cancelled task stops encoding`() async throws {
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try encode(scene(16, 16)).count }
            }
        }

        /// Returns a picture of `colors` colours in random order, some of them transparent.
        private func dots(_ colors: Int) -> Bitmap {
            var picture = Bitmap(size: PixelSize(width: 96, height: 96))
            for y in 0..<96 {
                for x in 0..<96 {
                    var hash = UInt32(x * 96 + y) &* 0x9E37_79B1
                    hash = (hash ^ hash >> 15) &* 0x85EB_CA6B
                    let number = Int(hash >> 13) % colors
                    let alpha: UInt8 = number % 3 == 0 ? 128 : 255
                    picture[x, y] = SIMD4(
                        UInt8(number % 64), UInt8(number / 64), UInt8(number % 7 * 9), alpha)
                }
            }
            return picture
        }
    }
#endif
