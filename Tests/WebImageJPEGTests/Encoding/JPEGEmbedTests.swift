#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGEmbedTests {
        private let picture = Scene.photograph(size: PixelSize(width: 120, height: 80))

        @Test func `density and EXIF come back`() throws {
            let exif = Exif.block([(0x0112, [1])], fractions: [])
            let embedded = EmbeddedMetadata(exif: exif, density: PixelDensity(x: 300, y: 150.4))
            let bytes = try encode(picture, EncodeSettings(embedded: embedded))
            let metadata = try metadata(bytes)
            #expect(metadata.exif == exif)
            #expect(metadata.density == PixelDensity(x: 300, y: 150))
        }

        @Test(arguments: [0, -5, .nan, .infinity, 1e9])
        func `a density that JFIF cannot hold does no harm`(density: Double) throws {
            let embedded = EmbeddedMetadata(density: PixelDensity(x: density, y: 72))
            let metadata = try metadata(encode(picture, EncodeSettings(embedded: embedded)))
            #expect(metadata.density?.x == (density == 1e9 ? 65_535 : nil))
        }

        @Test func `a thumbnail is embedded in a block of its own`() throws {
            let bytes = try encode(picture, EncodeSettings(thumbnailSide: 60))
            let exif = try #require(try metadata(bytes).exif)
            let thumbnail = try decode(thumbnail(of: exif)).bitmap
            #expect(thumbnail.size == PixelSize(width: 60, height: 40))
            let small = picture.resampled(to: thumbnail.size)
            #expect(ImageComparison(thumbnail, small).ssim > 0.9)
            #expect(try metadata(bytes).orientation == .up)
        }

        @Test func `a thumbnail is not larger than the picture`() throws {
            let exif = try metadata(encode(picture, EncodeSettings(thumbnailSide: 500))).exif
            #expect(try decode(thumbnail(of: #require(exif))).bitmap.size == picture.size)
        }

        @Test func `a thumbnail joins a block and leaves it as it is`() throws {
            let block = Exif.block([(0x0112, [1])], fractions: [(0x011A, 72, 1), (0x011B, 72, 1)])
            let settings = EncodeSettings(
                thumbnailSide: 40, embedded: EmbeddedMetadata(exif: block))
            let exif = try #require(try metadata(encode(picture, settings)).exif)
            let link = 8 + 2 + 3 * 12
            #expect(exif.prefix(link) == block.prefix(link))
            #expect(exif[(link + 4)...].starts(with: block[(link + 4)...]))
            #expect(try decode(thumbnail(of: exif)).bitmap.size.width == 40)
        }

        @Test(arguments: [0, 40])
        func `an old thumbnail never stays`(side: Int) throws {
            let settings = EncodeSettings(thumbnailSide: 90)
            let old = try #require(try metadata(encode(picture, settings)).exif)
            let red = Bitmap(size: PixelSize(width: 64, height: 64), isOpaque: true)
            let new = EncodeSettings(
                thumbnailSide: side, embedded: EmbeddedMetadata(exif: old))
            let exif = try #require(try metadata(encode(red, new)).exif)
            #expect(exif.count < old.count)
            if side > 0 {
                #expect(try decode(thumbnail(of: exif)).bitmap[20, 20] == SIMD4(0, 0, 0, 255))
            } else {
                #expect(exif == Exif.block([(0x0112, [1])], fractions: []))
            }
        }

        @Test func `an old thumbnail in the middle of a block is wiped`() throws {
            // The directory of the thumbnail, and eight bytes of it, stand before other values.
            let link = UInt32(8 + 2 + 12 + 4)
            let entries: [UInt8] =
                [0, 2] + [0x02, 0x01, 0, 4, 0, 0, 0, 1] + Exif.number(link + 30)
                + [0x02, 0x02, 0, 4, 0, 0, 0, 1] + Exif.number(UInt32(8)) + [0, 0, 0, 0]
            let secret = [UInt8](repeating: 0xAB, count: 8)
            let tail: [UInt8] = [7, 7, 7, 7]
            let block =
                Exif.block([(0x0112, [1])], fractions: [], next: link) + entries + secret
                + tail
            let settings = EncodeSettings(embedded: EmbeddedMetadata(exif: block))
            let exif = try #require(try metadata(encode(picture, settings)).exif)
            #expect(exif.count == block.count && exif.suffix(4) == tail[...])
            #expect(!exif.contains(0xAB))
        }

        @Test func `a block too long for a segment is left out`() throws {
            let block = Exif.block([(0x0112, [1])], fractions: [])
            for (count, isKept) in [(65_527, true), (65_528, false)] {
                let long = block + [UInt8](repeating: 1, count: count - block.count)
                let settings = EncodeSettings(embedded: EmbeddedMetadata(exif: long))
                #expect(try metadata(encode(picture, settings)).exif == (isKept ? long : nil))
            }
        }

        @Test func `a thumbnail shrinks until it fits beside a long block`() throws {
            let noise = Scene.noise(
                size: PixelSize(width: 300, height: 300), seed: 4, isOpaque: true)
            let block = Exif.block([(0x0112, [1])], fractions: [])
            for spare in [30_000, 9000, 300] {
                let long = block + [UInt8](repeating: 1, count: 65_527 - spare - block.count)
                let settings = EncodeSettings(
                    quality: 90, thumbnailSide: 300, embedded: EmbeddedMetadata(exif: long))
                let exif = try #require(try metadata(encode(noise, settings)).exif)
                #expect((exif != long) == (spare > 1000))
                if exif != long { _ = try decode(thumbnail(of: exif)) }
                #expect(exif.count <= 65_527)
            }
        }

        @Test func `no damaged block does more than lose its thumbnail`() throws {
            let whole = try #require(
                try metadata(encode(scene(16, 16), EncodeSettings(thumbnailSide: 8))).exif)
            let small = scene(8, 8)
            for index in whole.indices {
                for value in [0x00, 0x7F, 0xFF] as [UInt8] {
                    var block = whole
                    block[index] = value
                    for side in [0, 4] {
                        let settings = EncodeSettings(
                            thumbnailSide: side, embedded: EmbeddedMetadata(exif: block))
                        #expect(try decode(encode(small, settings)).bitmap.size == small.size)
                    }
                }
            }
        }

        /// Returns the thumbnail in the second directory of a big-endian block.
        private func thumbnail(of exif: [UInt8]) throws -> ByteBlock {
            func u16(_ at: Int) -> Int { Int(exif[at]) << 8 | Int(exif[at + 1]) }
            func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
            let first = u32(4)
            let second = u32(first + 2 + u16(first) * 12)
            try #require(second > 0)
            var numbers: [Int: Int] = [:]
            for entry in 0..<u16(second) {
                let at = second + 2 + entry * 12
                numbers[u16(at)] = u16(at + 2) == 3 ? u16(at + 8) : u32(at + 8)
            }
            #expect(numbers[0x0103] == 6)
            let start = try #require(numbers[0x0201])
            let count = try #require(numbers[0x0202])
            return ByteBlock(copying: exif[start..<start + count])
        }
    }
#endif
