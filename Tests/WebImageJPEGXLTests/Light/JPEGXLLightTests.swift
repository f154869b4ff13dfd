#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageColorimetry
    import WebImageJPEGXL
    import WebImagePixels

    /// Half floats of linear light, written and read.
    @Suite struct JPEGXLLightTests {
        private static let size = PixelSize(width: 120, height: 80)

        /// Light from below 0 to 8 times white.
        private static func gradient(hasAlpha: Bool = false) -> Bitmap {
            lightBitmap(size, isOpaque: !hasAlpha) { x, y in
                SIMD4(
                    Float(x) / 15, Float(y - 8) / 40, 0.25 + Float(x + y) / 100,
                    hasAlpha ? Float(x + 1) / 120 : 1)
            }
        }

        @Test(arguments: [false, true], [false, true])
        func `lossless halves are exact, whichever they are`(
            hasAlpha: Bool, isProgressive: Bool
        ) throws {
            func finite(_ half: Int) -> UInt16 {
                half & 0x7C00 == 0x7C00 ? 0 : UInt16(half & 0xFFFF)
            }
            let picture = halfBitmap(
                PixelSize(width: 256, height: 256), isOpaque: !hasAlpha
            ) { x, y in
                let half = y * 256 + x
                return SIMD4(
                    finite(half), finite(0xFFFF - half), finite(half &* 40503),
                    hasAlpha ? UInt16(half * 7 % 0x3C01) : 0x3C00)
            }
            let settings = EncodeSettings(
                isLossless: true, isProgressive: isProgressive, effort: 2)
            let file = try encode(picture, settings)
            let output = try decode(file, lightOptions())
            #expect(output.bitmap == picture)
            // The library loses some halves, unless the exponent has one more bit.
            #expect(DeepHeader(file).bits == 17)
            #expect(output.bitmap.isOpaque == !hasAlpha)
            #expect(output.color == .sRGB && output.bitmap.colorSpace == .sRGB)
            #expect(abs(output.bitmap.headroom - 10000 / 203) < 1e-6)
        }

        @Test func `greys are exact, and what is no number is written as kernels read it`() throws {
            let values: [UInt16] = [0x7C00, 0x7E00, 0xFC00, 0x3800]
            let picture = halfBitmap(PixelSize(width: 4, height: 4), isOpaque: true) { x, _ in
                SIMD4(values[x], values[x], values[x], 0x3C00)
            }
            let found = try decode(encode(picture, exact), lightOptions()).bitmap
            for (x, light) in [Float(65504), 0, -65504, 0.5].enumerated() {
                #expect(found[light: x, 2] == SIMD4(light, light, light, 1))
            }
        }

        @Test func `headroom is the brightest light`() throws {
            for (most, headroom) in [(Float(3.5), 3.5), (0.5, 1)] {
                let picture = lightBitmap(Self.size, isOpaque: true) { x, y in
                    SIMD4(-2, x == 100 && y == 60 ? most : 0.25, 0, 1)
                }
                let file = try encode(picture, exact)
                #expect(DeepHeader(file).bits == 16)
                #expect(try decode(file, lightOptions()).bitmap.headroom == headroom)
                #expect(demand(file, lightOptions())?.sampleFormat == .rgbaHalf)
            }
        }

        @Test(arguments: [false, true])
        func `lossy light is close`(hasAlpha: Bool) throws {
            let picture = Self.gradient(hasAlpha: hasAlpha)
            let settings = EncodeSettings(quality: 100, effort: 4)
            let output = try decode(encode(picture, settings), lightOptions())
            #expect(output.bitmap.sampleFormat == .rgbaHalf && output.color == .sRGB)
            #expect(abs(output.bitmap.headroom - 8) < 1)
            var (sum, alpha) = (0.0, Float(0))
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let (one, other) = (picture[light: x, y], output.bitmap[light: x, y])
                    for channel in 0..<3 { sum += Double(abs(one[channel] - other[channel])) }
                    alpha = max(alpha, abs(one.w - other.w))
                }
            }
            let mean = sum / Double(Self.size.area * 3)
            #expect(mean < 0.05, "\(mean)")
            #expect(alpha < 0.03, "\(alpha)")
        }

        @Test func `other callers get samples from 0 to 1`() throws {
            let file = try encode(Self.gradient(), exact)
            let (deep, eight) = (try decode(file, deepOptions()), try decode(file))
            #expect(deep.bitmap.sampleFormat == .rgba16 && deep.color.name == "BT.709 linear")
            #expect(eight.bitmap.sampleFormat == .bgra8 && eight.bitmap.headroom == 1)
            for x in stride(from: 0, to: 120, by: 7) {
                let light = Self.gradient()[light: x, 50]
                let clamped = light.clamped(lowerBound: .zero, upperBound: .one) * 65535
                let found = SIMD4<Float>(deep.bitmap[deep: x, 50])
                for channel in 0..<4 { #expect(abs(found[channel] - clamped[channel]) <= 0.6) }
            }
        }

        // MARK: The header

        private static let colors: [SIMD4<Float>] = [
            SIMD4(0.5, 0.25, 0.125, 1), SIMD4(4, 2, 1, 1), SIMD4(0.03125, 0.5, 2, 1),
        ]

        private static func patches() -> Bitmap {
            lightBitmap(PixelSize(width: 96, height: 32), isOpaque: true) { x, _ in colors[x / 32] }
        }

        private static func file(
            _ stated: JPEGXLStated, isLossless: Bool
        ) throws -> ByteBlock {
            let settings = EncodeSettings(quality: 100, isLossless: isLossless, effort: 3)
            let file = try encode(patches(), settings)
            return stated.replacing(DeepHeader(file).codestream(file))
        }

        /// In the format's own colours light is absolute, and white of the encoder has 255 cd/m².
        @Test(arguments: [nil, 100, 255, 1000, 4000] as [Float?], [true, false])
        func `light above 255 is relative to the reference white`(
            intensity: Float?, isLossless: Bool
        ) throws {
            let file = try Self.file(
                JPEGXLStated(transfer: 8, intensity: intensity), isLossless: isLossless)
            let target = intensity ?? 255
            let scale = target > 255 ? target / 203 : 1
            let factor = isLossless ? scale : scale * 255 / target
            let bitmap = try decode(file, lightOptions()).bitmap
            for (index, color) in Self.colors.enumerated() {
                let (found, expected) = (bitmap[light: index * 32 + 16, 16], color * factor)
                for channel in 0..<3 {
                    let error = abs(found[channel] - expected[channel])
                    let most = (isLossless ? 0.001 : 0.04) * expected.max()
                    #expect(error <= most, "\(found), expected \(expected)")
                }
            }
        }

        @Test func `light of other primaries becomes that of BT.709`() throws {
            let stated = JPEGXLStated(primaries: 11, transfer: 8)
            let lossless = try Self.file(stated, isLossless: true)
            let light = try decode(lossless, lightOptions())
            #expect(light.bitmap.sampleFormat == .rgbaHalf && light.color == .sRGB)
            let matrix = try #require(
                ColorPrimaries.p3.chromaticities.matrix(to: ColorPrimaries.bt709.chromaticities))
            for (index, color) in Self.colors.enumerated() {
                let expected = matrix.apply(SIMD3(color[0], color[1], color[2]))
                let found = light.bitmap[light: index * 32 + 16, 16]
                for channel in 0..<3 {
                    #expect(abs(found[channel] - expected[channel]) < 0.002 * expected.max())
                }
            }
            #expect(try decode(lossless, deepOptions()).color.name == "P3 linear")
            for options in [lightOptions(), lightOptions(box: 12)] {
                let lossy = try decode(Self.file(stated, isLossless: false), options)
                #expect(lossy.bitmap.sampleFormat == .rgbaHalf && lossy.color == .sRGB)
                let (found, expected) = (
                    lossy.bitmap[light: lossy.bitmap.size.width / 2, 2], Self.colors[1]
                )
                for channel in 0..<3 { #expect(abs(found[channel] - expected[channel]) < 0.1) }
            }
        }

        @Test func `premultiplied light is divided`() throws {
            let picture = lightBitmap(Self.size) { x, y in
                SIMD4(Float(x) / 16, -Float(y) / 8, 3, Float(x % 9) / 8)
            }
            let straight = try encode(picture, exact)
            let bitmap = try decode(
                DeepHeader(straight).premultiplied(straight), lightOptions()
            ).bitmap
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let (stored, found) = (picture[light: x, y], bitmap[light: x, y])
                    #expect(found.w == stored.w)
                    for channel in 0..<3 {
                        let expected = stored.w > 0 ? stored[channel] / stored.w : 0
                        #expect(abs(found[channel] - expected) <= abs(expected) / 2000)
                    }
                }
            }
        }

        // MARK: Scaling and pieces

        @Test(arguments: [false, true])
        func `a scaled picture has the averages of areas`(hasAlpha: Bool) throws {
            let picture = Self.gradient(hasAlpha: hasAlpha)
            let scaled = try decode(encode(picture, exact), lightOptions(box: 20)).bitmap
            let (width, height) = (scaled.size.width, scaled.size.height)
            try #require(width < 60 && 120 % width == 0 && 80 % height == 0)
            #expect(scaled.sampleFormat == .rgbaHalf && scaled.headroom > 7)
            let (columns, rows) = (120 / width, 80 / height)
            for y in 0..<height {
                for x in 0..<width {
                    var sum = SIMD4<Double>.zero
                    for row in y * rows..<(y + 1) * rows {
                        for column in x * columns..<(x + 1) * columns {
                            let pixel = SIMD4<Double>(picture[light: column, row])
                            sum += SIMD4(pixel.x, pixel.y, pixel.z, 1) * pixel.w
                        }
                    }
                    let found = scaled[light: x, y]
                    for channel in 0..<3 {
                        let expected = sum[channel] / sum.w
                        let error = abs(Double(found[channel]) - expected)
                        #expect(error <= abs(expected) / 1500 + 1e-5)
                    }
                    let alpha = sum.w / Double(columns * rows)
                    #expect(abs(Double(found.w) - alpha) <= alpha / 1500)
                }
            }
        }

        @Test(arguments: [nil, 20], [false, true])
        func `any chunks end in what a decode at once makes`(side: Int?, isLossless: Bool) throws {
            let file = try encode(
                Self.gradient(hasAlpha: true),
                EncodeSettings(isLossless: isLossless, isProgressive: !isLossless, effort: 3))
            let whole = try decode(file, lightOptions(box: side))
            for chunk in [61, 1009] {
                let session = JPEGXLDecoder().makeSession(options: lightOptions(box: side))
                for start in stride(from: 0, to: file.count, by: chunk) {
                    let part = ByteBlock(copying: file.array[start...].prefix(chunk))
                    try part.withSpan { span throws(CodecError) in try session.append(span) }
                    guard let preview = try session.preview() else { continue }
                    #expect(preview.bitmap.sampleFormat == .rgbaHalf)
                    #expect(preview.bitmap.size == whole.bitmap.size)
                }
                let output = try session.finish()
                #expect(output.bitmap == whole.bitmap && output.color == whole.color)
                #expect(output.bitmap.headroom == whole.bitmap.headroom)
            }
        }

        @Test func `damage and truncation do no more than fail`() throws {
            let picture = lightBitmap(PixelSize(width: 12, height: 12)) { x, y in
                SIMD4(Float(x), Float(y) / 7, -1, Float(x) / 12)
            }
            let whole = try encode(picture, exact).array
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0x55
                var options = lightOptions()
                options.limits = DecodeLimits(maxPixels: 1 << 20)
                _ = try? decode(ByteBlock(copying: bytes), options)
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: whole[..<index]), options)
                }
            }
        }

        @Test func `frames of light have 8 bits`() throws {
            let frames = ListedFrames(
                [Self.gradient(), Self.gradient()],
                durations: [50, 50].map { .milliseconds($0) }, loopCount: 0)
            let film = try JPEGXLEncoder().encode(frames, settings: exact)
            let found = try #require(
                try JPEGXLDecoder().frames(of: EncodedImage(film), options: lightOptions()))
            let frame = try found.frame(at: 1).bitmap
            #expect(frame == Self.gradient().inEightBits)
        }
    }
#endif
