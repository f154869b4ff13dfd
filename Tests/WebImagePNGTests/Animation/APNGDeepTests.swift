#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// Animations with 16 bits a sample.
    @Suite struct APNGDeepTests {
        /// Returns frames whose changes are opaque spots, low bits, translucent pixels, and none.
        private static func changing(hasAlpha: Bool) -> [Bitmap] {
            let first = noise(40, 30, isGray: false, hasAlpha: hasAlpha)
            var spots = first
            for spot in 0..<8 { spots[deep: 3 + spot * 4, spot * 3] = SIMD4(9, 8, 7, 65535) }
            var low = spots
            low[deep: 20, 11].x ^= 1
            low[deep: 25, 14].w = 65535
            low[deep: 25, 14].z ^= 1
            guard hasAlpha else { return [first, spots, low, low] }
            var translucent = low
            for x in 0..<40 { translucent[deep: x, 7] = SIMD4(UInt16(x), 600, 1, UInt16(x * 1680)) }
            translucent[deep: 0, 29] = SIMD4(1, 2, 3, 0)
            let alphas = noise(40, 30, isGray: true, hasAlpha: true)
            return [first, spots, low, translucent, low, alphas, alphas]
        }

        @Test(arguments: [false, true], [false, true])
        func `16 bits come back exactly, at all alphas`(
            hasAlpha: Bool, isInterlaced: Bool
        ) throws {
            let source = ListedFrames(Self.changing(hasAlpha: hasAlpha), loopCount: 2)
            let bytes = try APNGEncoder().encode(
                source, settings: EncodeSettings(isProgressive: isInterlaced))
            #expect(bytes.array[24] == 16)
            #expect(try composed(bytes) == source.bitmaps)
            let frames = try #require(try deepFrames(of: bytes))
            #expect(frames.count == source.count && frames.loopCount == 2)
            for index in [0, 1, 2, 3, 1, source.count - 1] {
                let frame = try frames.frame(at: index).bitmap
                #expect(frame == source.bitmaps[index] && frame.significantBits == 16)
            }
        }

        @Test func `every alpha of 16 bits is exact behind another frame`() throws {
            var picture = Bitmap(size: PixelSize(width: 256, height: 256), as: .rgba16)
            for place in 0..<65536 {
                let alpha = UInt16(place)
                picture[deep: place & 255, place >> 8] = SIMD4(
                    alpha &* 40503, ~alpha, alpha &* 7, alpha)
            }
            let first = Bitmap(size: picture.size, as: .rgba16)
            let bytes = try APNGEncoder().encode(
                ListedFrames([first, picture]), settings: EncodeSettings(effort: 1))
            #expect(try composed(bytes) == [first, picture])
            #expect(try deepFrames(of: bytes)?.frame(at: 1).bitmap == picture)
        }

        @Test func `a frame stores the rectangle that changes, opaque ones laid over`() throws {
            let (first, noisy) = (
                noise(60, 60, isGray: false, hasAlpha: true),
                noise(60, 60, isGray: false, hasAlpha: false)
            )
            var second = first
            for spot in 0..<10 { second[deep: 5 + spot * 5, spot * 6] = noisy[deep: spot, spot] }
            var third = second
            third[deep: 30, 31].y ^= 256
            let bytes = try APNGEncoder().encode(
                ListedFrames([first, second, third]), settings: EncodeSettings())
            let stored = try storedFrames(bytes)
            #expect(
                stored.map(\.rect) == [
                    PixelRect(x: 0, y: 0, size: first.size),
                    PixelRect(x: 5, y: 0, size: PixelSize(width: 46, height: 55)),
                    PixelRect(x: 30, y: 31, size: PixelSize(width: 1, height: 1)),
                ])
            #expect(stored.map(\.blends) == [false, true, false])
            #expect(bytes.count < 60 * 60 * 8 + 3000)
        }

        @Test func `frames without transparency have none in the file`() throws {
            let source = (0..<3).map { _ in noise(12, 9, isGray: true, hasAlpha: false) }
            let bytes = try APNGEncoder().encode(ListedFrames(source), settings: EncodeSettings())
            #expect(bytes.array[24] == 16 && bytes.array[25] == 2)
            #expect(try composed(bytes) == source)
        }

        @Test(arguments: 0..<4)
        func `one deep frame makes all deep`(shift: Int) throws {
            var widened = noise(8, 6, isGray: false, hasAlpha: true)
            for y in 0..<6 {
                for x in 0..<8 { widened[deep: x, y] = (widened[deep: x, y] &>> 8) &* 257 }
            }
            widened.significantBits = 8
            var half = Bitmap(size: PixelSize(width: 8, height: 6), as: .rgbaHalf)
            for x in 0..<8 { half[light: x, 2] = SIMD4(Float(x) / 8, 0.5, 3, 0.7) }
            half.headroom = 3
            let kinds = [noise(8, 6, isGray: false, hasAlpha: true), scene(8, 6), widened, half]
            let source = (0..<4).map { kinds[($0 + shift) % 4] }
            let bytes = try APNGEncoder().encode(
                ListedFrames(source), settings: EncodeSettings())
            #expect(bytes.array[24] == 16)
            #expect(try composed(bytes) == source.map { $0.converted(to: .rgba16) })
        }

        @Test func `frames that have 8 bits are stored with 8`() throws {
            let eight = [scene(8, 8), scene(8, 8, .gray)]
            let widened = eight.map { picture in
                var wide = picture.converted(to: .rgba16)
                wide.significantBits = 8
                return wide
            }
            var settings = EncodeSettings()
            settings.codePoints = ColorCodePoints(primaries: .bt2020, transfer: .pq)
            let bytes = try APNGEncoder().encode(ListedFrames(widened), settings: settings)
            #expect(
                try bytes.array
                    == APNGEncoder().encode(ListedFrames(eight), settings: EncodeSettings()).array)
        }

        @Test func `frames of another size are an error, not a trap`() {
            let (deep, other) = (
                noise(8, 6, isGray: false, hasAlpha: true),
                noise(6, 8, isGray: false, hasAlpha: false)
            )
            for frames in [[deep, other], [scene(8, 6), deep, other], [deep, scene(9, 6)]] {
                let last = frames[frames.count - 1]
                let reason =
                    "frame \(frames.count - 1) is \(last.size), the animation is \(deep.size)"
                #expect(throws: CodecError.encoding(.apng, reason)) {
                    try APNGEncoder().encode(ListedFrames(frames), settings: EncodeSettings())
                }
            }
            #expect(throws: CodecError.noCodec(.avif)) {
                try APNGEncoder().encode(
                    ListedFrames([deep, deep], failing: [1: .noCodec(.avif)]),
                    settings: EncodeSettings())
            }
        }

        @Test func `stills have 16 bits, too`() throws {
            let encoder = APNGEncoder()
            #expect(encoder.sampleFormats == [.bgra8, .rgba16])
            #expect(encoder.frameSampleFormats == [.bgra8, .rgba16])
            let picture = noise(9, 7, isGray: false, hasAlpha: true)
            let bytes = try encoder.encode(picture, settings: EncodeSettings())
            #expect(try decode(bytes, .deep).bitmap == picture)
        }

        @Test(arguments: [false, true])
        func `disposals and blending are those of 8 bits`(isHidden: Bool) throws {
            var builder = animation(hidden: isHidden ? scene(12, 10) : nil)
            builder.depth = 16
            let frames = try #require(try deepFrames(of: builder.block))
            #expect(frames.count == builder.frames.count)
            for (index, expected) in builder.composed.enumerated().reversed() {
                let found = try frames.frame(at: index).bitmap
                #expect(found.sampleFormat == .rgba16)
                let eight = found.converted(to: .bgra8)
                for place in 0..<120 {
                    let difference =
                        SIMD4<Int>(truncatingIfNeeded: eight[place % 12, place / 12])
                        &- SIMD4(truncatingIfNeeded: expected[place % 12, place / 12])
                    #expect(max(difference.max(), 0 &- difference.min()) <= 2, "\(index) \(place)")
                }
            }
            for piece in [1 << 20, 50] {
                let first = try decode(builder.block, piece: piece, .deep).bitmap
                #expect(try first == frames.frame(at: 0).bitmap)
            }
        }

        @Test func `who asks for 8 bits gets 8, and PQ has 8 in any case`() throws {
            var builder = animation()
            builder.depth = 16
            #expect(try frames(of: builder.block)?.frame(at: 3).bitmap.sampleFormat == .bgra8)
            builder.chunks = chunk("cICP", [9, 16, 0, 1])
            var options = DecodeOptions.deep
            for depth in PixelDepth.allCases {
                options.pixelDepth = depth
                #expect(
                    try deepFrames(of: builder.block, options)?.frame(at: 3).bitmap == pq(builder))
                #expect(try decode(builder.block, options).bitmap.sampleFormat == .bgra8)
            }
        }

        @Test func `linear light keeps its curve, and is stated`() throws {
            var builder = animation()
            (builder.depth, builder.chunks) = (16, chunk("cICP", [1, 8, 0, 1]))
            let output = try decode(builder.block, .deep)
            #expect(output.color == ColorDescription(primaries: 1, transfer: 8))
            let frame = try deepFrames(of: builder.block)?.frame(at: 0).bitmap
            #expect(frame == output.bitmap && frame?.colorSpace == .embedded)
        }

        @Test func `limits and demand count 8 bytes for a pixel`() throws {
            let bytes = try APNGEncoder().encode(
                ListedFrames(Self.changing(hasAlpha: true)), settings: EncodeSettings())
            var options = DecodeOptions.deep
            let deep = bytes.withSpan { PNGDecoder().memoryDemand(of: $0, options: options) }
            options.limits.maxBytes = 40 * 30 * 6
            #expect(throws: CodecError.self) { try deepFrames(of: bytes, options) }
            #expect(throws: CodecError.self) { try decode(bytes, options) }
            options.pixelDepth = .eight
            #expect(throws: Never.self) { try deepFrames(of: bytes, options) }
            let eight = bytes.withSpan { PNGDecoder().memoryDemand(of: $0, options: options) }
            #expect(deep?.sampleFormat == .rgba16 && eight?.sampleFormat == .bgra8)
            #expect(try #require(deep).byteCount - #require(eight).byteCount == 3 * 40 * 30 * 4)
        }

        /// Returns frame 3 with 8 bits.
        private func pq(_ builder: APNGBuilder) throws -> Bitmap? {
            try frames(of: builder.block)?.frame(at: 3).bitmap
        }

        private func deepFrames(
            of bytes: ByteBlock, _ options: DecodeOptions = .deep
        ) throws(CodecError) -> (any FrameProvider)? {
            try PNGDecoder().frames(of: EncodedImage(bytes), options: options)
        }

        /// Returns the frames of a file whose changes are kept, each decoded as a still of its own.
        private func composed(_ bytes: ByteBlock) throws -> [Bitmap] {
            var (canvas, result): (Bitmap?, [Bitmap]) = (nil, [])
            for stored in try storedFrames(bytes) {
                let still = try decode(stored.file, .deep).bitmap
                var picture = canvas ?? still
                for y in 0..<still.size.height {
                    for x in 0..<still.size.width {
                        let pixel = still[deep: x, y]
                        if stored.blends, pixel.w == 0 { continue }
                        if stored.blends, pixel.w < 65535 { Issue.record("a blend at \(x), \(y)") }
                        picture[deep: stored.rect.x + x, stored.rect.y + y] = pixel
                    }
                }
                canvas = picture
                result.append(picture)
            }
            return result
        }

        /// Returns the place of each frame, and a still PNG of its pixels.
        private func storedFrames(
            _ bytes: ByteBlock
        ) throws -> [(rect: PixelRect, blends: Bool, file: ByteBlock)] {
            let file = bytes.array
            func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            var found: [(rect: PixelRect, blends: Bool, pixels: [UInt8])] = []
            var at = 8
            for name in bytes.chunkNames {
                let body = file[at + 8..<at + 8 + number(at)]
                if name == "fcTL" {
                    let size = PixelSize(width: number(at + 12), height: number(at + 16))
                    let rect = PixelRect(x: number(at + 20), y: number(at + 24), size: size)
                    found.append((rect, file[at + 33] == 1, []))
                } else if name == "IDAT" || name == "fdAT" {
                    found[found.count - 1].pixels += name == "IDAT" ? body : body.dropFirst(4)
                }
                at += 12 + body.count
            }
            return found.map { frame in
                let (width, height) = (frame.rect.size.width, frame.rect.size.height)
                let sides = [width, height].flatMap { big(UInt32($0)) }
                let still =
                    Array(file[..<8]) + chunk("IHDR", sides + file[24..<29])
                    + chunk("IDAT", frame.pixels) + chunk("IEND", [])
                return (frame.rect, frame.blends, ByteBlock(copying: still))
            }
        }
    }
#endif
