#if TIFF
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageTIFF

    /// The decoded compressions, and the limits of streams with a size of their own.
    struct TIFFCompressionTests {
        @Test(arguments: [
            6, 9, 10, 33003, 33004, 33005, 34661, 34712, 34887, 34892, 50002, 52546, 4711,
        ])
        func `a compression that is not on the list is refused by its number`(number: Int) {
            for (photometric, samples) in [(6, 3), (2, 3), (1, 1)] {
                let page = Self.page(
                    [UInt8](repeating: 0x42, count: 64), number, photometric: photometric,
                    samples: samples)
                let error = #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes) }
                guard case .unsupported(.tiff, let reason)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(reason.hasPrefix("compression \(number)"))
            }
        }

        @Test(
            .enabled(if: Self.isSecurityFolderThere, "the security files are not there"),
            arguments: ["jbig_abort.tif", "jbig_1g.tif"])
        func `a file of JBIG strips is refused and does not end the process`(name: String) throws {
            let bytes = try #require(Self.securityFile(name))
            let error = #expect(throws: CodecError.self) { try decode(bytes) }
            #expect(error == .unsupported(.tiff, "compression 34661 (JBIG)"))
        }

        @Test func `the description of a refused page is still read`() throws {
            let bytes = ByteBlock(copying: TIFFFile(Self.page([1, 2, 3], 34661)).bytes)
            let metadata = try bytes.withSpan { span throws(CodecError) in
                try TIFFDecoder().metadata(of: span, limits: DecodeLimits())
            }
            #expect(metadata.size == PixelSize(width: 4, height: 4))
        }

        @Test func `each page is judged by its own compression`() throws {
            var file = TIFFFile(Self.page(Self.gray, 1))
            file.add(Self.page([UInt8](repeating: 0x42, count: 64), 34661))
            #expect(try decode(file.bytes).bitmap[1, 0].x == 20)
            #expect(throws: CodecError.unsupported(.tiff, "compression 34661 (JBIG)")) {
                try decode(file.bytes, DecodeOptions(page: 1))
            }
        }

        @Test(arguments: [
            (1, gray), (8, deflated), (32946, deflated), (32773, packed),
            // A run over the ends of rows.
            (32773, [15] + gray),
            (34925, XZ.sound),
            // A frame of one segment with its size, and one stored block.
            (50000, [0x28, 0xB5, 0x2F, 0xFD, 0x20, 16, 0x81, 0, 0] + gray),
        ])
        func `sixteen pixels of each compression are decoded`(
            number: Int, block: [UInt8]
        ) throws {
            let bitmap = try decode(TIFFFile(Self.page(block, number)).bytes).bitmap
            #expect((0..<4).map { bitmap[$0, 3].x } == [10, 20, 30, 40])
        }

        private static let gray: [UInt8] = [
            10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40,
        ]
        private static let packed: [UInt8] = [
            3, 10, 20, 30, 40, 3, 10, 20, 30, 40, 3, 10, 20, 30, 40, 3, 10, 20, 30, 40,
        ]
        private static let deflated: [UInt8] = [
            0x78, 0x9C, 0xE3, 0x12, 0x91, 0xD3, 0xE0, 0x42, 0xC2, 0x00, 0x0C, 0x90, 0x01, 0x91,
        ]

        private static func page(
            _ block: [UInt8], _ compression: Int, photometric: Int = 1, samples: Int = 1
        ) -> TIFFFile.Page {
            TIFFFile.Page(
                width: 4, height: 4, samples: samples, photometric: photometric, blocks: [block],
                shorts: [(259, [compression])])
        }
    }

    extension TIFFCompressionTests {
        @Test func `WebP of the size of its strip is decoded`() throws {
            let bitmap = try decode(TIFFFile(Self.webP(Self.webPFile)).bytes).bitmap
            #expect(bitmap[3, 3] == SIMD4(30, 20, 10, 255))
        }

        @Test(arguments: [
            // One row less; two columns less.
            (22, 0x40), (21, 0x02),
        ])
        func `WebP of another size than its strip is refused`(place: Int, byte: UInt8) {
            var file = Self.webPFile
            file[place] ^= byte
            Self.expectDamage("in a strip or tile of 4x4", Self.webP(file))
        }

        @Test func `WebP whose canvas is larger than its strip is refused`() {
            let canvas: [UInt8] = [0, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0]
            let head = Self.webPFile[..<12] + [0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0] + canvas
            Self.expectDamage("WebP of 16384x16384", Self.webP(head + Self.webPFile[12...]))
        }

        @Test func `WebP that does not begin as a file of it is refused`() {
            Self.expectDamage("not WebP", Self.webP(Array(Self.webPFile[12...])))
        }

        @Test(arguments: [(65, 64), (64, 80), (64, 65_500)])
        func `JPEG larger than its strip is refused`(width: Int, height: Int) {
            let page = Self.jpeg(0xC0, width: width, height: height, strip: 64)
            Self.expectDamage("JPEG of \(width)x\(height) in a strip or tile", page)
        }

        @Test func `JPEG whose height is rounded up to whole blocks is left to libjpeg`() {
            let page = Self.jpeg(0xC2, width: 64, height: 79, strip: 64)
            let error = #expect(throws: CodecError.self) { try decode(TIFFFile(page).bytes) }
            #expect(error.map { "\($0)" }?.contains("in a strip or tile") == false)
        }

        @Test(arguments: [
            // A progressive frame, and one of three scans.
            (UInt8(0xC2), 3), (0xC0, 1),
        ])
        func `JPEG scans beyond 64 MB of coefficients are refused`(
            marker: UInt8, scanComponents: Int
        ) {
            // 3360 x 3360 x 3 coefficients of two bytes are 64.6 MB, those of 3328 x 3328 63.4 MB.
            let page = Self.jpeg(
                marker, width: 3360, height: 3360, strip: 3360, scanComponents: scanComponents)
            #expect(Self.limitReason(of: page)?.contains("JPEG scans") == true)
            let smaller = Self.jpeg(
                marker, width: 3328, height: 3328, strip: 3328, scanComponents: scanComponents)
            #expect(Self.limitReason(of: smaller) == nil)
        }

        @Test func `an LZMA dictionary above 64 MB is refused, in later blocks, too`() {
            // Code 28 means 64 MB, 29 means 96 MB, 40 means 4 GB.
            for codes in [[29], [40], [22, 40], [22, 22, 29]] {
                let page = Self.page(XZ.blocks(dictionaries: codes), 34925)
                #expect(Self.limitReason(of: page)?.contains("LZMA dictionary") == true)
            }
            let page = Self.page(XZ.blocks(dictionaries: [28, 28]), 34925)
            #expect(Self.limitReason(of: page) == nil)
        }

        @Test func `strips that name the same bytes too often are refused`() {
            // Empty blocks of deflate without output.
            var block: [UInt8] = [0x78, 0x01]
            for _ in 0..<820 { block += [0, 0, 0, 0xFF, 0xFF] }
            let height = TIFFCompressionTests.leastInput / block.count
            var page = TIFFFile.Page(
                width: 1, height: height + 1, blocks: [block], rowsPerStrip: 1,
                shorts: [(259, [8])])
            page.repeats = height + 1
            #expect(Self.limitReason(of: page)?.contains("share the same bytes") == true)
            (page.height, page.repeats) = (height, height)
            #expect(Self.limitReason(of: page) == nil)
        }

        private static let leastInput = 64 << 20

        private static func limitReason(of page: TIFFFile.Page) -> String? {
            do throws(CodecError) { _ = try decode(TIFFFile(page).bytes) } catch {
                if case .limit(let reason) = error { return reason }
            }
            return nil
        }

        private static func expectDamage(
            _ text: String, _ page: TIFFFile.Page, at place: SourceLocation = #_sourceLocation
        ) {
            let error = #expect(throws: CodecError.self, sourceLocation: place) {
                try decode(TIFFFile(page).bytes)
            }
            guard case .damaged(.tiff, let reason)? = error, reason.contains(text) else {
                Issue.record("\(String(describing: error))", sourceLocation: place)
                return
            }
        }

        private static func webP(_ file: [UInt8]) -> TIFFFile.Page {
            page(file, 50001, photometric: 2, samples: 3)
        }

        /// Returns a JPEG stream of a frame header and a scan header only.
        private static func jpeg(
            _ marker: UInt8, width: Int, height: Int, strip: Int, scanComponents: Int = 3
        ) -> TIFFFile.Page {
            let sides = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
            var bytes: [UInt8] = [0xFF, 0xD8, 0, 0xFF, 0xFF, marker, 0, 17, 8] + sides + [3]
            bytes += [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
            let components: [UInt8] = (1...scanComponents).flatMap { [UInt8($0), 0] as [UInt8] }
            bytes += [0xFF, 0xDA, 0, UInt8(6 + components.count), UInt8(scanComponents)]
            bytes += components + [0, 63, 0]
            return TIFFFile.Page(
                width: strip, height: strip, samples: 3, photometric: 2, blocks: [bytes],
                shorts: [(259, [7])])
        }

        /// Lossless WebP of 4 x 4 pixels of red 10, green 20, blue 30.
        private static let webPFile: [UInt8] = [
            0x52, 0x49, 0x46, 0x46, 0x1E, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50,
            0x38, 0x4C, 0x11, 0x00, 0x00, 0x00, 0x2F, 0x03, 0xC0, 0x00, 0x00, 0x07, 0x50, 0x8A,
            0x2A, 0xD4, 0xA3, 0xFF, 0x81, 0x88, 0xE8, 0x7F, 0x00, 0x00,
        ]

        /// `true` if the files of the security review are next to the corpus.
        static var isSecurityFolderThere: Bool { securityFile("jbig_abort.tif") != nil }

        static func securityFile(_ name: String) -> ByteBlock? {
            let shared = Corpus.folder.deletingLastPathComponent()
            let file = shared.appending(path: "acceptance/security/\(name)")
            return (try? Data(contentsOf: file)).map { ByteBlock(copying: $0) }
        }
    }

    /// Streams of xz.
    private enum XZ {
        /// Rows of 10, 20, 30, 40.
        static let sound: [UInt8] = [
            0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x01, 0x69, 0x22, 0xDE, 0x36, 0x02, 0x00,
            0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0xE0, 0x00, 0x0F, 0x00,
            0x0A, 0x5D, 0x00, 0x05, 0x05, 0x96, 0xE2, 0x90, 0x27, 0xF2, 0xE4, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x3F, 0xEB, 0x4E, 0x39, 0x00, 0x01, 0x22, 0x10, 0x6F, 0xE3, 0x83, 0x9A,
            0x90, 0x42, 0x99, 0x0D, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5A,
        ]

        /// Returns blocks of four stored bytes with these dictionaries; their checksums are wrong.
        static func blocks(dictionaries codes: [Int]) -> [UInt8] {
            codes.reduce(Array(sound[..<12])) { bytes, code in
                bytes + [2, 0, 0x21, 1, UInt8(code), 0, 0, 0] + [0, 0, 0, 0]
                    + [1, 0, 3, 9, 9, 9, 9, 0] + [0, 0, 0, 0]
            }
        }
    }
#endif
