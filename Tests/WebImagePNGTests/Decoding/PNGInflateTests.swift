#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGInflateTests {
        /// The Adler-32 of ten bytes of 1: a row of nine pixels, each brighter than the last.
        private static let sum: UInt32 = 0x0041_000B

        private static func picture(_ stream: [UInt8]) -> [UInt8] {
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", big(9) + big(1) + [8, 0, 0, 0, 0])
                + chunk("IDAT", stream) + chunk("IEND", [])
        }

        private static func pixels(
            _ stream: [UInt8], _ inflater: PNGInflater
        ) throws -> [UInt8] {
            let bytes = ByteBlock(copying: picture(stream))
            let bitmap = try decode(bytes, inflater: inflater).bitmap
            return (0..<bitmap.size.width).map { bitmap[$0, 0][1] }
        }

        /// Writes lengths for 1, the end and a match of nine, then for `distances` distances, of
        /// which only the first has a code.
        private static func putCodes(_ stream: inout Deflated, distances: Int) {
            stream.putLengths([0, 1])
            stream.putNone(138)
            stream.putNone(116)
            stream.putLengths([2, 0, 0, 0, 0, 0, 0, 2])
            stream.putLengths([1] + Array(repeating: 0, count: distances - 1))
        }

        @Test(.enabled(if: PNGInflater.hasISAL, "libisal is not installed"))
        func `a large picture has the same pixels from both libraries`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 300, height: 200))
            for settings in [EncodeSettings(), EncodeSettings(isProgressive: true)] {
                let bytes = try encode(picture, settings)
                #expect(try decode(bytes, inflater: .isal).bitmap == picture)
                #expect(try decode(bytes, inflater: .zlib).bitmap == picture)
            }
        }

        @Test(arguments: 1...30, PNGInflater.installed)
        func `a single distance has a code, however many are listed`(
            distances: Int, inflater: PNGInflater
        ) throws {
            var stream = Deflated()
            stream.beginBlock(literals: 264, distances: distances)
            Self.putCodes(&stream, distances: distances)
            stream.put("0" + "11" + "0" + "10")
            #expect(try Self.pixels(stream.wrapped(Self.sum), inflater) == Array(1...9))
        }

        @Test(arguments: PNGInflater.installed)
        func `empty blocks of every kind change nothing`(inflater: PNGInflater) throws {
            var stream = Deflated()
            for _ in 0..<2000 {
                stream.put(0b010, 3)
                stream.put("0000000")
                stream.put(0b000, 3)
                stream.align()
                stream.put(0xFFFF_0000, 32)
            }
            stream.beginBlock(literals: 264, distances: 1)
            Self.putCodes(&stream, distances: 1)
            stream.put("0" + "11" + "0" + "10")
            #expect(try Self.pixels(stream.wrapped(Self.sum), inflater) == Array(1...9))
        }

        @Test(arguments: PNGInflater.installed)
        func `lengths without a code are damage once all are there`(inflater: PNGInflater) {
            var stream = Deflated()
            stream.beginBlock(literals: 257, distances: 1, codes: [:])
            stream.put(0, 31)
            let some = Self.picture(stream.wrapped(0)).dropLast(4 + 12 + 4)
            // ISA-L does not wait for bits that cannot become a code.
            let early: Verdict = inflater == .isal ? .damaged : .truncated
            #expect(verdict(Array(some), inflater: inflater) == early)
            for _ in 0..<8 { stream.put(0, 31) }
            #expect(verdict(Self.picture(stream.wrapped(0)), inflater: inflater) == .damaged)
        }

        @Test(arguments: Damage.allCases, PNGInflater.installed)
        func `a stream that breaks a rule is damaged`(damage: Damage, inflater: PNGInflater) {
            #expect(verdict(Self.picture(damage.stream), inflater: inflater) == .damaged)
        }

        /// Tests streams that ISA-L accepts and zlib rejects; codes without a symbol do not occur.
        @Test(arguments: PNGInflater.installed)
        func `a code that is not full is damaged with zlib only`(inflater: PNGInflater) {
            var stream = Deflated()
            stream.beginBlock(literals: 264, distances: 2)
            Self.putCodes(&stream, distances: 1)
            stream.putLengths([2])
            stream.put("0" + "11" + "0" + "10")
            let expected: Verdict = inflater == .isal ? .whole : .damaged
            #expect(verdict(Self.picture(stream.wrapped(Self.sum)), inflater: inflater) == expected)
        }

        @Test(arguments: PNGInflater.installed, [1, 5, 1 << 20])
        func `a stream whose last checksum is another one is damaged`(
            inflater: PNGInflater, size: Int
        ) {
            let picture = Self.picture(stored([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
            #expect(verdict(picture, piece: size, inflater: inflater) == .whole)
            var stream = stored([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
            stream[stream.count - 1] ^= 1
            #expect(verdict(Self.picture(stream), piece: size, inflater: inflater) == .damaged)
        }
    }

    /// Violations of the format before the first row.
    enum Damage: CaseIterable {
        case headerCheck, method, windowSize, dictionary, blockKind, storedLength, literalCount
        case distanceCount, fullLengths, missingLengths, repeatOfNone, tooManyLengths, noEnd
        case overfullCode, missingCode, noDistances, literal, distanceSymbol, tooFar, tooFarForAll

        var stream: [UInt8] {
            var stream = Deflated()
            switch self {
            case .headerCheck: return stream.wrapped(0, header: [0x78, 0x02])
            case .method: return stream.wrapped(0, header: [0x77, 0x05])
            case .windowSize: return stream.wrapped(0, header: [0x88, 0x1C])
            case .dictionary: return stream.wrapped(0, header: [0x78, 0x20])
            case .blockKind: stream.put(0b111, 3)
            case .storedLength:
                stream.put(1, 8)
                stream.put(0xFFFE_0000, 32)
            case .literalCount: stream.beginBlock(literals: 287, distances: 1)
            case .distanceCount: stream.beginBlock(literals: 257, distances: 31)
            case .fullLengths: begin(&stream, [0: 1, 1: 1, 2: 1])
            case .missingLengths: begin(&stream, [0: 1])
            case .repeatOfNone:
                begin(&stream, [16: 1, 0: 1])
                stream.put("1")
            case .tooManyLengths:
                begin(&stream, [18: 1, 0: 1])
                for _ in 0..<2 { stream.put("1" + "1111111") }
            default: putCodes(&stream)
            }
            return stream.wrapped(0) + Array(repeating: 0, count: 64)
        }

        private func begin(_ stream: inout Deflated, _ codes: [Int: Int]) {
            stream.beginBlock(literals: 257, distances: 1, codes: codes)
        }

        /// Writes the wrong codes, or wrong content in valid codes.
        private func putCodes(_ stream: inout Deflated) {
            switch self {
            case .literal: stream.put("110" + "11000110")
            case .distanceSymbol: stream.put("110" + "00110001" + "0000001" + "11110")
            case .tooFar: stream.put("110" + "00110001" + "0000001" + "00001")
            // 258 bytes, more than the row needs: ISA-L counts them, although they are invalid.
            case .tooFarForAll: stream.put("110" + "00110001" + "11000101" + "00001")
            default:
                stream.beginBlock(literals: 258, distances: 1)
                stream.putLengths(self == .overfullCode ? [1, 1] : [0, 1])
                stream.putNone(138)
                stream.putNone(116)
                stream.putLengths(self == .noEnd ? [0, 1] : [2, self == .missingCode ? 0 : 2])
                stream.putLengths([0])
                // Without distances, any bits after a length are damaged.
                stream.put("0" + "11")
            }
        }
    }
#endif
