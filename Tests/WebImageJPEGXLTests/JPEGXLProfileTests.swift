#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Profiles that a picture keeps, of strangers, too.
    @Suite struct JPEGXLProfileTests {
        /// libjxl makes primaries, a white and a gamma of a profile, which may be none of colours.
        @Test func `every profile that is embedded can be read`() throws {
            var (taken, refused) = (0, 0)
            let whites = [-1, 0, 0.5, 0.7, 0.9642, 1.2, 2, 6.96]
            for white in whites {
                for gamma in [0.002, 0.3, 1, 2.2, 40, 100] {
                    let profile = ICCFile(
                        "White \(white)", colorants: ICCFile.colorantsOfP3,
                        curve: ICCFile.curve(0, [gamma]), white: (white, 1, 0.8249))
                    guard JPEGXLEncoder().canEmbed(profile: profile.bytes) else {
                        refused += 1
                        continue
                    }
                    taken += 1
                    for isLossless in [true, false] {
                        try write(profile, isLossless)
                    }
                }
            }
            #expect(taken >= 8 && refused >= 8)
        }

        @Test func `a profile with an intent that there is not is not embedded`() {
            var profile = ICCFile.displayP3.bytes
            #expect(JPEGXLEncoder().canEmbed(profile: profile))
            profile[64] = 0xFF
            #expect(!JPEGXLEncoder().canEmbed(profile: profile))
        }

        private func write(_ profile: ICCFile, _ isLossless: Bool) throws {
            let bitmap = Bitmap(size: PixelSize(width: 5, height: 3), isOpaque: true) { x, y in
                SIMD4(Double(x) / 4, Double(y) / 2, 0.5, 1)
            }
            var settings = EncodeSettings(isLossless: isLossless, effort: 1)
            settings.embedded.profile = profile.bytes
            let output = try decode(try JPEGXLEncoder().encode(bitmap, settings: settings))
            #expect(output.bitmap.size == bitmap.size)
            // libjxl converts the colours of a lossy file to sRGB.
            #expect((output.color != .sRGB) == isLossless)
        }
    }
#endif
