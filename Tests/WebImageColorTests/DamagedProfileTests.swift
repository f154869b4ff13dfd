#if Color
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageColor
    import WebImagePixels

    struct DamagedProfileTests {
        @Test func `bytes that are no profile are damaged`() {
            for bytes in [[], [1, 2, 3], [UInt8](repeating: 0xFF, count: 4096)] {
                let profile = ByteBlock(copying: bytes)
                #expect { try convert([SIMD4(1, 2, 3, 255)], from: profile) } throws: { error in
                    if case CodecError.damaged = error { true } else { false }
                }
                #expect(ColorConverter().describe(profile) == nil)
            }
        }

        @Test func `a profile cut at any length is converted or refused`() {
            let whole = TestProfiles.displayP3.withUnsafeBytes { Array($0) }
            for count in stride(from: 0, to: whole.count, by: 7) {
                let profile = ByteBlock(copying: whole[..<count])
                _ = try? convert([SIMD4(1, 2, 3, 255)], from: profile)
                _ = ColorConverter().describe(profile)
            }
            #expect(throws: CodecError.self) {
                try convert([SIMD4(1, 2, 3, 255)], from: ByteBlock(copying: whole[..<200]))
            }
        }

        @Test func `no byte of a profile can make the converter trap`() {
            let whole = TestProfiles.displayP3.withUnsafeBytes { Array($0) }
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0xFF
                _ = try? convert([SIMD4(1, 2, 3, 255)], from: ByteBlock(copying: bytes))
            }
        }

        @Test func `a profile for other pixels is not supported, and changes nothing`() {
            let cases: [(ByteBlock, ColorSpace)] = [
                (TestProfiles.displayP3, .cmyk), (TestProfiles.linearGray, .cmyk),
                (TestProfiles.cmyk, .embedded), (TestProfiles.inkLink, .cmyk),
            ]
            for (profile, space) in cases {
                var picture = bitmap([SIMD4(1, 2, 3, 255)], space: space)
                #expect {
                    try ColorConverter().convertToSRGB(&picture, from: .profile(profile))
                } throws: {
                    if case CodecError.unsupported = $0 { true } else { false }
                }
                #expect(picture == bitmap([SIMD4(1, 2, 3, 255)], space: space))
            }
        }

        /// Curves without sense: gamma 0 and its greatest, none between, numbers out of range.
        private static let badCurves: [[UInt8]] = [
            ICCFile.curve(0, [0]), ICCFile.curve(0, [32767]), ICCFile.curve(0, [-32768]),
            ICCFile.curve(3, [2.4, 32767, 32767, 32767, 0]), ICCFile.curve(3, [1, 0, 0, 0, 0]),
            ICCFile.curve(1, [1, 1e-5, 30000]), ICCFile.curve([UInt16](repeating: 0, count: 256)),
            ICCFile.curve([65535, 65535]), ICCFile.curve([65535, 65535, 65535]),
            ICCFile.curve(4, [1, 1, 0, 1, 0, 30000, 30000]),
        ]

        @Test(arguments: badCurves)
        func `curves of zeros or without bounds are damaged`(curve: [UInt8]) throws {
            let profile = ICCFile("bad", colorants: Self.colorants, curve: curve)
            expectDamaged(ByteBlock(copying: profile.bytes))
        }

        @Test(arguments: [ICCFile.curve(0, [1]), ICCFile.curve(0, [1.8]), ICCFile.curve(0, [4])])
        func `unusual curves are applied`(curve: [UInt8]) throws {
            let profile = ICCFile("good", colorants: Self.colorants, curve: curve)
            _ = try convert([SIMD4(1, 2, 3, 255)], from: ByteBlock(copying: profile.bytes))
        }

        @Test func `a grey profile whose gamma is nearly 0 is damaged`() throws {
            expectDamaged(ByteBlock(copying: ICCFile("grey", gamma: 1.0 / 256).bytes))
            var picture = bitmap([SIMD4(99, 99, 99, 255)])
            let good = ByteBlock(copying: ICCFile("grey", gamma: 1.8).bytes)
            try ColorConverter().convertToSRGB(&picture, from: .profile(good))
        }

        @Test(arguments: [
            [(0, 0, 0), (0, 0, 0), (0, 0, 0)],
            [(0.4361, 0.2225, 0.0139), (0.4361, 0.2225, 0.0139), (0.1431, 0.0606, 0.7141)],
            [(0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0, 0, 0)],
            [(0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.8212, 0.9394, 0.1110)],
            [(32767, 32767, 32767), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)],
            [(-32768, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)],
        ])
        func `a matrix of zeros, of equal rows or of huge numbers is damaged`(
            columns: [(Double, Double, Double)]
        ) throws {
            let profile = ICCFile("bad", colorants: columns.map { (x: $0.0, y: $0.1, z: $0.2) })
            expectDamaged(ByteBlock(copying: profile.bytes))
        }

        @Test func `tables that make everything one colour are damaged`() throws {
            expectDamaged(TestProfiles.flatTable)
        }

        private static let colorants: [(x: Double, y: Double, z: Double)] = [
            (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141),
        ]

        private func expectDamaged(_ profile: ByteBlock) {
            let before = bitmap([SIMD4(99, 99, 99, 255)])
            var picture = before
            #expect {
                try ColorConverter().convertToSRGB(&picture, from: .profile(profile))
            } throws: {
                guard case CodecError.damaged(let format, _) = $0 else { return false }
                return format.rawValue == "icc"
            }
            #expect(picture == before)
        }

        @Test func `a profile is described by its name`() {
            #expect(ColorConverter().describe(TestProfiles.sRGB) == "sRGB built-in")
            #expect(ColorConverter().describe(TestProfiles.cmyk) == nil)
        }
    }
#endif
