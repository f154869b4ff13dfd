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
        func `behind another marker the rest is grey`(marker: UInt8) throws {
            let whole = try Self.file()
            let middle = whole.count / 2
            var bytes = whole
            // No marker may come about with the byte in front.
            bytes[middle - 1] = 0
            bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, marker])
            let file = ByteBlock(copying: bytes)
            let error = #expect(throws: CodecError.self) { try decode(file) }
            let isDamage = if case .damaged? = error { true } else { false }
            #expect(isDamage, "\(String(describing: error))")
            let output = try decode(file, Self.options)
            #expect(output.metadata.isTruncated)
            #expect(output.bitmap[80, 199] == Self.grey && output.bitmap[80, 20] != Self.grey)
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

        /// Every length from the end of the first scan to the last byte of the last one.
        @Test func `a progressive file cut anywhere behind its first scan is shown`() throws {
            let bytes = try encode(scene(32, 24), EncodeSettings(isProgressive: true))
            let whole = bytes.array
            let scans = whole.indices.filter { whole[$0...].starts(with: [0xFF, 0xDA]) }
            #expect(scans.count > 3)
            let second = whole[(scans[0] + 14)...].indices.first {
                whole[$0] == 0xFF && whole[$0 + 1] != 0
            }
            let start = try #require(second)
            let reference = try decode(bytes).bitmap
            for count in start..<whole.count - 2 {
                let cut = ByteBlock(copying: whole[..<count])
                let output = try decode(cut, Self.options)
                #expect(output.metadata.isTruncated || output.bitmap == reference, "\(count)")
                if count < scans[scans.count - 1] + 12 { #expect(output.metadata.isTruncated) }
                #expect(
                    Outcome(feeding: cut, in: 70, Self.options)
                        == Outcome(decoding: cut, Self.options), "\(count)")
                #expect(Self.difference(output.bitmap, reference) < 30, "\(count)")
            }
        }

        @Test func `a file that ends behind its first scan is shown`() throws {
            let bytes = try encode(scene(32, 24), EncodeSettings(isProgressive: true)).array
            let scans = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0xDA]) }
            let end = try #require(
                bytes[(scans[0] + 14)...].indices.first {
                    bytes[$0] == 0xFF && bytes[$0 + 1] != 0
                })
            let cut = ByteBlock(copying: bytes[..<end] + [0xFF, 0xD9])
            #expect(try decode(cut, Self.options).bitmap.size.width == 32)
        }

        /// Returns the difference of the mean green of a block.
        private static func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
            var sum = 0
            for y in 8..<16 {
                for x in 16..<24 { sum += Int(one[x, y].y) - Int(other[x, y].y) }
            }
            return abs(sum) / 64
        }

        /// Returns the places of the restart markers of a file.
        private static func restarts(_ bytes: [UInt8]) -> [Int] {
            bytes.indices.dropLast().filter {
                bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1])
            }
        }

        enum Restart: CaseIterable { case lost, wrong, lostInterval, comment, lostBytes }

        @Test(arguments: Restart.allCases)
        func `a file with restart markers is shown around its damage`(damage: Restart) throws {
            let bytes = try Fixture.restarts.bytes(PixelSize(width: 64, height: 96))
            let reference = try decode(bytes).bitmap
            let places = Self.restarts(bytes.array)
            #expect(places.count == 5)
            var file = bytes.array
            switch damage {
            case .lost: file.removeSubrange(places[2]..<places[2] + 2)
            case .wrong: file[places[2] + 1] = 0xD5
            case .lostInterval: file.removeSubrange(places[2]..<places[3])
            case .comment: file.insert(contentsOf: [0xFF, 0xFE, 0, 4, 1, 2], at: places[2] + 9)
            case .lostBytes: file.removeSubrange(places[2] + 4..<places[2] + 30)
            }
            let block = ByteBlock(copying: file)
            #expect(throws: CodecError.self) { try decode(block) }
            let output = try decode(block, Self.options)
            #expect(output.metadata.isTruncated)
            for y in [0, 20, 40] { #expect(output.bitmap[30, y] == reference[30, y]) }
            // libjpeg finds no restart marker behind a segment that it does not expect.
            if damage != .comment { #expect(output.bitmap[30, 90] == reference[30, 90]) }
            #expect(
                Outcome(feeding: block, in: 70, Self.options)
                    == Outcome(decoding: block, Self.options))
        }

        /// A scan of each component, whose tables libjpeg notes as it reads the header of the scan.
        @Test func `a file of several scans cut in a segment is truncated`() throws {
            let bytes = try encode(scene(32, 24), EncodeSettings(isProgressive: true)).array
            let scans = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0xDA]) }
            let end = try #require(
                bytes[(scans[scans.count - 1] + 14)...].indices.first {
                    bytes[$0] == 0xFF && bytes[$0 + 1] != 0
                })
            let whole = bytes[..<end]
            #expect(try !decode(ByteBlock(copying: whole), Self.options).metadata.isTruncated)
            for tail in [
                [0xFF, 0xDA, 0], [0xFF, 0xDA, 0, 12, 3], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0],
                [0xFF, 0xC4, 0, 40, 0, 1], [0xFF, 0xFE, 0, 9, 65], [0xFF, 0xDB, 0, 67, 0, 1],
            ] as [[UInt8]] {
                let cut = ByteBlock(copying: whole + tail)
                #expect(try decode(cut, Self.options).metadata.isTruncated, "\(tail)")
                #expect(
                    Outcome(feeding: cut, in: 70, Self.options)
                        == Outcome(decoding: cut, Self.options), "\(tail)")
                #expect(throws: CodecError.self) { try decode(cut) }
            }
        }

        @Test(arguments: Fixture.allCases.filter(\.isArithmetic))
        func `an arithmetic-coded file cut anywhere is truncated`(fixture: Fixture) throws {
            let whole = try fixture.bytes().array
            let scan = try #require(
                whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDA]) })
            var shown = 0
            for count in stride(from: scan + 20, to: whole.count - 2, by: 17) {
                let cut = ByteBlock(copying: whole[..<count])
                #expect(throws: CodecError.self) { try decode(cut) }
                guard let output = try? decode(cut, Self.options) else { continue }
                shown += 1
                #expect(output.metadata.isTruncated, "\(count)")
            }
            #expect(shown > (whole.count - scan) / 17 / 2)
            let output = try decode(ByteBlock(copying: whole), Self.options)
            #expect(!output.metadata.isTruncated)
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
