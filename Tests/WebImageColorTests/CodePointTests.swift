#if Color
    import Testing
    import WebImageCoding
    import WebImageColor
    import WebImagePixels

    @Suite struct CodePointTests {
        @Test func `unspecified code points are those of sRGB, reserved ones make all of it sRGB`()
        {
            #expect(ColorDescription(primaries: 2, transfer: 2) == .sRGB)
            #expect(ColorDescription(primaries: 1, transfer: 13) == .sRGB)
            #expect(ColorDescription(primaries: 12, transfer: 2).name == "Display P3")
            #expect(ColorDescription(primaries: 9, transfer: 16).name == "BT.2020 PQ")
            for reserved in [-1, 0, 3, 13, 21, 23, 255, 1 << 40] {
                #expect(ColorDescription(primaries: reserved, transfer: 13) == .sRGB)
            }
            for reserved in [-1, 0, 3, 19, 255] {
                #expect(ColorDescription(primaries: 12, transfer: reserved) == .sRGB)
            }
        }

        /// Values by the formulas of the standards, computed elsewhere; Chromium 130 shows the
        /// same.
        @Test(arguments: [
            (12, 13, [241, 0, 23]), (9, 13, [255, 0, 24]), (1, 8, [239, 110, 109]),
        ])
        func `a red of code points`(primaries: Int, transfer: Int, red: [Int]) throws {
            let red8 = SIMD4<UInt8>(40, 40, 220, 255)
            let after = try converted(
                red8, ColorDescription(primaries: primaries, transfer: transfer))
            let found = [Int(after[2]), Int(after[1]), Int(after[0])]
            #expect(zip(found, red).allSatisfy { abs($0 - $1) <= 2 }, "\(found), expected \(red)")
        }

        @Test(arguments: ColorPrimaries.allCases)
        func `white and black of all primaries are white and black`(primaries: ColorPrimaries)
            throws
        {
            for transfer in TransferFunction.allCases where ![.pq, .hlg].contains(transfer) {
                let color = ColorDescription(
                    ColorCodePoints(primaries: primaries, transfer: transfer))
                for level in [UInt8.min, .max] {
                    let after = try converted(SIMD4(level, level, level, 255), color)
                    for channel in 0..<3 {
                        #expect(abs(Int(after[channel]) - Int(level)) <= 1, "\(color) \(after)")
                    }
                }
            }
        }

        @Test(arguments: ColorPrimaries.allCases)
        func `a built profile is sound, names itself and converts as its code points`(
            primaries: ColorPrimaries
        ) throws {
            for transfer in TransferFunction.allCases where ![.pq, .hlg, .sRGB].contains(transfer) {
                let points = ColorCodePoints(primaries: primaries, transfer: transfer)
                let profile = try #require(points.profile)
                #expect(ICCProfile(profile)?.bytes.count == profile.count)
                #expect(ColorConverter().describe(profile) == points.name)
                let pixel = SIMD4<UInt8>(90, 150, 60, 255)
                // Linear and logarithmic light is read from samples of 8 bits by both.
                let (one, other) = (
                    try converted(pixel, .codePoints(points)),
                    try converted(pixel, .profile(profile))
                )
                for channel in 0..<4 {
                    #expect(abs(Int(one[channel]) - Int(other[channel])) <= 3, "\(points.name)")
                }
            }
        }

        @Test func `primaries that span nothing have no profile`() {
            let line = Chromaticities(
                red: [0.64, 0.33], green: [0.64, 0.33], blue: [0.15, 0.06], white: [0.31, 0.33])
            let bad = [SIMD2(0.3, 0), SIMD2(.nan, 0.3), SIMD2(1e10, 0.3), SIMD2(0, 0)]
            #expect(ICCProfile.build("line", line, .gamma(2.2)) == nil)
            for white in bad {
                var places = ColorPrimaries.bt709.chromaticities
                places.white = white
                #expect(ICCProfile.build("white", places, .gamma(2.2)) == nil)
            }
            // A white outside of the triangle, and a triangle that is nearly a line.
            var outside = ColorPrimaries.bt709.chromaticities
            outside.white = [0.6, 0.38]
            var narrow = ColorPrimaries.bt709.chromaticities
            narrow.blue = [0.47, 0.4649]
            #expect(ICCProfile.build("outside", outside, .gamma(2.2)) == nil)
            #expect(ICCProfile.build("narrow", narrow, .gamma(2.2)) == nil)
            for gamma in [0, -1, .nan, 1e10, .infinity] {
                let places = ColorPrimaries.bt709.chromaticities
                #expect(ICCProfile.build("gamma", places, .gamma(gamma)) == nil)
            }
        }

        private func converted(
            _ pixel: SIMD4<UInt8>, _ color: ColorDescription
        ) throws -> SIMD4<UInt8> {
            var bitmap = Bitmap(
                size: PixelSize(width: 1, height: 1), colorSpace: .embedded, isOpaque: true)
            bitmap[0, 0] = pixel
            try ColorConverter().convertToSRGB(&bitmap, from: color)
            #expect(bitmap.colorSpace == .sRGB)
            return bitmap[0, 0]
        }
    }
#endif
