#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// Files whose last rows are missing, with the option that shows the others.
    @Suite struct JPEGTruncatedTests {
        private static let options = DecodeOptions(allowsTruncatedData: true)
        private static let grey = SIMD4<UInt8>(128, 128, 128, 255)

        private static func file(isProgressive: Bool = false) throws -> [UInt8] {
            try encode(scene(160, 200), EncodeSettings(quality: 90, isProgressive: isProgressive))
                .array
        }

        @Test func `rows up to the missing ones are shown, the rest is grey`() throws {
            let whole = try Self.file()
            let cut = ByteBlock(copying: whole.prefix(whole.count / 2))
            #expect(throws: CodecError.self) { try decode(cut) }
            let bitmap = try decode(cut, Self.options).bitmap
            let expected = try decode(ByteBlock(copying: whole)).bitmap
            #expect(bitmap.size == expected.size && bitmap.isOpaque)
            for x in 0..<160 { #expect(bitmap[x, 40] == expected[x, 40]) }
            for x in 0..<160 { #expect(bitmap[x, 199] == Self.grey) }
        }

        @Test func `an end marker before the last rows is a truncation`() throws {
            let whole = try Self.file()
            let cut = ByteBlock(copying: whole.prefix(whole.count / 2) + [0xFF, 0xD9])
            #expect(throws: CodecError.self) { try decode(cut) }
            let bitmap = try decode(cut, Self.options).bitmap
            #expect(bitmap[80, 199] == Self.grey && bitmap[80, 20] != Self.grey)
        }

        @Test(arguments: [0xD8, 0xDA, 0xC4, 0xFE, 0xF1] as [UInt8])
        func `another marker in the middle is damage`(marker: UInt8) throws {
            let whole = try Self.file()
            let middle = whole.count / 2
            var bytes = whole
            // No marker may come about with the byte in front.
            bytes[middle - 1] = 0
            bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, marker])
            let file = ByteBlock(copying: bytes)
            let error = #expect(throws: CodecError.self) { try decode(file, Self.options) }
            let isDamage = if case .damaged? = error { true } else { false }
            #expect(isDamage, "\(String(describing: error))")
            let pieces = Outcome(feeding: file, in: 1000, Self.options)
            #expect(pieces == Outcome(decoding: file, Self.options))
        }

        @Test func `a progressive file shows the detail that is there`() throws {
            let whole = try Self.file(isProgressive: true)
            let cut = ByteBlock(copying: whole.prefix(whole.count * 3 / 4))
            #expect(throws: CodecError.self) { try decode(cut) }
            let bitmap = try decode(cut, Self.options).bitmap
            let expected = try decode(ByteBlock(copying: whole)).bitmap
            var difference = 0
            for y in 0..<200 {
                for x in 0..<160 {
                    difference += abs(Int(bitmap[x, y].y) - Int(expected[x, y].y))
                }
            }
            #expect(difference > 0 && difference < 160 * 200 * 40)
        }

        @Test(arguments: [false, true])
        func `a cut at any byte is shown or refused, in pieces as well as whole`(
            isProgressive: Bool
        ) throws {
            let whole = try Self.file(isProgressive: isProgressive)
            var shown = 0
            for count in stride(from: 1, to: whole.count, by: 211) {
                let cut = ByteBlock(copying: whole.prefix(count))
                let outcome = Outcome(decoding: cut, Self.options)
                #expect(outcome == Outcome(feeding: cut, in: 1000, Self.options), "\(count)")
                if case .output = outcome { shown += 1 }
            }
            #expect(shown > whole.count / 211 / 2)
        }

        @Test func `a file without a whole row of blocks is refused`() throws {
            let whole = try Self.file()
            let scan = try #require(
                whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDA]) })
            #expect(throws: CodecError.self) {
                try decode(ByteBlock(copying: whole.prefix(scan + 40)), Self.options)
            }
        }

        @Test(arguments: [1, 3, 7])
        func `a scaled picture is shown too`(eighth: Int) throws {
            let whole = try Self.file()
            var options = Self.options
            options.downsampling = Downsampling(
                box: PixelSize(width: 20 * eighth, height: 25 * eighth))
            let bitmap = try decode(ByteBlock(copying: whole.prefix(whole.count / 2)), options)
                .bitmap
            #expect(bitmap[bitmap.size.width / 2, bitmap.size.height - 1] == Self.grey)
        }

        @Test func `changed bytes in a truncated file never trap`() throws {
            let whole = try Self.file(isProgressive: true)
            let cut = Array(whole.prefix(whole.count / 2))
            for index in stride(from: 2, to: cut.count, by: 13) {
                var bytes = cut
                bytes[index] ^= 0x5A
                let output = try? decode(
                    ByteBlock(copying: bytes),
                    DecodeOptions(
                        limits: DecodeLimits(maxPixels: 1 << 22), allowsTruncatedData: true))
                #expect(output.map { $0.bitmap.size.area <= 1 << 22 } ?? true)
            }
        }
    }
#endif
