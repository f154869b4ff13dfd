#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGDamageTests {
        /// The size of the end-of-image marker: a file that lacks only this still has every pixel.
        private static let endMarker = 2

        @Test(arguments: [false, true])
        func `a truncated file is refused`(isProgressive: Bool) throws {
            let settings = EncodeSettings(quality: 85, isProgressive: isProgressive)
            let whole = try encode(scene(70, 50), settings).array
            var survivors: [Int] = []
            for count in stride(from: 0, to: whole.count - Self.endMarker - 8, by: 7) {
                let output = try? decode(ByteBlock(copying: whole.prefix(count)))
                if output != nil { survivors.append(count) }
            }
            #expect(survivors.isEmpty)
        }

        @Test func `a file cut in its data is called truncated`() throws {
            let whole = try encode(scene(64, 64)).array
            #expect {
                try decode(ByteBlock(copying: whole.prefix(whole.count * 3 / 4)))
            } throws: { error in
                if case CodecError.truncated(.jpeg, _) = error { true } else { false }
            }
        }

        @Test func `a file that lacks only its end marker decodes whole`() throws {
            let whole = try encode(scene(64, 64))
            let cut = ByteBlock(copying: whole.array.dropLast(Self.endMarker))
            #expect(try decode(cut).bitmap == decode(whole).bitmap)
        }

        @Test(arguments: [false, true])
        func `no changed byte does more than fail`(isProgressive: Bool) throws {
            let whole = try encode(scene(24, 24), EncodeSettings(isProgressive: isProgressive))
                .array
            let limits = DecodeLimits(maxPixels: 1 << 22)
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
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("<html>".utf8),
        ])
        func `bytes without a picture are refused`(bytes: [UInt8]) {
            #expect(throws: CodecError.self) { try decode(ByteBlock(copying: bytes)) }
            #expect(throws: CodecError.self) { try metadata(ByteBlock(copying: bytes)) }
        }

        @Test func `a header that claims a gigantic picture is over the limit`() throws {
            let bytes = ByteBlock(copying: try claiming(65_500, 65_500, in: encode(scene(16, 16))))
            for attempt in [{ _ = try decode(bytes) }, { _ = try metadata(bytes) }] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test func `a claimed side of nothing is refused`() throws {
            let bytes = ByteBlock(copying: try claiming(0, 16, in: encode(scene(16, 16))))
            #expect(throws: CodecError.self) { try metadata(bytes) }
        }

        @Test func `coefficients of a progressive file count in its memory`() throws {
            let limits = DecodeLimits(maxBytes: 64 * 64 * 5)
            let picture = scene(64, 64)
            let options = DecodeOptions(limits: limits)
            #expect(throws: Never.self) { try decode(encode(picture), options) }
            #expect(throws: CodecError.self) {
                try decode(encode(picture, EncodeSettings(isProgressive: true)), options)
            }
        }

        @Test func `thousands of scans are refused`() throws {
            let bytes = try encode(scene(16, 16), EncodeSettings(isProgressive: true)).array
            // The last bit of all DC coefficients can be sent repeatedly.
            let parameters = [3, 1, 0, 2, 0, 3, 0, 0, 0, 0x10] as [UInt8]
            let start = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA, 0, 12] + parameters) })
            let end = try #require(bytes[(start + 14)...].firstIndex(of: 0xFF))
            let scan = bytes[start..<end]
            var bomb = Array(bytes.dropLast(2))
            for _ in 0..<3000 { bomb += scan }
            bomb += [0xFF, 0xD9]
            #expect {
                try decode(ByteBlock(copying: bomb))
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        /// Guards against libjpeg-turbo before 3.0.4, which takes seconds for 80,000 segments, and
        /// hours for a million.
        @Test func `more segments than a picture needs are refused`() throws {
            let bytes = try encode(scene(16, 16)).array
            let most = [[UInt8]](repeating: segment(0xE1, []), count: 4096).flatMap { $0 }
            let allowed = Array(bytes[..<2]) + most + Array(bytes[2...])
            #expect(throws: Never.self) { try decode(ByteBlock(copying: allowed)) }
            let tooMany = ByteBlock(copying: allowed).inserting(marker: 0xE2, [])
            for attempt in [{ _ = try decode(tooMany) }, { _ = try metadata(tooMany) }] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test func `a cancelled task stops decoding`() async throws {
            let bytes = try encode(scene(16, 16))
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try decode(bytes).bitmap.size }
            }
        }

        private func claiming(_ width: Int, _ height: Int, in file: ByteBlock) throws -> [UInt8] {
            var bytes = file.array
            let frame = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            bytes.replaceSubrange(
                (frame + 5)..<(frame + 9),
                with: [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) })
            return bytes
        }
    }
#endif
