#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// Files whose last rows are missing, with the option that shows the others.
    @Suite struct PNGTruncatedTests {
        private static let options = DecodeOptions(allowsTruncatedData: true)
        private static let clear = SIMD4<UInt8>(0, 0, 0, 0)

        @Test(arguments: PNGInflater.installed, [Look.color, .colorAlpha])
        func `rows up to the missing ones are shown, the rest is transparent`(
            inflater: PNGInflater, look: Look
        ) throws {
            let whole = try encode(noise(160, 200, look)).array
            let expected = try decode(ByteBlock(copying: whole)).bitmap
            let cut = ByteBlock(copying: whole.prefix(whole.count / 2))
            #expect(throws: CodecError.self) { try decode(cut, inflater: inflater) }
            let output = try decode(cut, Self.options, inflater: inflater)
            #expect(output.metadata.isTruncated && !output.bitmap.isOpaque)
            #expect(output.bitmap.size == expected.size)
            for x in 0..<160 {
                #expect(output.bitmap[x, 70] == expected[x, 70])
                #expect(output.bitmap[x, 199] == Self.clear)
            }
            let pieces = try decode(cut, piece: 1000, Self.options, inflater: inflater)
            #expect(pieces.bitmap == output.bitmap)
        }

        @Test func `a reduced picture is shown as far as it goes, too`() throws {
            let whole = try encode(noise(160, 200, .color)).array
            var options = Self.options
            options.downsampling = Downsampling(box: PixelSize(width: 40, height: 50))
            let cut = try decode(ByteBlock(copying: whole.prefix(whole.count / 2)), options)
            let expected = try decode(ByteBlock(copying: whole), options).bitmap
            #expect(cut.bitmap.size == expected.size && !cut.bitmap.isOpaque)
            #expect(cut.metadata.isTruncated)
            for x in 0..<40 {
                #expect(cut.bitmap[x, 18] == expected[x, 18])
                #expect(cut.bitmap[x, 49] == Self.clear)
            }
        }

        @Test func `an interlaced picture shows its coarse pixels`() throws {
            let whole = try encode(scene(64, 64, .color), EncodeSettings(isProgressive: true)).array
            let cut = ByteBlock(copying: whole.prefix(whole.count * 3 / 4))
            let expected = try decode(ByteBlock(copying: whole)).bitmap
            let shown = try decode(cut, Self.options)
            #expect(shown.metadata.isTruncated)
            for place in stride(from: 0, to: 64, by: 8) {
                #expect(shown.bitmap[place, place] == expected[place, place])
            }
        }

        @Test func `pixel chunks with a row too few are a truncation`() throws {
            let whole = try encode(scene(40, 30, .color)).array
            // The header claims a row more than the pixels have.
            var bytes = whole
            bytes[23] += 1
            bytes.replaceSubrange(8..<33, with: chunk("IHDR", Array(bytes[16..<29])))
            let file = ByteBlock(copying: bytes)
            let error = #expect(throws: CodecError.self) { try decode(file) }
            let isTruncated = if case .truncated(.png, _)? = error { true } else { false }
            #expect(isTruncated, "\(String(describing: error))")
            let shown = try decode(file, Self.options)
            #expect(shown.metadata.isTruncated)
            let expected = try decode(ByteBlock(copying: whole)).bitmap
            for x in 0..<40 {
                #expect(shown.bitmap[x, 29] == expected[x, 29])
                #expect(shown.bitmap[x, 30] == Self.clear)
            }
        }

        @Test func `neither damage nor a file without rows is shown`() throws {
            let whole = try encode(noise(160, 200, .color)).array
            #expect(throws: CodecError.self) {
                try decode(ByteBlock(copying: whole.prefix(80)), Self.options)
            }
            var bytes = whole
            for place in whole.count / 2..<whole.count / 2 + 40 { bytes[place] = 0 }
            let error = #expect(throws: CodecError.self) {
                try decode(ByteBlock(copying: bytes), Self.options)
            }
            let isDamage = if case .damaged? = error { true } else { false }
            #expect(isDamage, "\(String(describing: error))")
        }

        @Test func `a hidden image is not shown in place of a frame that is missing`() throws {
            let bytes = animation(hidden: scene(12, 10)).bytes
            // Behind the hidden image and the control of the frame, before its pixels.
            let place = try #require(bytes.firstRange(of: Array("fdAT".utf8))).lowerBound
            let cut = ByteBlock(copying: bytes.prefix(place + 8))
            #expect(throws: CodecError.self) { try decode(cut, Self.options) }
        }

        @Test func `a whole file is not truncated`() throws {
            let output = try decode(try encode(scene(40, 30)), Self.options)
            #expect(!output.metadata.isTruncated)
        }

        /// Returns a picture whose rows take about as many bytes each.
        private func noise(_ width: Int, _ height: Int, _ look: Look) -> Bitmap {
            var bitmap = Bitmap(
                size: PixelSize(width: width, height: height), isOpaque: !look.hasAlpha)
            var state: UInt32 = 1
            for y in 0..<height {
                for x in 0..<width {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    let shades = SIMD4(
                        UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255), 255)
                    bitmap[x, y] = look.hasAlpha && x % 5 == 0 ? Self.clear : shades
                }
            }
            return bitmap
        }
    }
#endif
