#if Color
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

        @Test func `a profile is described by its name`() {
            #expect(ColorConverter().describe(TestProfiles.sRGB) == "sRGB built-in")
            #expect(ColorConverter().describe(TestProfiles.cmyk) == nil)
        }
    }
#endif
