#if PNG
    #if Color
        import Foundation
        import TestSupport
        import Testing
        import WebImageCoding
        import WebImageColor
        import WebImagePNG
        import WebImagePixels

        /// Which of the chunks that state colours counts.
        @Suite struct PNGStatementTests {
            private static let p3 = ColorDescription(primaries: 12, transfer: 13)
            private static let profile = chunk(
                "iCCP", Array("p".utf8) + [0, 0] + stored(plainProfile()))
            private static let standard = chunk("sRGB", [0])
            private static let places = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]

            private func chromaticities(_ numbers: [Double]) -> [UInt8] {
                chunk("cHRM", numbers.flatMap { big(UInt32(($0 * 100_000).rounded())) })
            }

            private func color(_ chunks: [UInt8]...) throws -> ColorDescription {
                let bytes = Sample(isDeep: false, samples: [[220, 40, 40]]).file(chunks)
                let color = bytes.withSpan { PNGDecoder().color(of: $0) }
                let output = try decode(bytes)
                #expect(output.color == color.ofPixels)
                #expect(output.bitmap.colorSpace == color.ofPixels.colorSpace)
                return color
            }

            @Test func `cICP counts before iCCP, sRGB and gAMA in any order`() throws {
                let gamma = chunk("gAMA", big(55556))
                let all = [cICP(12, 13), Self.profile, Self.standard, gamma]
                #expect(try color(all[0], all[1], all[2], all[3]) == Self.p3)
                #expect(try color(all[3], all[2], all[1], all[0]) == Self.p3)
                let profile = ColorDescription.profile(ByteBlock(copying: plainProfile()))
                #expect(try color(all[3], all[2], all[1]) == profile)
                #expect(try color(all[3], all[2]) == .sRGB)
                #expect(try color(all[3]).profile != nil)
                #expect(try color(cICP(1, 13), Self.profile) == .sRGB)
                #expect(try color(cICP(9, 16), cICP(1, 13)).name == "BT.2020 PQ")
            }

            /// Primaries, transfer, matrix, range.
            @Test(arguments: [
                [12, 13, 1, 1], [12, 13, 9, 1], [12, 13, 2, 1], [12, 13, 0, 2], [12, 13, 0, 255],
                [0, 13, 0, 1], [3, 13, 0, 1], [13, 13, 0, 1], [255, 13, 0, 1], [12, 0, 0, 1],
                [12, 3, 0, 1], [12, 19, 0, 1], [12, 255, 0, 1], [2, 2, 0, 1], [12, 13, 0], [],
            ])
            func `cICP with what is reserved or contradictory counts as missing`(body: [UInt8])
                throws
            {
                let code = chunk("cICP", body)
                #expect(try color(code) == .sRGB)
                #expect(try color(code, Self.profile).profile?.count == 132)
                #expect(try color(code, Self.standard, chunk("gAMA", big(100_000))) == .sRGB)
                #expect(try color(code, chunk("gAMA", big(100_000))).name == "BT.709 linear")
            }

            @Test func `a damaged chunk counts as missing`() throws {
                var code = cICP(12, 13)
                code[code.count - 1] ^= 1
                #expect(try color(code, Self.standard) == .sRGB)
                let profile = chunk("iCCP", Array("p".utf8) + [0, 0] + stored([1, 2, 3]))
                #expect(try color(profile, chunk("gAMA", big(100_000))).name == "BT.709 linear")
            }

            @Test(arguments: [43_200, 45_000, 45_455, 46_000, 47_700])
            func `a gamma of about 2.2 with the primaries of sRGB is sRGB`(number: Int) throws {
                let gamma = chunk("gAMA", big(UInt32(number)))
                let standard = [0.3127, 0.32902, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
                #expect(try color(gamma) == .sRGB)
                #expect(try color(gamma, chromaticities(standard)) == .sRGB)
                #expect(try color(gamma, chromaticities(Self.places)).profile != nil)
            }

            @Test func `primaries without a gamma are ignored, as in browsers`() throws {
                #expect(try color(chromaticities(Self.places)) == .sRGB)
            }

            @Test(arguments: [20_000, 35_000, 43_000, 48_000, 55_556, 70_000, 100_000, 150_000])
            func `a gamma is applied`(number: Int) throws {
                for isGray in [false, true] {
                    let pixel = isGray ? [100, 100, 100] : [220, 60, 130]
                    for code in [1, 12] {
                        let gamma = chunk("gAMA", big(UInt32(number)))
                        let chunks = code == 1 ? [gamma] : [gamma, chromaticities(Self.places)]
                        let picture = Sample(isDeep: false, pixels: [pixel], type: isGray ? 0 : 2)
                        let found = try shown(picture.file(chunks))[0, 0]
                        let curve = { pow($0, 100_000 / Double(number)) }
                        let expected = ShownColor(ShownColor.primaries[code] ?? [], light: curve)
                            .shown(pixel.map { Double($0) / 255 })
                        for channel in 0..<3 {
                            #expect(abs(Double(found[2 - channel]) - expected[channel]) <= 3)
                        }
                    }
                }
            }

            /// Chromium shows 220, 40, 40 as these.
            @Test func `a gamma of 2.2 with the primaries of P3 is a power`() throws {
                let picture = Sample(isDeep: false, samples: [[220, 40, 40]])
                let pixel = try shown(
                    picture.file([chunk("gAMA", big(45455)), chromaticities(Self.places)]))[0, 0]
                for (channel, level) in [10, 0, 241].enumerated() {
                    #expect(abs(Int(pixel[channel]) - level) <= 3, "\(pixel)")
                }
            }

            @Test func `linear light of known primaries has code points`() throws {
                let gamma = chunk("gAMA", big(100_000))
                #expect(try color(gamma) == ColorDescription(primaries: 1, transfer: 8))
                #expect(
                    try color(gamma, chromaticities(Self.places))
                        == ColorDescription(primaries: 12, transfer: 8))
            }

            @Test(arguments: [UInt32(0), 1, 1000, 6_400_001, 0x7FFF_FFFF, 0x8000_0000, .max])
            func `a gamma that no screen has is ignored`(number: UInt32) throws {
                #expect(try color(chunk("gAMA", big(number))) == .sRGB)
                #expect(try color(chunk("gAMA", big(number)), chromaticities(Self.places)) == .sRGB)
            }

            @Test(
                arguments: [
                    Array(repeating: 0, count: 8),
                    [0.3127, 0, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
                    [0.3127, 0.329, 0.68, 0, 0.265, 0.69, 0.15, 0.06],
                    [0.3127, 0.329, 0.68, 0.32, 0.68, 0.32, 0.15, 0.06],
                    [0.3127, 0.329, 0.6, 0.3, 0.4, 0.2, 0.2, 0.1],
                    [0.3127, 0.329, 0.7, 0.7, 0.265, 0.69, 0.15, 0.06],
                    [0.3127, 0.329, 20000, 0.32, 0.265, 0.69, 0.15, 0.06],
                    [0.00001, 0.00001, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
                ] as [[Double]])
            func `primaries of no colours are ignored, the gamma is not`(numbers: [Double]) throws {
                let places = chromaticities(numbers)
                let (normal, light) = (chunk("gAMA", big(45455)), chunk("gAMA", big(55556)))
                #expect(try color(normal, places) == .sRGB)
                #expect(try color(light, places) == color(light))
                #expect(try color(light, chunk("cHRM", [1, 2, 3])) == color(light))
            }

            /// The pipeline converts pictures whose profile an encoder does not embed.
            @Test func `profiles that libpng refuses are not embedded`() throws {
                let profile = try #require(Self.p3.embeddedProfile).array
                #expect(PNGEncoder().canEmbed(profile: profile))
                var (illuminant, intent) = (profile, profile)
                illuminant[70] ^= 1
                intent[64] = 1
                for refused in [illuminant, intent, profile + [0, 0, 0, 0]] {
                    #expect(!PNGEncoder().canEmbed(profile: refused))
                }
            }

            /// Each byte of the header and of the table of tags is changed.
            @Test func `profiles that are embedded are written and read by libpng`() throws {
                let profile = try #require(Self.p3.embeddedProfile).array
                var count = 0
                for place in 0..<min(280, profile.count) {
                    for value in [0, 1, 4, 0x7F, 0xFF] as [UInt8] where profile[place] != value {
                        var settings = EncodeSettings()
                        var changed = profile
                        changed[place] = value
                        guard PNGEncoder().canEmbed(profile: changed) else { continue }
                        settings.embedded.profile = changed
                        let output = try decode(try encode(scene(1, 1, .color), settings))
                        #expect(output.color.profile?.array == changed, "\(place): \(value)")
                        count += 1
                    }
                }
                #expect(count > 100)
            }

            /// Its white is not adapted, of which libpng knows by its checksum.
            @Test(.enabled(if: Corpus.isAvailable))
            func `the most common profile of sRGB is written, and reads the same`() throws {
                let path = "jpeg/image__test.jpg"
                let photo = Array(try Data(contentsOf: Corpus.folder.appending(path: path)))
                let name = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
                let start = try #require(photo.firstRange(of: name)).upperBound
                var settings = EncodeSettings()
                settings.embedded.profile = Array(photo[start..<start + 3144])
                for bitmap in [scene(4, 4, .color), scene(4, 4, .color).converted(to: .rgba16)] {
                    let output = try decode(try encode(bitmap, settings))
                    #expect(output.color.profile?.array == settings.embedded.profile)
                }
            }

            @Test func `a kept profile is written without sRGB, and says the same`() throws {
                let bitmap = scene(4, 4, .color)
                #expect(try encode(bitmap).chunkNames.contains("sRGB"))
                let profile = try #require(Self.p3.embeddedProfile)
                var settings = EncodeSettings()
                settings.embedded.profile = profile.array
                let bytes = try encode(bitmap, settings)
                #expect(bytes.chunkNames.contains("iCCP") && !bytes.chunkNames.contains("sRGB"))
                let output = try decode(bytes)
                #expect(output.color.profile == profile)
                var (one, other) = (output.bitmap, output.bitmap)
                try ColorConverter().convertToSRGB(&one, from: output.color)
                try ColorConverter().convertToSRGB(&other, from: Self.p3)
                #expect(one == other)
            }
        }
    #endif
#endif
