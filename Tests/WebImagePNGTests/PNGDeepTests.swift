#if PNG
    import CPNGShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGDeepTests {
        private static let kinds: [(gray: Bool, alpha: Bool, colorType: UInt8)] = [
            (true, false, 0), (false, false, 2), (true, true, 4), (false, true, 6),
        ]

        @Test(arguments: kinds, [false, true])
        func `16 bits come back exactly, at all alphas`(
            kind: (gray: Bool, alpha: Bool, colorType: UInt8), isInterlaced: Bool
        ) throws {
            let picture = noise(37, 29, isGray: kind.gray, hasAlpha: kind.alpha)
            let bytes = try encode(picture, EncodeSettings(isProgressive: isInterlaced))
            #expect(bytes.array[24] == 16 && bytes.array[25] == kind.colorType)
            for piece in [1 << 20, 100] {
                let output = try decode(bytes, piece: piece, .deep)
                #expect(output.bitmap == picture)
                #expect(output.bitmap.significantBits == 16 && output.color == .sRGB)
                #expect(output.bitmap.isOpaque == !kind.alpha)
            }
        }

        @Test(arguments: kinds, [9, 10, 12, 16])
        func `fewer bits than 16 are stated`(
            kind: (gray: Bool, alpha: Bool, colorType: UInt8), bits: Int
        ) throws {
            var picture = noise(19, 7, isGray: kind.gray, hasAlpha: kind.alpha)
            let most = UInt32(1 << bits) - 1
            for y in 0..<7 {
                for x in 0..<19 {
                    picture[deep: x, y] = SIMD4(
                        truncatingIfNeeded: (SIMD4<UInt32>(
                            truncatingIfNeeded: picture[deep: x, y] &>> UInt16(16 - bits)) &* 65535
                            &+ most / 2) / most)
                }
            }
            picture.significantBits = bits
            let bytes = try encode(picture)
            let found = try decode(bytes, .deep).bitmap
            #expect(found == picture && found.significantBits == bits)
            #expect(bytes.array[25] == kind.colorType)
            #expect(bytes.chunkNames.contains("sBIT") == (bits < 16))
        }

        @Test(arguments: kinds)
        func `rows of a large picture are compressed as they come`(
            kind: (gray: Bool, alpha: Bool, colorType: UInt8)
        ) throws {
            let channels = (kind.gray ? 1 : 3) + (kind.alpha ? 1 : 0)
            let height = (16 << 20) / (2 * 1001 * channels) + 1
            let noise = noise(1001, 50, isGray: kind.gray, hasAlpha: kind.alpha)
            var picture = Bitmap(
                size: PixelSize(width: 1001, height: height), as: .rgba16, isOpaque: !kind.alpha)
            for y in 0..<height {
                for x in 0..<1001 { picture[deep: x, y] = noise[deep: x, (y * y / 7) % 50] }
            }
            for effort in [1, 6, 9] {
                let bytes = try encode(picture, EncodeSettings(effort: effort))
                #expect(bytes.array[25] == kind.colorType)
                // libpng writes chunks of 8 kB.
                let chunks = bytes.chunkNames.count { $0 == "IDAT" }
                let isStreamed = effort < 7 && cpng_deep_is_available()
                #expect((chunks <= bytes.count / 60_000 + 1) == isStreamed)
                #expect(try decode(bytes, .deep).bitmap == picture)
            }
        }

        @Test func `who asks for 8 bits gets 8`() throws {
            let picture = noise(20, 20, isGray: false, hasAlpha: true)
            let bytes = try encode(picture)
            let eight = try decode(bytes).bitmap
            #expect(eight.sampleFormat == .bgra8)
            for y in 0..<20 {
                for x in 0..<20 {
                    let difference =
                        SIMD4<Int>(truncatingIfNeeded: eight[x, y])
                        &- SIMD4(truncatingIfNeeded: picture[x, y])
                    #expect(max(difference.max(), 0 &- difference.min()) <= 1)
                }
            }
        }

        @Test func `a file of 8 bits stays one`() throws {
            let bytes = try encode(scene(9, 9))
            #expect(try decode(bytes, .deep).bitmap == decode(bytes).bitmap)
        }

        @Test func `a sample that stands for transparency counts in 16 bits`() throws {
            let rows: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 1, 3, 3, 4, 5, 6]
            let bytes = file(
                2, 1, depth: 16, colorType: 2, rows: rows,
                chunks: chunk("tRNS", [1, 2, 3, 4, 5, 6]))
            let bitmap = try decode(bytes, .deep).bitmap
            #expect(bitmap[deep: 0, 0].w == 0)
            #expect(bitmap[deep: 1, 0] == SIMD4(0x0103, 0x0304, 0x0506, 65535))
        }

        @Test(
            arguments: [
                (0, [10], 10), (2, [10, 12, 11], 12), (4, [9, 10], 10), (6, [5, 6, 5, 12], 12),
                (2, [5, 6, 5], 9), (2, [16, 16, 16], 16),
                // Others than the standard has are no statement.
                (2, [10, 0, 10], 16), (2, [10, 17, 10], 16), (2, [10], 16), (2, [10, 10], 16),
                (0, [10, 10, 10], 16), (6, [10, 10, 10], 16), (2, [10, 10, 10, 10, 10], 16),
                (2, [], 16),
            ] as [(UInt8, [UInt8], Int)])
        func `the bits that are stated count, samples stay as they are`(
            type: UInt8, stated: [UInt8], bits: Int
        ) throws {
            let channels = [0: 1, 2: 3, 4: 2, 6: 4][Int(type)] ?? 0
            // Widened samples.
            let most = bits < 16 ? 1 << bits - 1 : 511
            let rows =
                [0]
                + (0..<channels * 2).flatMap { (index: Int) -> [UInt8] in
                    let sample = UInt16(((index * 37 % (most + 1)) * 65535 + most / 2) / most)
                    return [UInt8(sample >> 8), UInt8(sample & 255)]
                }
            let plain = file(2, 1, depth: 16, colorType: type, rows: rows)
            let bytes = plain.inserting(chunk("sBIT", stated))
            for piece in [1 << 20, 1] {
                let bitmap = try decode(bytes, piece: piece, .deep).bitmap
                #expect(try bitmap == decode(plain, .deep).bitmap)
                #expect(bitmap.significantBits == bits)
            }
            #expect(try decode(bytes).bitmap == decode(plain).bitmap)
            var options = DecodeOptions.deep
            options.downsampling = Downsampling(box: PixelSize(width: 1, height: 1))
            #expect(try decode(bytes, options).bitmap.significantBits == bits)
        }

        @Test func `bits that are stated twice, late or with a wrong checksum`() throws {
            let plain = file(1, 1, depth: 16, colorType: 2, rows: [0, 1, 0, 3, 0x40, 5, 0x81])
            let (ten, twelve) = (chunk("sBIT", [10, 10, 10]), chunk("sBIT", [12, 12, 12]))
            let bits = { (bytes: ByteBlock) in try decode(bytes, .deep).bitmap.significantBits }
            #expect(try bits(plain.inserting(ten + twelve)) == 10)
            #expect(try bits(plain.inserting(ten, beforeEnd: true)) == 16)
            let more = file(1, 1, depth: 16, colorType: 2, rows: [0, 1, 0, 3, 0x20, 5, 0x80])
            #expect(try bits(more.inserting(ten)) == 16 && bits(more.inserting(twelve)) == 12)
            // 1000 << 6, which 10 bits do not become when they are widened.
            let shifted = file(1, 1, depth: 16, colorType: 0, rows: [0, 0xFA, 0])
            #expect(try bits(shifted.inserting(chunk("sBIT", [10]))) == 16)
            #expect(try bits(plain.inserting(ten.dropLast() + [ten[ten.count - 1] ^ 1])) == 16)
        }

        @Test func `a narrow range is spread over the whole one`() throws {
            let samples: [UInt16] = [16 << 8, 235 << 8, 0, 65535, 125 << 8, 16 << 8]
            let rows = [UInt8(0)] + samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let bytes = file(
                2, 1, depth: 16, colorType: 2, rows: rows, chunks: chunk("cICP", [1, 13, 0, 0]))
            let bitmap = try decode(bytes, .deep).bitmap
            #expect(bitmap[deep: 0, 0] == SIMD4(0, 65535, 0, 65535))
            #expect(bitmap[deep: 1, 0] == SIMD4(65535, 32618, 0, 65535))
        }

        @Test func `light in PQ is mapped to 8 bits as it is for all`() throws {
            let rows: [UInt8] = [0, 0x80, 1, 0x70, 2, 0x60, 3]
            let bytes = file(
                1, 1, depth: 16, colorType: 2, rows: rows, chunks: chunk("cICP", [9, 16, 0, 1]))
            #expect(try decode(bytes, .deep).bitmap == decode(bytes).bitmap)
        }

        @Test func `linear light keeps its curve, and is stated`() throws {
            let rows: [UInt8] = [0, 0, 1, 0x70, 2, 0x60, 3]
            let bytes = file(
                1, 1, depth: 16, colorType: 2, rows: rows, chunks: chunk("cICP", [1, 8, 0, 1]))
            let output = try decode(bytes, .deep)
            #expect(output.bitmap[deep: 0, 0] == SIMD4(1, 0x7002, 0x6003, 65535))
            #expect(output.bitmap.colorSpace == .embedded)
            #expect(output.color == ColorDescription(primaries: 1, transfer: 8))
        }

        @Test(arguments: [false, true])
        func `rows are reduced as the whole picture is`(hasAlpha: Bool) throws {
            let picture = noise(64, 48, isGray: false, hasAlpha: hasAlpha)
            let bytes = try encode(picture)
            var options = DecodeOptions.deep
            options.downsampling = Downsampling(box: PixelSize(width: 16, height: 16))
            let reduced = try decode(bytes, options).bitmap
            #expect(reduced.size == PixelSize(width: 16, height: 12))
            #expect(reduced == picture.resampled(to: reduced.size))
        }

        @Test func `an animation of 8 bits stays one`() throws {
            let frames = (0..<2).map { _ in
                ImageFrame(bitmap: scene(8, 8), duration: .milliseconds(100))
            }
            let file = try APNGEncoder().encode(
                try #require(DecodedImage(frames: frames).frames), settings: EncodeSettings())
            #expect(try decode(file, .deep).bitmap.sampleFormat == .bgra8)
        }

        @Test func `limits and demand count 8 bytes for a pixel`() throws {
            let bytes = try encode(noise(100, 100, isGray: false, hasAlpha: false))
            var options = DecodeOptions.deep
            options.limits.maxBytes = 60_000
            #expect(throws: CodecError.self) { try decode(bytes, options) }
            options.pixelDepth = .eight
            #expect(throws: Never.self) { try decode(bytes, options) }
            let demand = bytes.withSpan { PNGDecoder().memoryDemand(of: $0, options: .deep) }
            let eight = bytes.withSpan { PNGDecoder().memoryDemand(of: $0, options: options) }
            #expect(demand?.sampleFormat == .rgba16 && eight?.sampleFormat == .bgra8)
            #expect(try #require(demand).byteCount - #require(eight).byteCount >= 40_000)
        }

        @Test func `a deep file that is cut off is shown as far as it goes`() throws {
            let bytes = try encode(noise(40, 40, isGray: false, hasAlpha: true)).array
            var options = DecodeOptions.deep
            options.allowsTruncatedData = true
            let half = ByteBlock(copying: Array(bytes.prefix(bytes.count / 2)))
            let output = try decode(half, piece: 1000, options)
            #expect(output.metadata.isTruncated && output.bitmap.sampleFormat == .rgba16)
        }
    }

    extension DecodeOptions {
        static var deep: DecodeOptions {
            var options = DecodeOptions()
            options.pixelDepth = .asStored
            return options
        }
    }

    func noise(_ width: Int, _ height: Int, isGray: Bool, hasAlpha: Bool) -> Bitmap {
        var bitmap = Bitmap(
            size: PixelSize(width: width, height: height), as: .rgba16, isOpaque: !hasAlpha)
        for y in 0..<height {
            for x in 0..<width {
                var pixel = SIMD4<UInt16>(
                    .random(in: 0...65535), .random(in: 0...65535), .random(in: 0...65535),
                    hasAlpha ? .random(in: 0...65535) : 65535)
                if isGray { (pixel.y, pixel.z) = (pixel.x, pixel.x) }
                bitmap[deep: x, y] = pixel
            }
        }
        return bitmap
    }
#endif
