#if TIFF
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// The colours that the tags of a directory state.
    struct TIFFColorTests {
        private typealias Numbers = [(UInt32, UInt32)]

        /// Returns fractions of thousandths.
        private static func thousandths(_ numbers: [UInt32]) -> Numbers {
            numbers.map { ($0, 1000) }
        }

        private static let d65: Numbers = [(3127, 10000), (3290, 10000)]
        private static let p3 = thousandths([680, 320, 265, 690, 150, 60])
        private static let adobeRGB = thousandths([640, 330, 210, 710, 150, 60])

        private func color(
            _ primaries: Numbers?, _ white: Numbers?, photometric: Int = 2, samples: Int = 3
        ) throws -> ColorDescription {
            let pixel = [UInt8](repeating: 90, count: samples)
            var page = TIFFFile.Page(
                width: 1, height: 1, samples: samples, photometric: photometric, blocks: [pixel])
            if let white { page.fractions.append((318, white)) }
            if let primaries { page.fractions.append((319, primaries)) }
            let file = ByteBlock(copying: TIFFFile(page).bytes)
            let color = file.withSpan { TIFFDecoder().color(of: $0) }
            let output = try decode(file)
            #expect(output.color == color)
            #expect(output.bitmap.colorSpace == (samples == 4 ? .cmyk : color.colorSpace))
            return color
        }

        @Test func `known chromaticities have a name, others are a profile`() throws {
            #expect(try color(Self.p3, Self.d65) == ColorDescription(primaries: 12, transfer: 13))
            let color = try color(Self.thousandths([670, 330, 210, 710, 140, 80]), Self.d65)
            #expect(color.profile != nil && color != .adobeRGB)
            #expect(try self.color(Self.adobeRGB, Self.d65) == .adobeRGB)
        }

        @Test func `those of sRGB, and one tag alone, are sRGB`() throws {
            let sRGB = Self.thousandths([640, 330, 300, 600, 150, 60])
            #expect(try color(sRGB, Self.d65) == .sRGB)
            #expect(try color(Self.p3, nil) == .sRGB && color(nil, Self.d65) == .sRGB)
            #expect(try color(nil, nil) == .sRGB)
        }

        @Test func `numbers that are no chromaticities are sRGB`() throws {
            let bad: [Numbers] = [
                Self.thousandths([0, 0, 0, 0, 0, 0]),
                Self.thousandths([640, 330, 640, 330, 150, 60]),
                [(680, 0)] + Self.p3[1...], [(4_000_000_000, 1)] + Self.p3[1...],
                [(900, 1000)] + Self.p3[1...], Array(Self.p3[..<4]),
            ]
            for primaries in bad { #expect(try color(primaries, Self.d65) == .sRGB) }
            let whites: [Numbers] = [[(0, 1), (0, 1)], [(1, 0), (1, 0)], [(3, 10), (0, 10)]]
            for white in whites {
                #expect(try color(Self.p3, white) == .sRGB)
            }
        }

        @Test func `greys, inks and Lab have no primaries`() throws {
            #expect(try color(Self.p3, Self.d65, photometric: 1, samples: 1) == .sRGB)
            #expect(try color(Self.p3, Self.d65, photometric: 5, samples: 4) == .sRGB)
            #expect(try color(Self.p3, Self.d65, photometric: 8) == .sRGB)
        }
    }
#endif
