#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// PQ in JPEG XL: grey of 200 cd/m², a highlight, a red and a green, in quarters of 16 × 16.
    ///
    /// Made by cjxl 0.7 with `-x color_space=RGB_D65_202_Rel_PeQ` and `-d 0` or `-d 0.5
    /// --intensity_target=10000`. libjxl maps the brightness of the lossy one itself.
    @Suite struct JPEGXLToneTests {
        private static let lossless = """
            AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAABOanhsY/8KQwT8AOTRIw4HAAAAgAgC\
            AQDEAEsYk46DgwA463gxWB11gSAAAg+yABSQzUzMjD2KQbAeYWY8EC8zmJkyEx0GwjpAJwE=
            """
        private static let lossy = """
            /wpDBPwk5NEjDgcAAACAABKIAIgDv2iIAQBQoTLKuMHLuZ4vP3RYTNu4ztBW2xaWJIqMY5N0AocksR7UzlPhKQgA\
            EDMMi3nMC/XX2wXZHtbtoJrjQQGEmQuokAJ5NllReXfJo2JmPErMj/6vSvBErvGpmGzid6ggAaAKK+Z6HrjBpoVs\
            NiHbGWWwPW7O1ZgnvRWdCvBp51oZbJwRgh/46jmnG/B1n/Tpt2IReECS1JglSNkK1t9cHjebaj3u0HDwZ945Si3i\
            1YtRdQKSIWkvR7lzrKbO+ysLrEvR8w8dprUBsRniOM0XE8c8BV1o6GEwqF6nR1eICw==
            """

        /// A grey and a brown, whose right half has an alpha of 128.
        ///
        /// Made by cjxl 0.7 from premultiplied pixels; the bits that call the alpha premultiplied
        /// were put in the header afterwards, since cjxl cannot write them.
        private static let premultiplied = """
            /wpDBDAAgjx6xOEAAAAAEAgIEACkAEsYk46DgykwIsg7V15ACIA2bQMADumJyysQkYjwOG7E+jEBYoDYDHkK
            """

        private static func output(
            _ text: String, _ options: DecodeOptions = DecodeOptions()
        ) throws -> DecodeOutput {
            try decode(ByteBlock(copying: #require(Base64.decode(text.utf8))), options)
        }

        @Test func `lossless PQ is as bright as libjxl makes lossy PQ`() throws {
            let (mine, theirs) = (try Self.output(Self.lossless), try Self.output(Self.lossy))
            #expect(mine.color.profile == nil && mine.bitmap.colorSpace == .sRGB)
            for (x, y) in [(3, 3), (3, 12), (12, 12)] {
                for channel in 0..<3 {
                    let (one, other) = (
                        Int(mine.bitmap[x, y][channel]), Int(theirs.bitmap[x, y][channel])
                    )
                    #expect(abs(one - other) <= 18, "\(x), \(y): \(one), \(other)")
                }
            }
            // libjxl 0.7 makes the highlight black.
            #expect(mine.bitmap[12, 3].x > mine.bitmap[3, 3].x + 20)
            #expect(mine.bitmap[3, 3].x > 150)
        }

        @Test func `premultiplied colours have the tones of straight ones`() throws {
            let bitmap = try Self.output(Self.premultiplied).bitmap
            for y in [3, 12] {
                let (opaque, half) = (bitmap[3, y], bitmap[12, y])
                #expect(opaque.w == 255 && half.w == 128)
                for channel in 0..<3 {
                    let expected = (Int(opaque[channel]) * 128 + 127) / 255
                    #expect(abs(Int(half[channel]) - expected) <= 3, "\(opaque), \(half)")
                }
            }
        }

        @Test func `a scaled picture has the same tones`() throws {
            let small = try Self.output(Self.lossless, options(box: 4)).bitmap
            let large = try Self.output(Self.lossless).bitmap
            let last = small.size.width - 1
            #expect(last < 15)
            #expect(small[0, 0] == large[3, 3] && small[last, last] == large[12, 12])
        }
    }
#endif
