#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// Files that state PQ and HLG.
    @Suite struct PNGLightEncodeTests {
        private static let colors = [ColorPrimaries.bt709, .p3, .bt2020].flatMap { primaries in
            [TransferFunction.pq, .hlg].map {
                ColorCodePoints(primaries: primaries, transfer: $0)
            }
        }

        @Test(arguments: colors, [false, true])
        func `samples come back exactly, at all alphas`(
            colors: ColorCodePoints, isInterlaced: Bool
        ) throws {
            for hasAlpha in [false, true] {
                var settings = EncodeSettings(isProgressive: isInterlaced)
                settings.codePoints = colors
                let picture = Self.picture(hasAlpha: hasAlpha)
                let bytes = try encode(picture, settings)
                #expect(bytes.array[24] == 16 && bytes.array[25] == (hasAlpha ? 6 : 2))
                let output = try decode(bytes, .hdr)
                #expect(output.bitmap == picture && output.color == .codePoints(colors))
                #expect(try decode(bytes).bitmap.sampleFormat == .bgra8)
            }
        }

        @Test func `the chunks stand in an order that readers take`() throws {
            var settings = EncodeSettings(
                embedded: EmbeddedMetadata(
                    exif: exif(orientation: 1), density: PixelDensity(x: 72, y: 72)))
            settings.embedded.profile = plainProfile()
            settings.codePoints = Self.colors[4]
            settings.contentLight = ContentLight(maximum: 1234, average: 56)
            var picture = Self.picture(hasAlpha: true)
            picture.significantBits = 10
            let bytes = try encode(picture, settings)
            #expect(
                bytes.chunkNames.filter { $0 != "IDAT" }
                    == ["IHDR", "sBIT", "cICP", "cLLI", "eXIf", "pHYs", "IEND"])
            let stated =
                chunk("sBIT", [10, 10, 10, 10]) + chunk("cICP", [9, 16, 0, 1])
                + chunk("cLLI", big(12_340_000) + big(560_000))
            #expect(Array(bytes.array[33..<33 + stated.count]) == stated)
            #expect(try metadata(bytes).contentLight == settings.contentLight)
        }

        @Test func `what is not known is not stated`() throws {
            var settings = EncodeSettings()
            settings.codePoints = Self.colors[5]
            let bytes = try encode(Self.picture(hasAlpha: false), settings)
            #expect(bytes.chunkNames.filter { $0 != "IDAT" } == ["IHDR", "cICP", "IEND"])
            #expect(try metadata(bytes).contentLight == nil)
        }

        @Test func `light that no number holds is limited`() throws {
            var settings = EncodeSettings()
            settings.codePoints = Self.colors[4]
            settings.contentLight = ContentLight(maximum: .max, average: -1)
            let bytes = try encode(Self.picture(hasAlpha: false), settings)
            #expect(try metadata(bytes).contentLight == ContentLight(maximum: 65_535))
        }

        @Test func `greys are written as colours`() throws {
            var picture = Bitmap(
                size: PixelSize(width: 3, height: 2), as: .rgba16, colorSpace: .embedded)
            for x in 0..<3 { picture[deep: x, 1] = SIMD4(500, 500, 500, 65535) }
            var settings = EncodeSettings()
            settings.codePoints = Self.colors[4]
            let bytes = try encode(picture, settings)
            #expect(bytes.array[25] == 6)
            #expect(try decode(bytes, .hdr).bitmap == picture)
        }

        @Test func `without code points a file is sRGB`() throws {
            var picture = Self.picture(hasAlpha: false)
            picture.significantBits = 10
            var settings = EncodeSettings()
            let plain = try encode(picture, settings)
            #expect(plain.chunkNames.filter { $0 != "IDAT" } == ["IHDR", "sRGB", "sBIT", "IEND"])
            // Pixels of 8 bits have no light.
            settings.codePoints = Self.colors[4]
            let eight = scene(9, 9)
            #expect(try encode(eight, settings) == encode(eight))
        }

        @Test func `other colours cannot be stated`() {
            for primaries in ColorPrimaries.allCases {
                for transfer in TransferFunction.allCases {
                    let colors = ColorCodePoints(primaries: primaries, transfer: transfer)
                    #expect(PNGEncoder().canState(colors) == Self.colors.contains(colors))
                    #expect(!APNGEncoder().canState(colors))
                }
            }
        }

        @Test func `light becomes sRGB of 16 bits`() throws {
            var light = Bitmap(size: PixelSize(width: 2, height: 1), as: .rgbaHalf)
            light[light: 0, 0] = SIMD4(3, 0.5, -0.25, 1)
            light[light: 1, 0] = SIMD4(0.25, 0.5, 0.75, 0.5)
            light.headroom = 4
            var settings = EncodeSettings()
            let bytes = try encode(light, settings)
            #expect(try bytes == encode(light.converted(to: .rgba16), settings))
            #expect(bytes.array[24] == 16)
            settings.codePoints = Self.colors[4]
            settings.embedded.profile = plainProfile()
            #expect(try encode(light, settings) == bytes)
            #expect(try APNGEncoder().encode(light, settings: settings) == bytes)
        }

        private static func picture(hasAlpha: Bool) -> Bitmap {
            var bitmap = Bitmap(
                size: PixelSize(width: 61, height: 35), as: .rgba16, colorSpace: .embedded,
                isOpaque: !hasAlpha)
            for y in 0..<35 {
                for x in 0..<61 {
                    let red = UInt16(truncatingIfNeeded: x &* 1074 &+ y &* y &* 31)
                    let alpha = UInt16(min((x + y * 61) * 31, 65535))
                    bitmap[deep: x, y] = SIMD4(
                        red, red &* 7 &+ 1, UInt16(y * 1800), hasAlpha ? alpha : 65535)
                }
            }
            return bitmap
        }
    }
#endif
