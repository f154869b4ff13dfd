#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGSessionTests {
        @Test(arguments: Fixture.allCases, [1, 7, 97, 4096, .max >> 1])
        func `pieces make the same picture as the whole`(fixture: Fixture, size: Int) throws {
            let bytes = try fixture.bytes()
            let whole = Outcome(decoding: bytes)
            if case .error(let error) = whole { Issue.record("\(error)") }
            #expect(Outcome(feeding: bytes, in: size) == whole)
        }

        @Test(arguments: Fixture.allCases, [1, 13, 1000])
        func `previews change nothing of the picture`(fixture: Fixture, size: Int) throws {
            let bytes = try fixture.bytes()
            let fed = Outcome(feeding: bytes, in: size, previewEvery: size == 1 ? 50 : 1)
            #expect(fed == Outcome(decoding: bytes))
        }

        @Test(arguments: Fixture.allCases, [10, 40, 75])
        func `a scaled picture is the same in pieces`(fixture: Fixture, side: Int) throws {
            let bytes = try fixture.bytes()
            let options = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: side, height: side)))
            let fed = Outcome(feeding: bytes, in: 61, options, previewEvery: 3)
            #expect(fed == Outcome(decoding: bytes, options))
        }

        @Test(arguments: Fixture.allCases)
        func `a truncated file fails alike in pieces`(fixture: Fixture) throws {
            let bytes = try fixture.bytes(PixelSize(width: 40, height: 56))
            var differences: [String] = []
            for count in stride(from: 0, to: bytes.count, by: 11) {
                let cut = bytes.prefix(count)
                let whole = Outcome(decoding: cut)
                for size in [1, 97] where Outcome(feeding: cut, in: size) != whole {
                    differences.append("\(count) in \(size)")
                }
            }
            #expect(differences.isEmpty)
        }

        @Test(arguments: Fixture.allCases)
        func `a damaged file fails alike in pieces`(fixture: Fixture) throws {
            let bytes = try fixture.bytes(PixelSize(width: 64, height: 40)).array
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 20))
            var differences: [Int] = []
            for index in stride(from: 2, to: bytes.count, by: 5) {
                var changed = bytes
                changed[index] ^= 0xFF
                let file = ByteBlock(copying: changed)
                if Outcome(feeding: file, in: 97, options) != Outcome(decoding: file, options) {
                    differences.append(index)
                }
            }
            #expect(differences.isEmpty)
        }

        @Test func `what follows the picture is ignored`() throws {
            let bytes = try Fixture.progressive.bytes()
            let longer = ByteBlock(copying: bytes.array + [UInt8](repeating: 0xFF, count: 5000))
            #expect(Outcome(feeding: longer, in: 100) == Outcome(decoding: bytes))
        }

        @Test func `an empty piece is no end`() throws {
            let bytes = try Fixture.baseline.bytes()
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            try ByteBlock(copying: []).withSpan { (span) throws(CodecError) in
                try session.append(span)
            }
            try feed(bytes, to: session, in: 300)
            #expect(try session.finish().bitmap == decode(bytes).bitmap)
        }

        @Test func `a size over the limits is refused when the header is there`() throws {
            let bytes = try Fixture.baseline.bytes()
            let limits = DecodeLimits(maxPixels: 100)
            let session = JPEGDecoder().makeSession(options: DecodeOptions(limits: limits))
            #expect {
                try feed(bytes.prefix(bytes.count / 2), to: session, in: 10)
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        @Test func `a failure stays`() throws {
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            let junk = ByteBlock(copying: [UInt8](repeating: 0x41, count: 500))
            #expect(throws: CodecError.self) { try feed(junk, to: session, in: 100) }
            #expect(throws: CodecError.self) { try session.preview() }
            #expect(throws: CodecError.self) { try session.finish() }
            #expect(session.revision == 0)
        }

        @Test(arguments: Fixture.allCases)
        func `a cancelled task stops a session`(fixture: Fixture) async throws {
            let bytes = try fixture.bytes()
            let task = Task { () -> [CodecError?] in
                let session = JPEGDecoder().makeSession(options: DecodeOptions())
                try feed(bytes.prefix(bytes.count * 3 / 4), to: session, in: 500)
                withUnsafeCurrentTask { $0?.cancel() }
                return [
                    error { () throws(CodecError) in try feed(bytes, to: session, in: 500) },
                    error { () throws(CodecError) in _ = try session.preview() },
                    error { () throws(CodecError) in _ = try session.finish() },
                ]
            }
            let errors = try await task.value
            #expect(errors == [.cancelled, .cancelled, .cancelled])
        }

        private func error(_ body: () throws(CodecError) -> Void) -> CodecError? {
            do throws(CodecError) { try body() } catch { return error }
            return nil
        }
    }
#endif
