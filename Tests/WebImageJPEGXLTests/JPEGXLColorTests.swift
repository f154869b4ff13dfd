#if JPEGXL
    #if Color
        import Foundation
        import TestSupport
        import Testing
        import WebImageCoding
        import WebImageColor
        import WebImageJPEGXL
        import WebImagePixels

        /// Colours of JPEG XL against the formulas of the standards.
        @Suite struct JPEGXLColorTests {
            private static let pixels = [
                [220, 40, 40], [30, 150, 90], [90, 60, 200], [128, 128, 128],
            ]
            private static let d65 = (x: 0.3127, y: 0.329)
            private static let whites = [
                1: d65, 10: (x: 1.0 / 3, y: 1.0 / 3), 11: (x: 0.314, y: 0.351),
            ]
            private static let custom = [
                (x: 0.66, y: 0.31), (x: 0.25, y: 0.65), (x: 0.14, y: 0.08),
            ]

            @Test(arguments: [1, 9, 11], [1, 10, 11])
            func `all primaries and whites are shown by the formulas`(
                primaries: Int, white: Int
            ) throws {
                let places = try #require(ShownColor.primaries[primaries]).prefix(3)
                for transfer in [1, 8, 13, 17] {
                    let stated = JPEGXLStated(
                        primaries: primaries, white: white, transfer: transfer)
                    let color = ShownColor(
                        places + [try #require(Self.whites[white])],
                        light: try #require(ShownColor.curve(transfer, ofCamera: true)))
                    try expect(stated, color, "\(primaries) \(white) \(transfer)")
                }
            }

            @Test(arguments: [4_545_455, 5_555_556, 3_846_154, 10_000_000])
            func `a gamma is applied`(gamma: Int) throws {
                for primaries in [1, 11] {
                    let stated = JPEGXLStated(primaries: primaries, transfer: nil, gamma: gamma)
                    let curve = { pow($0, 10_000_000 / Double(gamma)) }
                    let places = try #require(ShownColor.primaries[primaries == 1 ? 1 : 12])
                    try expect(stated, ShownColor(places, light: curve), "\(gamma)")
                }
            }

            @Test(arguments: [13, 8, 1, 16])
            func `primaries of one's own are shown by the formulas`(transfer: Int) throws {
                let white = (x: 0.3, y: 0.32)
                let stated = JPEGXLStated(
                    primaries: 2, white: 2, transfer: transfer, whitePlace: white,
                    places: Self.custom,
                    intensity: 1000)
                var color = ShownColor.pq(primaries: 1)
                color.places = Self.custom + [white]
                if transfer != 16 {
                    color = ShownColor(
                        color.places,
                        light: try #require(ShownColor.curve(transfer, ofCamera: true)))
                }
                try expect(stated, color, "\(transfer)")
            }

            @Test(arguments: [(Float(1000), 1000.0), (4000, 4000), (10000, 1000), (500, 500)])
            func `PQ and HLG are shown by the formulas`(intensity: Float, peak: Double) throws {
                for primaries in [1, 9, 11] {
                    let code = primaries == 11 ? 12 : primaries
                    let pq = JPEGXLStated(primaries: primaries, transfer: 16, intensity: intensity)
                    try expect(pq, .pq(primaries: code, peak: peak), "\(primaries) PQ")
                    let hlg = JPEGXLStated(primaries: primaries, transfer: 18, intensity: intensity)
                    try expect(hlg, .hlg(primaries: code), "\(primaries) HLG")
                }
            }

            /// The white of the encoder's sRGB has 255 cd/m² in the format's own colour space.
            @Test(arguments: [1, 9, 11], [16, 18])
            func `lossy PQ and HLG have the same tones`(primaries: Int, transfer: Int) throws {
                let stated = JPEGXLStated(primaries: primaries, transfer: transfer, intensity: 1000)
                let file = try stated.replacing(encode(Self.picture(), Self.settings(false)))
                let code = primaries == 11 ? 12 : primaries
                let curve = try #require(ShownColor.curve(13))
                let bitmap = try shown(decode(file))
                for (index, pixel) in Self.pixels.enumerated() {
                    let light = ShownColor.light(
                        pixel.map { 255 * curve(Double($0) / 255) }, in: code)
                    let expected = ShownColor.pq(primaries: code).shown(
                        light.map(ShownColor.pqSample))
                    expect(bitmap[index * 16 + 8, 8], expected, "\(pixel)", 5)
                }
                let name = [1: "BT.709", 9: "BT.2020", 11: "P3"][primaries] ?? ""
                #expect(self.stated(file).name == "\(name) \(transfer == 16 ? "PQ" : "HLG")")
            }

            @Test func `greys are shown by the formulas`() throws {
                let levels = [0, 40, 128, 255].map { [$0, $0, $0] }
                for (white, transfer) in [(1, 1), (1, 8), (1, 13), (10, 13), (1, 16)] {
                    let stated = JPEGXLStated(white: white, transfer: transfer, isGray: true)
                    // Without a statement white has 255 cd/m².
                    let color =
                        transfer == 16
                        ? ShownColor.pq(primaries: 1, peak: 255)
                        : try #require(ShownColor(primaries: 1, transfer: transfer, ofCamera: true))
                    try expect(stated, color, "\(transfer)", pixels: levels)
                }
            }

            @Test(arguments: [10, 12])
            func `dark levels of linear light are kept`(depth: Int) throws {
                let pixels = (0..<256).map { [$0, $0, $0] }
                let stated = JPEGXLStated(transfer: 8, depth: depth, isGray: true)
                let file = try stated.replacing(encode(Self.picture(pixels), Self.settings(true)))
                let color = try #require(ShownColor(primaries: 1, transfer: 8))
                let bitmap = try shown(decode(file))
                for level in 0..<256 {
                    let light = Double(level) / Double(1 << depth - 1)
                    let expected = color.shown([light, light, light])[0]
                    #expect(abs(Double(bitmap[level, 0][0]) - expected) <= 1, "\(level)")
                }
            }

            @Test(arguments: [8, 13, 16], [true, false])
            func `previews, scaled pictures and frames are converted`(
                transfer: Int, isOpaque: Bool
            ) throws {
                let stated = JPEGXLStated(primaries: 11, transfer: transfer, intensity: 1000)
                let color =
                    transfer == 16
                    ? ShownColor.pq(primaries: 12)
                    : try #require(ShownColor(primaries: 12, transfer: transfer, ofCamera: true))
                let expected = color.shown([140, 90, 70].map { Double($0) / 255 })
                let size = PixelSize(width: 64, height: 64)
                var picture = Bitmap(size: size, isOpaque: isOpaque)
                picture.fill(PixelRect(x: 0, y: 0, size: size), with: SIMD4(70, 90, 140, 255))
                if !isOpaque { picture[63, 63] = .zero }
                let file = try stated.replacing(encode(picture, Self.settings(true)))
                for options in [DecodeOptions(), options(box: 12)] {
                    let whole = try decode(file, options)
                    try expect(shown(whole)[2, 2], expected, "\(options.downsampling)")
                    try expectPreviews(of: file, options, whole)
                }
                let frames = ListedFrames(
                    [picture, picture], durations: [50, 50].map { .milliseconds($0) },
                    loopCount: 0)
                let film = try stated.replacing(
                    JPEGXLEncoder().encode(frames, settings: Self.settings(true)))
                let provider = try #require(
                    try JPEGXLDecoder().frames(of: EncodedImage(film), options: DecodeOptions()))
                var frame = try provider.frame(at: 1).bitmap
                try ColorConverter().convertToSRGB(&frame, from: self.stated(film).ofPixels)
                expect(frame[2, 2], expected, "a frame")
            }

            private func expectPreviews(
                of file: ByteBlock, _ options: DecodeOptions, _ whole: DecodeOutput
            ) throws {
                let session = JPEGXLDecoder().makeSession(options: options)
                let bytes = file.array
                var seen = 0
                for start in stride(from: 0, to: bytes.count, by: 40) {
                    let piece = ByteBlock(copying: bytes[start...].prefix(40))
                    try piece.withSpan { span throws(CodecError) in try session.append(span) }
                    guard let preview = try session.preview() else { continue }
                    seen += 1
                    #expect(preview.color == whole.color)
                }
                #expect(seen > 0)
                #expect(try session.finish().bitmap == whole.bitmap)
            }

            @Test func `the name is told, also of what libjxl converts`() throws {
                let p3 = JPEGXLStated(primaries: 11, transfer: 13)
                for isLossless in [false, true] {
                    let file = try p3.replacing(encode(Self.picture(), Self.settings(isLossless)))
                    #expect(stated(file).name == "Display P3")
                    #expect(try decode(file).color == (isLossless ? stated(file) : .sRGB))
                    var options = DecodeOptions()
                    options.colorProfile = .keep
                    #expect(try decode(file, options).color == stated(file))
                }
                let plain = try encode(Self.picture(), Self.settings(true))
                #expect(stated(plain) == .sRGB)
            }

            /// White, red, green and blue.
            private static let impossible: [[(x: Double, y: Double)]] = [
                [(0.3, 0)] + custom, [(0, 0)] + custom, [(-2.09, -2.09)] + custom,
                [d65, custom[0], custom[0], custom[2]], [d65, (0.6, 0.3), (0.4, 0.2), (0.2, 0.1)],
                [d65, (0, 0), (0, 0), (0, 0)],
            ]

            @Test(arguments: impossible.indices)
            func `primaries of no colours are damage`(index: Int) throws {
                let (white, places) = (
                    Self.impossible[index][0], Array(Self.impossible[index][1...])
                )
                for transfer in [13, 16] {
                    let stated = JPEGXLStated(
                        primaries: 2, white: 2, transfer: transfer, whitePlace: white,
                        places: places)
                    try expectDamage(stated)
                }
            }

            @Test(arguments: [0, 1, 16_777_215])
            func `a gamma that no screen has is damage`(gamma: Int) throws {
                try expectDamage(JPEGXLStated(transfer: nil, gamma: gamma))
            }

            @Test(arguments: [0, .nan, .infinity, -1] as [Float])
            func `a luminance of white that is none is damage`(intensity: Float) throws {
                try expectDamage(JPEGXLStated(transfer: 16, intensity: intensity))
            }

            private func expectDamage(_ stated: JPEGXLStated) throws {
                for isLossless in [false, true] {
                    let file = try stated.replacing(
                        encode(Self.picture(), Self.settings(isLossless)))
                    for body in [
                        { _ = try decode(file) }, { _ = try metadata(file) },
                    ] as [() throws -> Void] {
                        #expect {
                            try body()
                        } throws: { error in
                            if case CodecError.damaged(.jxl, _) = error { true } else { false }
                        }
                    }
                    #expect(self.stated(file) == .sRGB)
                }
            }

            // MARK: Files

            private static func picture(_ pixels: [[Int]] = pixels) -> Bitmap {
                // Eight rows of each colour, so that lossy ones stay the same.
                var bitmap = Bitmap(
                    size: PixelSize(
                        width: pixels.count == 256 ? 256 : pixels.count * 16, height: 16),
                    isOpaque: true)
                let width = bitmap.size.width / pixels.count
                for (index, pixel) in pixels.enumerated() {
                    bitmap.fill(
                        PixelRect(
                            x: index * width, y: 0, size: PixelSize(width: width, height: 16)),
                        with: SIMD4(UInt8(pixel[2]), UInt8(pixel[1]), UInt8(pixel[0]), 255))
                }
                return bitmap
            }

            private static func settings(_ isLossless: Bool) -> EncodeSettings {
                EncodeSettings(quality: 100, isLossless: isLossless, effort: 2)
            }

            private func stated(_ file: ByteBlock) -> ColorDescription {
                file.withSpan { JPEGXLDecoder().color(of: $0) }
            }

            private func shown(_ output: DecodeOutput) throws -> Bitmap {
                var bitmap = output.bitmap
                try ColorConverter().convertToSRGB(&bitmap, from: output.color)
                return bitmap
            }

            private func expect(
                _ stated: JPEGXLStated, _ color: ShownColor, _ note: String,
                pixels: [[Int]] = pixels
            ) throws {
                let file = try stated.replacing(encode(Self.picture(pixels), Self.settings(true)))
                let bitmap = try shown(decode(file))
                for (index, pixel) in pixels.enumerated() {
                    expect(
                        bitmap[index * 16 + 8, 8], color.shown(pixel.map { Double($0) / 255 }),
                        "\(note) \(pixel)")
                }
            }

            private func expect(
                _ pixel: SIMD4<UInt8>, _ expected: [Double], _ note: String, _ tolerance: Double = 3
            ) {
                let found = [pixel[2], pixel[1], pixel[0]].map { Double($0) }
                let error = zip(found, expected).map { abs($0 - $1) }.max() ?? 0
                #expect(error <= tolerance, "\(note): \(found), expected \(expected)")
            }
        }
    #endif
#endif
