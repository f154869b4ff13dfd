#if PNG
    import CPNGShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    /// The part of a zlib stream that is read beside the rows of a picture.
    @Suite struct PNGTailTests {
        /// The bytes of the stream between two checks of the output.
        private static let span = 1 << 16

        /// A row of grey pixels or of indices in a zlib stream of stored blocks.
        private struct Stream {
            private(set) var bytes: [UInt8] = [0x78, 0x01]
            let width: Int
            let colorType: UInt8

            init(width: Int, isPalette: Bool) {
                self.width = width
                colorType = isPalette ? 3 : 0
            }

            mutating func putRow() {
                let count = UInt8(width + 1)
                bytes += [0, count, 0, ~count, 255] + [UInt8](repeating: 0, count: width + 1)
            }

            mutating func putEmptyBlocks(_ count: Int) {
                for _ in 0..<count { bytes += [0, 0, 0, 255, 255] }
            }

            /// Writes empty blocks up to the position where damage begins.
            mutating func putDamage(at place: Int) {
                putEmptyBlocks((place - bytes.count) / 5)
                bytes += [7, 0, 0, 0, 0]
            }

            var file: [UInt8] {
                let palette = colorType == 3 ? chunk("PLTE", [0, 0, 0]) : []
                return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                    + chunk("IHDR", big(UInt32(width)) + big(1) + [8, colorType, 0, 0, 0])
                    + palette + chunk("IDAT", bytes) + chunk("IEND", [])
            }
        }

        /// Allows two checks after the row, for any size of pieces.
        @Test(arguments: PNGInflater.installed, [1021, 1 << 24])
        func `damage counts up to 128 kB of the stream, not behind`(
            inflater: PNGInflater, size: Int
        ) {
            // Widths for which blocks of five bytes end at the position.
            for (width, place) in [(3, 2 * Self.span - 1), (4, 2 * Self.span)] {
                for isPalette in [false, true] {
                    var stream = Stream(width: width, isPalette: isPalette)
                    stream.putRow()
                    stream.putDamage(at: place)
                    let isBehind = place == 2 * Self.span
                    #expect(stream.bytes[place] == 7)
                    #expect(
                        verdict(stream.file, piece: size, inflater: inflater)
                            == (isBehind ? .whole : .damaged))
                }
            }
        }

        /// Allows a row of four bytes 64 bytes and a megabyte, rounded up to the next check.
        @Test(arguments: PNGInflater.installed, [1021, 1 << 24])
        func `empty blocks before the row are damage behind a megabyte`(
            inflater: PNGInflater, size: Int
        ) {
            let most = 17 * Self.span
            for (end, expected) in [(most - 1, Verdict.whole), (most + 4, .damaged)] {
                var stream = Stream(width: 3, isPalette: false)
                stream.putEmptyBlocks((end - 11) / 5)
                stream.putRow()
                #expect(stream.bytes.count == end)
                #expect(verdict(stream.file, piece: size, inflater: inflater) == expected)
            }
        }

        @Test(arguments: PNGInflater.installed, [1, 13, 1 << 20])
        func `the checksum behind indices counts, whatever the pieces`(
            inflater: PNGInflater, size: Int
        ) throws {
            var bytes = file(
                2, 1, depth: 8, colorType: 3, rows: [0, 0, 0], chunks: chunk("PLTE", [0, 0, 0])
            ).array
            #expect(verdict(bytes, piece: size, inflater: inflater) == .whole)
            let range = try #require(bytes.chunk("IDAT"))
            bytes[range.upperBound - 1] ^= 1
            #expect(verdict(bytes, piece: size, inflater: inflater) == .damaged)
        }

        /// Feeds pixels of one byte, which would be passed to a missing function.
        @Test func `pixels among the chunks before them are refused`() throws {
            var stream = Stream(width: 4, isPalette: false)
            stream.putRow()
            let bytes = stream.file
            let reader = try #require(cpng_reader_open(1 << 20))
            defer { cpng_reader_close(reader) }
            #expect(cpng_reader_chunks(reader, bytes, bytes.count) == .damaged)
            var channels: Int32 = 0
            #expect(cpng_reader_start(reader, .zlib, false, &channels) == .damaged)
        }

        @Test func `chunks behind the first pixels are refused`() throws {
            let header = Array(Stream(width: 4, isPalette: false).file.prefix(33))
            let reader = try #require(cpng_reader_open(1 << 20))
            defer { cpng_reader_close(reader) }
            var channels: Int32 = 0
            #expect(cpng_reader_chunks(reader, header, header.count) == .OK)
            #expect(cpng_reader_start(reader, .zlib, false, &channels) == .OK)
            let more = chunk("tEXt", [65, 0, 65])
            #expect(cpng_reader_chunks(reader, more, more.count) == .damaged)
        }
    }
#endif
