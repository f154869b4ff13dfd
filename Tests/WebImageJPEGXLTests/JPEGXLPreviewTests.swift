#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLPreviewTests {
        /// Feeds a session and returns each preview with the share of bytes it needed.
        private func previews(
            _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions(), chunk: Int = 512
        ) throws -> (previews: [(share: Double, bitmap: Bitmap)], final: DecodeOutput) {
            let session = JPEGXLDecoder().makeSession(options: options)
            let bytes = file.array
            var (revision, result) = (0, [(share: Double, bitmap: Bitmap)]())
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                let part = ByteBlock(copying: bytes[start...].prefix(chunk))
                try part.withSpan { span throws(CodecError) in try session.append(span) }
                #expect(session.revision >= revision)
                guard session.revision > revision else { continue }
                revision = session.revision
                let preview = try #require(try session.preview())
                result.append(
                    (Double(start + part.count) / Double(bytes.count), preview.bitmap))
            }
            return (result, try session.finish())
        }

        @Test func `a progressive picture is seen early, and ever better`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 512, height: 384))
            let file = try encode(picture, EncodeSettings(isProgressive: true, effort: 3))
            let (seen, final) = try previews(file)
            #expect(final.bitmap == (try decode(file)).bitmap)
            #expect(seen.count >= 2)
            let first = try #require(seen.first)
            #expect(first.share < 0.5)
            let errors = seen.map { ImageComparison(final.bitmap, $0.bitmap).mean }
            #expect(errors.last == 0)
            #expect(errors.first.map { $0 < 25 } == true)
            #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 >= $1 })
        }

        @Test func `a scaled preview has the size of the scaled picture`() throws {
            let picture = Scene.photograph(size: PixelSize(width: 512, height: 384))
            let file = try encode(picture, EncodeSettings(isProgressive: true, effort: 3))
            let (seen, final) = try previews(file, options(box: 96))
            #expect(seen.allSatisfy { $0.bitmap.size == final.bitmap.size })
            #expect(final.bitmap.size.width < 256)
        }

        @Test func `complete frames can be played while more arrive`() throws {
            let file = try animation(9, side: 24).file
            let seen = try arrivingFrames(of: file, by: JPEGXLDecoder(), chunk: 200)
            #expect(seen.count > 5)
            #expect(seen.allSatisfy { $0.areEqual })
        }

        @Test func `a large lossless picture is seen before its end`() throws {
            let size = PixelSize(width: 600, height: 600)
            let file = try encode(
                Scene.noise(size: size, seed: 3), EncodeSettings(isLossless: true, effort: 1))
            let (seen, final) = try previews(file, chunk: 40_000)
            #expect(seen.count >= 2)
            #expect(final.bitmap == Scene.noise(size: size, seed: 3))
        }

        @Test func `there is nothing to see before the first bytes`() throws {
            let session = JPEGXLDecoder().makeSession(options: DecodeOptions())
            #expect(session.revision == 0)
            #expect(try session.preview() == nil)
            #expect(throws: CodecError.self) { try session.finish() }
        }
    }
#endif
