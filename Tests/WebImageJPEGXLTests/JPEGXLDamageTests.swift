#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLDamageTests {
        private static let size = PixelSize(width: 70, height: 50)

        @Test(arguments: [false, true])
        func `a file cut anywhere is called truncated`(isLossless: Bool) throws {
            let settings = EncodeSettings(isLossless: isLossless, effort: 2)
            let whole = try encode(Scene.photograph(size: Self.size), settings).array
            for count in stride(from: 0, to: whole.count, by: 13) {
                let cut = ByteBlock(copying: whole.prefix(count))
                #expect {
                    try decode(cut)
                } throws: { error in
                    if case CodecError.truncated(.jxl, _) = error { true } else { false }
                }
            }
        }

        @Test func `a file of boxes cut anywhere is refused`() throws {
            var settings = EncodeSettings(effort: 2)
            settings.embedded.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            let whole = try encode(Scene.photograph(size: Self.size), settings).array
            for count in stride(from: 0, to: whole.count - 1, by: 7) {
                #expect(throws: CodecError.self) {
                    try decode(ByteBlock(copying: whole.prefix(count)))
                }
            }
        }

        @Test func `a damaged EXIF box leaves the picture as it is`() throws {
            var settings = EncodeSettings(effort: 2)
            settings.embedded.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            let file = try encode(Scene.photograph(size: Self.size), settings)
            #expect(try decode(file).metadata.exif == settings.embedded.exif)
            var bytes = file.array
            // Behind the boxes `JXL ` and `ftyp`: a box that claims to be compressed, but is not.
            let box = [0, 0, 0, 24] + Array("brobExif".utf8) + Array(repeating: 0xA5, count: 12)
            bytes.insert(contentsOf: box, at: 32)
            let output = try decode(ByteBlock(copying: bytes))
            #expect(output.metadata.exif == nil)
            #expect(try output.bitmap == decode(file).bitmap)
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `layers that make too much work are refused`() throws {
            // Five layers of a megapixel in 145 bytes.
            let path = "jxl/conformance__blendmodes.jxl"
            let entry = try #require(Corpus.entries(format: "jxl").first { $0.path == path })
            let limits = DecodeLimits(maxPixels: 2_000_000)
            let reason =
                "a frame of 5 layers of 1024x1024 with 4 channels: "
                + "20971520 samples, more than the 16777216 allowed"
            #expect(throws: CodecError.limit(reason)) {
                try metadata(entry.load(), limits)
            }
        }

        @Test func `no changed byte does more than fail`() throws {
            let whole = try encode(
                Scene.noise(size: PixelSize(width: 12, height: 12), seed: 1),
                EncodeSettings(isLossless: true, effort: 1)
            ).array
            let limits = DecodeLimits(maxPixels: 1 << 20)
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0xFF
                guard
                    let output = try? decode(
                        ByteBlock(copying: bytes), DecodeOptions(limits: limits))
                else { continue }
                #expect(output.bitmap.size.area <= limits.maxPixels)
            }
        }

        @Test(arguments: [
            [], [0xFF], [0xFF, 0x0A], [0xFF, 0x0A, 0, 0, 0, 0, 0, 0], Array("<html>".utf8),
            [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10],
        ])
        func `bytes without a picture are refused`(bytes: [UInt8]) {
            let block = ByteBlock(copying: bytes)
            #expect(throws: CodecError.self) { try decode(block) }
            #expect(throws: CodecError.self) { try metadata(block) }
            #expect(throws: CodecError.self) {
                try JPEGXLDecoder().frames(of: EncodedImage(block), options: DecodeOptions())
            }
        }

        /// Writes the codestream's size header: not small, height and width of 30 bits each.
        @Test func `a header that claims a gigantic picture is over the limit`() throws {
            var bits: [Bool] = [false]
            func add(_ value: Int, _ count: Int) {
                for bit in 0..<count { bits.append(value >> bit & 1 == 1) }
            }
            add(3, 2)
            add((1 << 30) - 1, 30)
            add(0, 3)
            add(3, 2)
            add((1 << 30) - 1, 30)
            // The rest of the header in its short form.
            add(1, 1)
            var bytes: [UInt8] = [0xFF, 0x0A]
            for start in stride(from: 0, to: bits.count, by: 8) {
                let byte = bits[start...].prefix(8)
                bytes.append(byte.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
            }
            let file = ByteBlock(copying: bytes + Array(repeating: 0, count: 64))
            for attempt in [{ _ = try decode(file) }, { _ = try metadata(file) }] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test(arguments: [
            DecodeLimits(maxPixels: 70 * 50 - 1), DecodeLimits(maxBytes: 70 * 50 * 4 - 1),
        ])
        func `a picture beyond the limits is refused`(limits: DecodeLimits) throws {
            let file = try encode(Scene.photograph(size: Self.size))
            #expect(try decode(file).bitmap.size == Self.size)
            #expect {
                try decode(file, DecodeOptions(limits: limits))
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        @Test func `a cancelled task stops decoding`() async throws {
            let file = try encode(Scene.photograph(size: Self.size))
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try decode(file).bitmap.size }
            }
        }
    }
#endif
