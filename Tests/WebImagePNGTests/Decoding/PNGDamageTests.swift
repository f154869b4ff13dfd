#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct PNGDamageTests {
        @Test(arguments: [false, true], PNGInflater.installed)
        func `a truncated file is refused`(isInterlaced: Bool, inflater: PNGInflater) throws {
            let whole = try encode(scene(40, 30), EncodeSettings(isProgressive: isInterlaced)).array
            var survivors: [Int] = []
            // Behind the pixels there are their checksum of four bytes and IEND of twelve.
            let end = whole.count - 16
            for count in Array(stride(from: 0, to: end, by: 5)) + [end - 1] {
                do throws(CodecError) {
                    _ = try decode(ByteBlock(copying: whole.prefix(count)), inflater: inflater)
                    survivors.append(count)
                } catch {
                    guard case .truncated(.png, _) = error else {
                        survivors.append(count)
                        continue
                    }
                }
            }
            #expect(survivors.isEmpty)
        }

        @Test(arguments: [false, true], PNGInflater.installed)
        func `a file cut behind its pixels is whole`(
            isInterlaced: Bool, inflater: PNGInflater
        ) throws {
            let whole = try encode(scene(40, 30), EncodeSettings(isProgressive: isInterlaced)).array
            let expected = try decode(ByteBlock(copying: whole), inflater: inflater).bitmap
            for missing in 1...16 {
                let part = ByteBlock(copying: whole.dropLast(missing))
                #expect(try decode(part, inflater: inflater).bitmap == expected)
            }
        }

        @Test(arguments: [false, true], PNGInflater.installed)
        func `no changed byte does more than fail`(
            isInterlaced: Bool, inflater: PNGInflater
        ) throws {
            let whole = try encode(scene(16, 16), EncodeSettings(isProgressive: isInterlaced)).array
            let limits = DecodeLimits(maxPixels: 1 << 20)
            for index in whole.indices {
                var bytes = whole
                bytes[index] ^= 0xFF
                guard
                    let output = try? decode(
                        ByteBlock(copying: bytes), DecodeOptions(limits: limits),
                        inflater: inflater)
                else { continue }
                #expect(output.bitmap.size == PixelSize(width: 16, height: 16))
            }
        }

        @Test(arguments: [[], [0x89], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]])
        func `bytes without a picture are truncated`(bytes: [UInt8]) {
            for attempt in [
                { _ = try decode(ByteBlock(copying: bytes)) },
                { _ = try metadata(ByteBlock(copying: bytes)) },
            ] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.truncated(.png, _) = error { true } else { false }
                }
            }
        }

        @Test(arguments: [
            (UInt32(65_535), UInt32(65_535)), (0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 1),
            (1, 0x7FFF_FFFF),
        ])
        func `a header that claims a gigantic picture is over the limit`(
            width: UInt32, height: UInt32
        ) {
            let bytes = file(width, height, depth: 16, colorType: 6, rows: [0])
            for attempt in [{ _ = try decode(bytes) }, { _ = try metadata(bytes) }] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test func `the rows that libpng holds count in its memory`() {
            let limits = DecodeLimits(maxBytes: 20_000)
            let bytes = file(1000, 1, depth: 8, colorType: 0, rows: [0])
            #expect {
                try metadata(bytes, limits: limits)
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        @Test func `a wrong checksum counts where the chunk is needed`() throws {
            let picture = scene(8, 8)
            var text = chunk("tEXt", Array("a b".utf8))
            text[text.count - 1] ^= 1
            #expect(try decode(encode(picture).inserting(text)).bitmap == picture)
            var header = try encode(picture).array
            header[32] ^= 1
            #expect {
                try decode(ByteBlock(copying: header))
            } throws: { error in
                if case CodecError.damaged(.png, _) = error { true } else { false }
            }
        }

        @Test(arguments: [1, 13, 1 << 20], PNGInflater.installed)
        func `of the checksums of pixels that of zlib counts`(
            size: Int, inflater: PNGInflater
        ) throws {
            let picture = scene(8, 8, .color)
            let whole = file(picture).array
            let range = try #require(whole.chunk("IDAT"))
            var bytes = whole
            bytes[range.upperBound] ^= 1
            let output = try decode(ByteBlock(copying: bytes), piece: size, inflater: inflater)
            #expect(output.bitmap == picture)
            bytes = whole
            bytes[range.upperBound - 1] ^= 1
            #expect(verdict(bytes, piece: size, inflater: inflater) == .damaged)
        }

        @Test(arguments: [1, 13, 1 << 20], PNGInflater.installed)
        func `pixels behind the last row do not matter`(
            size: Int, inflater: PNGInflater
        ) throws {
            var rows = [UInt8](repeating: 7, count: 5000)
            rows[0] = 0
            let bytes = file(4, 1, depth: 8, colorType: 0, rows: rows)
            let output = try decode(bytes, piece: size, inflater: inflater)
            #expect(output.bitmap[3, 0] == SIMD4(7, 7, 7, 255))
        }

        @Test(arguments: ["iCCP", "zTXt"])
        func `a chunk that inflates to gigabytes is passed over`(name: String) throws {
            // The stored block claims to be long; it replaces the deflate stream of zeros.
            let picture = scene(8, 8)
            let bomb = chunk(name, Array("a".utf8) + [0, 0] + (try zeros()))
            let output = try decode(encode(picture).inserting(bomb))
            #expect(output.bitmap == picture && output.color.profile == nil)
        }

        @Test func `an unknown chunk that is needed is not supported`() throws {
            #expect(throws: CodecError.unsupported(.png, "the critical chunk ABCD")) {
                try decode(encode(scene(4, 4)).inserting(chunk("ABCD", [1])))
            }
        }

        @Test func `rows that are missing are a truncation`() throws {
            #expect {
                try decode(file(4, 4, depth: 8, colorType: 0, rows: [0, 1, 2, 3, 4]))
            } throws: { error in
                if case CodecError.truncated(.png, _) = error { true } else { false }
            }
        }

        @Test func `transparency counts wherever the palette stands`() throws {
            let bytes = file(
                2, 1, depth: 8, colorType: 3, rows: [0, 0, 1],
                chunks: chunk("tRNS", [128]) + chunk("PLTE", [255, 0, 0, 0, 200, 100]))
            #expect(try decode(bytes).bitmap[0, 0] == SIMD4(0, 0, 128, 128))
        }

        /// Returns the deflate stream of 20 MB of zeros by libpng.
        private func zeros() throws -> [UInt8] {
            let size = PixelSize(width: 4096, height: 1280)
            let bytes = try encode(Bitmap(size: size), EncodeSettings(effort: 1)).array
            return try Array(bytes[#require(bytes.chunk("IDAT"))])
        }

        @Test func `a cancelled task stops decoding`() async throws {
            let bytes = try encode(scene(16, 16))
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try decode(bytes).bitmap.size }
            }
        }
    }
#endif
