#if TIFF
    import Testing
    import WebImageCoding
    import WebImagePixels

    @testable import WebImageTIFF

    @Suite("Raw photographs are refused by name") struct RawPhotographTests {
        private static let preview = TIFFFile.Page(
            width: 16, height: 8, blocks: [Array(repeating: 200, count: 128)])

        /// Returns a preview whose directory refers to another one with these entries.
        private static func file(
            colors: Int, compression: Int = 1, maker: String? = nil
        ) -> [UInt8] {
            var sensor = TIFFFile.Page(
                width: 64, height: 32, photometric: colors,
                blocks: [Array(repeating: 90, count: 2048)])
            sensor.shorts = [(259, [compression])]
            var file = TIFFFile(sensor)
            var first = preview
            first.shorts = [(0x014A, [file.lastDirectory])]
            if let maker { first.texts = [(0x010F, maker)] }
            file.add(first)
            return file.beginning(at: file.lastDirectory)
        }

        @Test func `a file with DNGVersion is refused`() {
            var page = Self.preview
            page.shorts = [(0xC612, [1, 4, 0, 0])]
            expectRefusal(of: TIFFFile(page).bytes, "a DNG raw photograph")
        }

        @Test(
            "a nested directory with a filter array, by its maker",
            arguments: [
                ("NIKON CORPORATION", "a raw photograph (NEF)"), ("SONY", "a raw photograph (ARW)"),
                ("PENTAX Corporation", "a raw photograph (PEF)"), ("Unknown", "a raw photograph"),
            ])
        func filterArray(maker: String, name: String) {
            expectRefusal(of: Self.file(colors: 32803, maker: maker), name)
        }

        @Test("linear samples, and a maker's compression")
        func otherSamples() {
            expectRefusal(of: Self.file(colors: 34892), "a raw photograph")
            expectRefusal(of: Self.file(colors: 1, compression: 34713), "a raw photograph")
        }

        @Test("Canon's signature after the header") func canon() {
            let lead: [UInt8] = [0x43, 0x52, 2, 0, 0, 0, 0, 0]
            let bytes = TIFFFile(TIFFFile.Page(width: 16, height: 8, blocks: []), lead: lead).bytes
            expectRefusal(of: bytes, "a Canon raw photograph (CR2)")
            // Pixels that begin with the same letters.
            var page = Self.preview
            page.blocks[0].replaceSubrange(0..<4, with: [0x43, 0x52, 2, 0])
            #expect(throws: Never.self) { _ = try decode(TIFFFile(page).bytes) }
        }

        @Test("a smaller copy in a nested directory is no raw photograph") func pyramid() throws {
            let output = try decode(Self.file(colors: 1, maker: "NIKON CORPORATION"))
            #expect(output.bitmap.size == PixelSize(width: 16, height: 8))
        }

        @Test("damaged references are none, for any offset") func damage() throws {
            var page = Self.preview
            page.shorts = [(0x014A, [0xFFFF, 3, 0, 8])]
            #expect(throws: Never.self) { _ = try decode(TIFFFile(page).bytes) }
            let whole = Self.file(colors: 32803)
            for position in whole.indices {
                var bytes = whole
                bytes[position] ^= 0xFF
                _ = try? decode(bytes)
            }
        }

        private func expectRefusal(
            of bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let refusal = CodecError.unsupported(.tiff, name)
            #expect(throws: refusal, sourceLocation: sourceLocation) { try decode(bytes) }
            #expect(throws: refusal, sourceLocation: sourceLocation) {
                try ByteBlock(copying: bytes).withSpan { span throws(CodecError) in
                    try TIFFDecoder().metadata(of: span, limits: DecodeLimits())
                }
            }
        }
    }
#endif
