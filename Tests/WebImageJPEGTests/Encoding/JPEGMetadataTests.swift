#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGMetadataTests {
        /// Expects a density per inch: from dots per inch, per centimetre, or without a unit.
        @Test(arguments: [
            (UInt8(1), 300, 150, PixelDensity(x: 300, y: 150)),
            (2, 100, 50, PixelDensity(x: 254, y: 127)), (0, 3, 2, nil), (1, 0, 72, nil),
        ])
        func `the density of JFIF is told an inch`(
            unit: UInt8, x: Int, y: Int, expected: PixelDensity?
        ) throws {
            var bytes = try encode(scene(16, 16)).array
            #expect(bytes[6...].starts(with: Array("JFIF".utf8)))
            bytes.replaceSubrange(
                13..<18,
                with: [unit, UInt8(x >> 8), UInt8(x & 0xFF), UInt8(y >> 8), UInt8(y & 0xFF)])
            let file = ByteBlock(copying: bytes)
            #expect(try metadata(file).density == expected)
            #expect(try decode(file).metadata == metadata(file))
        }

        @Test(arguments: [(2, 1.0), (3, 2.54)])
        func `without one in JFIF the density of EXIF is told`(unit: UInt8, inches: Double) throws {
            let block = Exif.block(
                [(0x0128, [unit])], fractions: [(0x011A, 300, 2), (0x011B, 96, 1)])
            let bytes = try encode(scene(16, 16)).inserting(marker: 0xE1, Exif.prefix + block)
            let density = PixelDensity(x: 150 * inches, y: 96 * inches)
            #expect(try metadata(bytes).density == density)
        }

        @Test(arguments: [[(UInt16(0x011A), 300, 0), (0x011B, 96, 1)], [(0x011A, 300, 1)], []])
        func `half a density is none`(fractions: [(UInt16, Int, Int)]) throws {
            let block = Exif.block([], fractions: fractions)
            let bytes = try encode(scene(16, 16)).inserting(marker: 0xE1, Exif.prefix + block)
            #expect(try metadata(bytes).density == nil)
        }

        @Test func `the EXIF block is told without what JPEG puts before it`() throws {
            let block = Exif.block([(0x0112, [3])], fractions: [])
            let bytes = try encode(scene(16, 16)).inserting(marker: 0xE1, Exif.prefix + block)
            #expect(try metadata(bytes).exif == block)
            #expect(try decode(bytes).metadata.exif == block)
            #expect(try metadata(encode(scene(16, 16))).exif == nil)
        }

        @Test(arguments: [(1, UInt8(12)), (-3, 0xC3)])
        func `twelve bits and lossless are said to be not supported`(
            offset: Int, value: UInt8
        ) throws {
            var bytes = try encode(scene(16, 16)).array
            let frame = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            bytes[frame + 4 + (offset < 0 ? offset : 0)] = value
            #expect {
                try decode(ByteBlock(copying: bytes))
            } throws: { error in
                if case CodecError.unsupported(.jpeg, _) = error { true } else { false }
            }
        }
    }

    /// EXIF blocks in big-endian order.
    enum Exif {
        /// The bytes before a block in JPEG.
        static let prefix = Array("Exif".utf8) + [0, 0]

        /// Returns a block of short numbers and of fractions, stored after the directory.
        static func block(
            _ shorts: [(tag: UInt16, value: [UInt8])], fractions: [(UInt16, Int, Int)],
            next: UInt32 = 0
        ) -> [UInt8] {
            let count = shorts.count + fractions.count
            var directory = number(UInt16(count))
            var values: [UInt8] = []
            let entries =
                shorts.map {
                    (
                        $0.tag,
                        [0, 3, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 2 - $0.value.count)
                            + $0.value + [0, 0]
                    )
                }
                + fractions.map { tag, above, below in
                    let offset = 8 + 2 + count * 12 + 4 + values.count
                    values += number(UInt32(above)) + number(UInt32(below))
                    return (tag, [0, 5, 0, 0, 0, 1] + number(UInt32(offset)))
                }
            for (tag, rest) in entries.sorted(by: { $0.0 < $1.0 }) {
                directory += number(tag) + rest
            }
            return Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory + number(next) + values
        }

        static func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
    }
#endif
