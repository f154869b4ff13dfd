#if Color
    import Testing
    import WebImageCoding
    import WebImageColor
    import WebImagePixels

    struct ColorConverterTests {
        @Test(arguments: [
            // P3's red is beyond sRGB and clipped; the others are from CSS Color 4's matrices.
            (SIMD4<UInt8>(0, 0, 255, 255), SIMD4<UInt8>(0, 0, 255, 255)),
            (SIMD4<UInt8>(128, 128, 128, 255), SIMD4<UInt8>(128, 128, 128, 255)),
            (SIMD4<UInt8>(100, 150, 200, 255), SIMD4<UInt8>(90, 148, 209, 255)),
            (SIMD4<UInt8>(255, 255, 255, 255), SIMD4<UInt8>(255, 255, 255, 255)),
        ])
        func `Display P3 becomes sRGB`(before: SIMD4<UInt8>, after: SIMD4<UInt8>) throws {
            let result = try convert([before], from: TestProfiles.displayP3)
            #expect(distance(result[0, 0], after) <= 2, "\(result[0, 0])")
            #expect(result.colorSpace == .sRGB)
        }

        @Test func `Adobe RGB becomes sRGB`() throws {
            // Computed by hand from the matrices of Adobe RGB (1998) and IEC 61966-2-1.
            let result = try convert([SIMD4(100, 150, 120, 255)], from: TestProfiles.adobeRGB)
            #expect(distance(result[0, 0], SIMD4(97, 151, 105, 255)) <= 2, "\(result[0, 0])")
        }

        @Test func `alpha stays, and colours are converted before it is multiplied in`() throws {
            let opaque = try convert([SIMD4(100, 150, 200, 255)], from: TestProfiles.displayP3)
            let half = try convert([SIMD4(50, 75, 100, 128)], from: TestProfiles.displayP3)
            let expected = opaque[0, 0]
            #expect(half[0, 0].w == 128)
            for channel in 0..<3 {
                let full = Int(expected[channel]) * 128 / 255
                #expect(abs(Int(half[0, 0][channel]) - full) <= 1)
            }
        }

        @Test func `a transparent pixel stays transparent black`() throws {
            let result = try convert(
                [SIMD4(0, 0, 0, 0), SIMD4(9, 9, 9, 255)], from: TestProfiles.linearGray)
            #expect(result[0, 0] == SIMD4(0, 0, 0, 0))
        }

        @Test func `a grey profile converts grey pixels`() throws {
            let result = try convert([SIMD4(55, 55, 55, 255)], from: TestProfiles.linearGray)
            // 55/255 of light is 128 in sRGB.
            #expect(distance(result[0, 0], SIMD4(128, 128, 128, 255)) <= 2, "\(result[0, 0])")
        }

        @Test(arguments: [SIMD4<UInt8>(50, 100, 200, 255), SIMD4(55, 55, 56, 255)])
        func `a grey profile does not fit a picture in colour`(pixel: SIMD4<UInt8>) {
            #expect {
                try convert([SIMD4(55, 55, 55, 255), pixel], from: TestProfiles.linearGray)
            } throws: { error in
                if case CodecError.unsupported = error { true } else { false }
            }
        }

        @Test(arguments: [TestProfiles.sRGB, TestProfiles.sRGBGray])
        func `a profile that is sRGB changes no pixel`(profile: ByteBlock) throws {
            let pixels = (0..<64).map {
                SIMD4<UInt8>(repeating: UInt8($0 * 4)) | SIMD4(0, 0, 0, 255)
            }
            let result = try convert(pixels, from: profile)
            #expect((0..<64).map { result[$0, 0] } == pixels)
            #expect(result.colorSpace == .sRGB)
        }

        @Test func `inks become opaque colours, no ink white, all ink black`() throws {
            let result = try convert(
                [SIMD4(0, 0, 0, 0), SIMD4(255, 255, 255, 255), SIMD4(0, 0, 0, 128)],
                from: TestProfiles.cmyk, space: .cmyk)
            #expect(result[0, 0] == SIMD4(255, 255, 255, 255))
            #expect(distance(result[1, 0], SIMD4(0, 0, 0, 255)) <= 2)
            // Half of the lightness, L* = 50, is a grey of 119.
            #expect(distance(result[2, 0], SIMD4(119, 119, 119, 255)) <= 3, "\(result[2, 0])")
            #expect(result.isOpaque)
            #expect(result.colorSpace == .sRGB)
        }

        @Test func `inks of 16 bits become the colours that floats become`() throws {
            var row = Bitmap(
                size: PixelSize(width: 4096, height: 1), as: .rgba16, colorSpace: .cmyk,
                isOpaque: false)
            for x in 0..<4096 {
                let black = UInt16(truncatingIfNeeded: x &* 40_503)
                row[deep: x, 0] = SIMD4(UInt16(x), UInt16(x * 3), black >> 2, black >> 1)
            }
            let expected = TestProfiles.shown(
                (0..<4096).map { row[deep: $0, 0] }, from: TestProfiles.cmyk)
            try ColorConverter().convertToSRGB(&row, from: .profile(TestProfiles.cmyk))
            #expect(row.colorSpace == .sRGB && row.sampleFormat == .rgba16 && row.isOpaque)
            for (x, color) in expected.enumerated() {
                let pixel = row[deep: x, 0]
                for channel in 0..<3 {
                    #expect(abs(Double(pixel[channel]) - color[channel] * 65535) < 2)
                }
                #expect(pixel.w == 65535)
            }
            #expect(Set((0..<4096).map { row[deep: $0, 0].x }).count > 2000)
        }

        @Test func `a profile of colours does not fit inks of 16 bits`() {
            var inks = Bitmap(
                size: PixelSize(width: 1, height: 1), as: .rgba16, colorSpace: .cmyk,
                isOpaque: true)
            #expect(throws: CodecError.self) {
                try ColorConverter().convertToSRGB(&inks, from: .profile(TestProfiles.displayP3))
            }
            #expect(inks.colorSpace == .cmyk)
        }

        @Test func `another bitmap of the same storage keeps its pixels`() throws {
            let before = bitmap([SIMD4(100, 150, 200, 255)])
            var after = before
            try ColorConverter().convertToSRGB(&after, from: .profile(TestProfiles.displayP3))
            #expect(before[0, 0] == SIMD4(100, 150, 200, 255))
            #expect(before != after)
        }

        @Test func `many tasks share one converter`() async throws {
            let converter = ColorConverter()
            let expected = try convert([SIMD4(100, 150, 200, 255)], from: TestProfiles.displayP3)
            try await withThrowingTaskGroup(of: Bitmap.self) { group in
                for _ in 0..<32 {
                    group.addTask {
                        var result = bitmap([SIMD4(100, 150, 200, 255)])
                        try converter.convertToSRGB(&result, from: .profile(TestProfiles.displayP3))
                        return result
                    }
                }
                for try await result in group { #expect(result == expected) }
            }
        }

        @Test func `more profiles than are kept are all applied`() throws {
            let converter = ColorConverter()
            let profiles = [
                TestProfiles.displayP3, TestProfiles.adobeRGB, TestProfiles.sRGB,
                TestProfiles.linearGray, TestProfiles.sRGBGray,
            ]
            for index in 0..<15 {
                // One more byte after the profile makes it a different one for the cache.
                let profile = ByteBlock.joining([
                    profiles[index % 5], ByteBlock(copying: [UInt8](repeating: 0, count: index)),
                ])
                var one = bitmap([SIMD4(60, 60, 60, 255)])
                var other = one
                try converter.convertToSRGB(&one, from: .profile(profile))
                try ColorConverter().convertToSRGB(&other, from: .profile(profiles[index % 5]))
                #expect(one == other)
            }
        }
    }

    /// Returns one row of pixels.
    func bitmap(_ pixels: [SIMD4<UInt8>], space: ColorSpace = .embedded) -> Bitmap {
        var result = Bitmap(
            size: PixelSize(width: pixels.count, height: 1), colorSpace: space,
            isOpaque: pixels.allSatisfy { $0.w == 255 })
        for (x, pixel) in pixels.enumerated() { result[x, 0] = pixel }
        return result
    }

    /// Converts a row of pixels.
    func convert(
        _ pixels: [SIMD4<UInt8>], from profile: ByteBlock, space: ColorSpace = .embedded
    ) throws(CodecError) -> Bitmap {
        var result = bitmap(pixels, space: space)
        try ColorConverter().convertToSRGB(&result, from: .profile(profile))
        return result
    }

    private func distance(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
        (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
    }
#endif
