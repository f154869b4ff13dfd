#if JPEG
    import CJPEGShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// Codes that are skipped at an eighth of the size, compared with libjpeg reading all of them.
    @Suite struct JPEGTrimTests {
        /// The rows at an eighth of the size, and the final status.
        struct Rows: Equatable {
            var pixels: [UInt8] = []
            var status = CJPEGStatus.OK
            var wantsAll = false

            init(_ bytes: [UInt8], trims: Bool) throws {
                let reader = try #require(cjpeg_reader_open(1 << 30))
                defer { cjpeg_reader_close(reader) }
                if trims { cjpeg_reader_may_trim(reader, 0) }
                bytes.withUnsafeBufferPointer { buffer in
                    cjpeg_reader_feed(reader, buffer.baseAddress, buffer.count, true)
                    read(reader)
                }
                wantsAll = cjpeg_reader_lacks_hidden_end(reader)
            }

            private mutating func read(_ reader: OpaquePointer) {
                var header = CJPEGHeader()
                var (width, height, row) = (UInt32(0), UInt32(0), UInt32(0))
                status = cjpeg_reader_header(reader, &header)
                // Damage may declare a picture of gigabytes.
                guard status == .OK, header.width * header.height < 1 << 22 else { return }
                status = cjpeg_reader_start(reader, 1, &width, &height)
                pixels = [UInt8](repeating: 0, count: Int(width * height) * 4)
                while status == .OK, row < height {
                    var done: UInt32 = 0
                    let first = Int(row * width) * 4
                    status = pixels.withUnsafeMutableBufferPointer { buffer in
                        guard let base = buffer.baseAddress else { return .damaged }
                        return cjpeg_reader_rows(
                            reader, base + first, Int(width) * 4, height - row, &done)
                    }
                    row += done
                }
            }
        }

        private static let scanned: [Fixture] = [.baseline, .fullColour, .grey, .restarts, .inks]

        @Test(
            arguments: scanned,
            [(1, 1), (8, 9), (121, 77), (700, 530)])
        func `what is left out changes no pixel`(fixture: Fixture, sides: (Int, Int)) throws {
            let size = PixelSize(width: sides.0, height: sides.1)
            let bytes = try fixture.bytes(size).array
            let trimmed = try Rows(bytes, trims: true)
            #expect(trimmed == (try Rows(bytes, trims: false)))
            #expect(trimmed.status == .OK)
        }

        @Test(arguments: [1, 20, 75, 95, 100], [ChromaSubsampling.none, .horizontal, .both])
        func `nor of noise at any quality`(quality: Int, chroma: ChromaSubsampling) throws {
            let noise = Scene.noise(size: PixelSize(width: 203, height: 160), seed: 3)
            let bytes = try encode(noise, EncodeSettings(quality: quality, chroma: chroma)).array
            let trimmed = try Rows(bytes, trims: true)
            #expect(trimmed == (try Rows(bytes, trims: false)))
        }

        @Test(arguments: scanned)
        func `damage is read as a whole, or changes nothing more`(fixture: Fixture) throws {
            let whole = try fixture.bytes().array
            let changes: [UInt8] = [0xFF, 0x10]
            for index in whole.indices {
                for change in changes {
                    var bytes = whole
                    bytes[index] ^= change
                    let trimmed = try Rows(bytes, trims: true)
                    guard !trimmed.wantsAll else { continue }
                    let isSame = trimmed == (try Rows(bytes, trims: false))
                    #expect(isSame, "byte \(index) ^ \(change)")
                }
            }
        }

        @Test(arguments: scanned)
        func `a cut is read as a whole, or changes nothing`(fixture: Fixture) throws {
            let whole = try fixture.bytes().array
            for count in whole.indices {
                let bytes = Array(whole.prefix(count))
                let trimmed = try Rows(bytes, trims: true)
                guard !trimmed.wantsAll else { continue }
                let isSame = trimmed == (try Rows(bytes, trims: false))
                #expect(isSame, "\(count) bytes")
            }
        }

        /// Returns a file with codes of the maximum length that announce more bits than a
        /// coefficient has.
        ///
        /// Two of them exceed a register.
        private static func longest(side: UInt16) -> [UInt8] {
            func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
                let count = content.count + 2
                return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + content
            }
            let edge = [UInt8(side >> 8), UInt8(side & 255)]
            let frame = [8] + edge + edge + [3, 1, 0x22, 0, 2, 0x22, 0, 3, 0x11, 0]
            // One code of a bit for no difference; two of 16 bits, for 15 more and for the end.
            let first = [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0]
            let others = [0x10] + [UInt8](repeating: 0, count: 15) + [2, 0x0F, 0x00]
            return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
                + segment(0xC0, frame) + segment(0xC4, first) + segment(0xC4, others)
                + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
                + [UInt8](repeating: 0, count: 200_000) + [0xFF, 0xD9]
        }

        @Test func `codes that no picture has are read as a whole`() throws {
            let bytes = Self.longest(side: 1600)
            #expect(try Rows(bytes, trims: true).wantsAll)
            let block = ByteBlock(copying: bytes)
            let options = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: 200, height: 200)))
            #expect(
                Outcome(decoding: block, options)
                    == Outcome(feeding: block, in: 4096, options))
        }

        @Test func `bytes behind the last ones are refused while codes are left out`() throws {
            let bytes = try Fixture.baseline.bytes(PixelSize(width: 640, height: 480)).array
            let reader = try #require(cjpeg_reader_open(1 << 30))
            defer { cjpeg_reader_close(reader) }
            cjpeg_reader_may_trim(reader, 0)
            var (header, width, height, done) = (CJPEGHeader(), UInt32(0), UInt32(0), UInt32(0))
            var row = [UInt8](repeating: 0, count: 640 * 4)
            bytes.withUnsafeBufferPointer { buffer in
                cjpeg_reader_feed(reader, buffer.baseAddress, buffer.count, true)
                #expect(cjpeg_reader_header(reader, &header) == .OK)
                #expect(cjpeg_reader_start(reader, 1, &width, &height) == .OK)
                #expect(cjpeg_reader_rows(reader, &row, row.count, 1, &done) == .OK)
                cjpeg_reader_feed(reader, buffer.baseAddress, buffer.count, true)
                #expect(cjpeg_reader_unread(reader) == 0)
                #expect(cjpeg_reader_rows(reader, &row, row.count, 1, &done) == .damaged)
            }
        }

        /// Returns a file large enough for the decoder to skip codes.
        private static func large() throws -> [UInt8] {
            let noise = Scene.noise(size: PixelSize(width: 640, height: 480), seed: 9)
            let bytes = try encode(noise, EncodeSettings(quality: 95)).array
            try #require(bytes.count > 256 << 10)
            return bytes
        }

        private static let small = DecodeOptions(
            downsampling: Downsampling(box: PixelSize(width: 40, height: 30)))

        @Test func `a decode of all bytes makes what a session makes of pieces`() throws {
            let bytes = ByteBlock(copying: try Self.large())
            #expect(
                Outcome(decoding: bytes, Self.small)
                    == Outcome(feeding: bytes, in: 4096, Self.small))
        }

        @Test(arguments: [200_000, 120_007, 1_000])
        func `also of a damaged file`(place: Int) throws {
            let whole = try Self.large()
            for change: UInt8 in [0xFF, 0x08, 0x81] {
                var bytes = whole
                bytes[place] ^= change
                let block = ByteBlock(copying: bytes)
                #expect(
                    Outcome(decoding: block, Self.small)
                        == Outcome(feeding: block, in: 4096, Self.small))
            }
            let cut = ByteBlock(copying: whole.prefix(place))
            #expect(
                Outcome(decoding: cut, Self.small)
                    == Outcome(feeding: cut, in: 4096, Self.small))
        }
    }
#endif
