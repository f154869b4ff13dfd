#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// Stills in PQ and HLG that are decoded for light above white.
    @Suite struct PNGLightTests {
        private static let pq = chunk("cICP", [9, 16, 0, 1])
        private static let hlg = chunk("cICP", [9, 18, 0, 1])

        /// Depth, colour type, row, and the stored red, green, blue and alpha in 16 bits.
        private static let rows: [(UInt8, UInt8, [UInt8], [SIMD4<UInt16>])] = [
            (1, 0, [0b1000_0000], [gray(65535), gray(0)]),
            (2, 0, [0b0110_0000], [gray(85 * 257), gray(170 * 257)]),
            (4, 0, [0x3C], [gray(51 * 257), gray(204 * 257)]),
            (8, 0, [7, 200], [gray(7 * 257), gray(200 * 257)]),
            (16, 0, [1, 2, 3, 4], [gray(0x0102), gray(0x0304)]),
            (
                8, 2, [1, 2, 3, 4, 5, 6],
                [SIMD4(257, 514, 771, 65535), SIMD4(1028, 1285, 1542, 65535)]
            ),
            (8, 3, [1, 0], [SIMD4(0, 51400, 25700, 65535), SIMD4(65535, 0, 0, 32896)]),
            (1, 3, [0b1000_0000], [SIMD4(0, 51400, 25700, 65535), SIMD4(65535, 0, 0, 32896)]),
            (8, 4, [9, 1, 200, 0], [SIMD4(2313, 2313, 2313, 257), SIMD4(51400, 51400, 51400, 0)]),
            (
                8, 6, [1, 2, 3, 4, 255, 254, 0, 0],
                [SIMD4(257, 514, 771, 1028), SIMD4(65535, 65278, 0, 0)]
            ),
        ]

        private static func gray(_ level: UInt16) -> SIMD4<UInt16> {
            SIMD4(level, level, level, 65535)
        }

        @Test(arguments: rows, [pq, hlg])
        func `samples of every colour type stay as they are`(
            row: (depth: UInt8, type: UInt8, bytes: [UInt8], pixels: [SIMD4<UInt16>]),
            code: [UInt8]
        ) throws {
            let palette = chunk("PLTE", [255, 0, 0, 0, 200, 100]) + chunk("tRNS", [128])
            let bytes = file(
                2, 1, depth: row.depth, colorType: row.type, rows: [0] + row.bytes,
                chunks: code + (row.type == 3 ? palette : []))
            for piece in [1 << 20, 3] {
                let output = try decode(bytes, piece: piece, .hdr)
                #expect(output.bitmap.sampleFormat == .rgba16)
                #expect((0..<2).map { output.bitmap[deep: $0, 0] } == row.pixels)
                #expect(output.bitmap.significantBits == max(Int(row.depth), 8))
                #expect(output.bitmap.isOpaque == (row.type < 3))
                let transfer = code == Self.pq ? 16 : 18
                #expect(output.color == ColorDescription(primaries: 9, transfer: transfer))
                #expect(output.bitmap.colorSpace == .embedded)
            }
        }

        @Test func `a colour of 8 bits stands for transparency`() throws {
            let bytes = file(
                2, 1, depth: 8, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6],
                chunks: Self.pq + chunk("tRNS", [0, 1, 0, 2, 0, 3]))
            let bitmap = try decode(bytes, .hdr).bitmap
            #expect(bitmap[deep: 0, 0].w == 0)
            #expect(bitmap[deep: 1, 0] == SIMD4(1028, 1285, 1542, 65535))
        }

        @Test func `a narrow range of 8 bits is spread over the whole one`() throws {
            let bytes = file(
                2, 1, depth: 8, colorType: 2, rows: [0, 16, 235, 0, 255, 125, 16],
                chunks: chunk("cICP", [9, 16, 0, 0]))
            let bitmap = try decode(bytes, .hdr).bitmap
            #expect(bitmap[deep: 0, 0] == SIMD4(0, 65535, 0, 65535))
            // 109 of 219 steps.
            #expect(bitmap[deep: 1, 0] == SIMD4(65535, 32618, 0, 65535))
        }

        @Test(arguments: [Look.gray, .color], [1, 40])
        func `interlaced samples of 8 bits stay as they are`(look: Look, side: Int) throws {
            let picture = scene(side, side, look)
            let plain = try encode(picture, EncodeSettings(isProgressive: true))
            #expect(plain.array[28] == 1 && plain.array[24] <= 8)
            let bytes = plain.inserting(Self.pq)
            for piece in [1 << 20, 50] {
                #expect(try decode(bytes, piece: piece, .hdr).bitmap == picture.stored)
            }
        }

        @Test(arguments: [Look.gray, .color])
        func `rows of 8 bits are reduced as 16 bits are`(look: Look) throws {
            let picture = scene(64, 48, look)
            let bytes = try encode(picture).inserting(Self.pq)
            var options = DecodeOptions.hdr
            options.downsampling = Downsampling(box: PixelSize(width: 16, height: 16))
            let reduced = try decode(bytes, options).bitmap
            #expect(reduced.size == PixelSize(width: 16, height: 12))
            #expect(reduced == picture.stored.resampled(to: reduced.size))
            #expect(reduced.significantBits == 8)
        }

        @Test(arguments: [8, 16])
        func `who does not ask for light gets 8 bits as before`(depth: UInt8) throws {
            let row: [UInt8] = depth == 8 ? [0, 200, 100, 50] : [0, 200, 1, 100, 2, 50, 3]
            let bytes = file(1, 1, depth: depth, colorType: 2, rows: row, chunks: Self.pq)
            var options = DecodeOptions()
            let eight = try decode(bytes, options)
            options.pixelDepth = .asStored
            let stored = try decode(bytes, options)
            #expect(eight.bitmap.sampleFormat == .bgra8 && eight.bitmap == stored.bitmap)
            #expect(stored.color == ColorDescription(primaries: 9, transfer: 13))
        }

        @Test func `a file of 8 bits in sRGB stays one`() throws {
            let bytes = try encode(scene(9, 9))
            #expect(try decode(bytes, .hdr).bitmap == decode(bytes).bitmap)
        }

        @Test func `an animation has 8 bits`() throws {
            let frames = ListedFrames([scene(8, 8), scene(8, 8, .gray)])
            let bytes = try APNGEncoder().encode(frames, settings: EncodeSettings())
                .inserting(Self.pq)
            let output = try decode(bytes, .hdr)
            #expect(try output.bitmap == decode(bytes).bitmap)
            #expect(output.color == ColorDescription(primaries: 9, transfer: 13))
            #expect(demand(bytes, .hdr)?.sampleFormat == .bgra8)
        }

        @Test(arguments: [false, true])
        func `limits and demand count 8 bytes for a pixel of 8 bits`(isInterlaced: Bool) throws {
            let plain = try encode(
                scene(100, 100, .color), EncodeSettings(isProgressive: isInterlaced))
            let bytes = plain.inserting(Self.hlg)
            var options = DecodeOptions.hdr
            options.limits.maxBytes = 60_000
            #expect(throws: CodecError.self) { try decode(bytes, options) }
            options.pixelDepth = .asStored
            #expect(throws: Never.self) { try decode(bytes, options) }
            let (deep, eight) = (demand(bytes, .hdr), demand(bytes, options))
            #expect(deep?.sampleFormat == .rgba16 && eight?.sampleFormat == .bgra8)
            #expect(try #require(deep).byteCount - #require(eight).byteCount >= 40_000)
            #expect(demand(plain, .hdr)?.sampleFormat == .bgra8)
        }

        @Test func `a file that is cut off is shown as far as it goes`() throws {
            let whole = try encode(scene(40, 40, .color)).inserting(Self.pq).array
            var options = DecodeOptions.hdr
            let half = ByteBlock(copying: Array(whole.prefix(whole.count - 60)))
            #expect(throws: CodecError.self) { try decode(half, options) }
            options.allowsTruncatedData = true
            let output = try decode(half, options)
            #expect(output.metadata.isTruncated && output.bitmap.sampleFormat == .rgba16)
            #expect(output.bitmap[deep: 3, 0] == scene(40, 40, .color).stored[deep: 3, 0])
        }

        @Test(arguments: ["cLLI", "cLLi"])
        func `the light that the file states is told`(name: String) throws {
            let light = chunk(name, big(12_345_000) + big(2_004_999))
            let bytes = try encode(scene(4, 4)).inserting(Self.pq + light)
            let stated = ContentLight(maximum: 1235, average: 200)
            #expect(try metadata(bytes).contentLight == stated)
            #expect(try decode(bytes, .hdr).metadata.contentLight == stated)
            #expect(try metadata(encode(scene(4, 4))).contentLight == nil)
        }

        private func demand(_ bytes: ByteBlock, _ options: DecodeOptions) -> MemoryDemand? {
            bytes.withSpan { PNGDecoder().memoryDemand(of: $0, options: options) }
        }
    }

    extension DecodeOptions {
        /// Options for light above white.
        static var hdr: DecodeOptions {
            var options = DecodeOptions()
            options.pixelDepth = .hdr
            return options
        }
    }

    extension Bitmap {
        /// The samples of an opaque bitmap in 16 bits, in the colours of a file.
        fileprivate var stored: Bitmap {
            var result = converted(to: .rgba16)
            result.colorSpace = .embedded
            return result
        }
    }
#endif
