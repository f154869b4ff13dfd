#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGPreviewTests {
        private let size = PixelSize(width: 320, height: 240)

        @Test(arguments: [Fixture.progressive, .progressiveGrey, .arithmeticProgressive])
        func `a third of a progressive file shows all of the picture`(fixture: Fixture) throws {
            let bytes = try fixture.bytes(size)
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            try feed(bytes.prefix(bytes.count * 3 / 10), to: session, in: 200)
            #expect(session.revision > 0)
            let preview = try #require(try session.preview())
            #expect(preview.bitmap.size == size && preview.bitmap.isOpaque)
            #expect(try preview.metadata == decode(bytes).metadata)
            #expect(try ImageComparison(preview.bitmap, decode(bytes).bitmap).ssim > 0.6)
        }

        @Test func `previews of a progressive file come nearer and nearer`() throws {
            let bytes = try Fixture.progressive.bytes(size)
            let final = try decode(bytes).bitmap
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            var (differences, revisions): ([Double], [Int]) = ([], [])
            for part in 1...8 {
                let (start, end) = (bytes.count * (part - 1) / 8, bytes.count * part / 8)
                try bytes.withSpan { (span) throws(CodecError) in
                    try session.append(span.extracting(start..<end))
                }
                guard let preview = try session.preview() else { continue }
                differences.append(ImageComparison(preview.bitmap, final).mean)
                revisions.append(session.revision)
            }
            #expect(differences.count >= 6)
            #expect(differences == differences.sorted(by: >))
            #expect(revisions == revisions.sorted() && Set(revisions).count > 4)
            #expect(differences.last == 0)
        }

        @Test(arguments: [Fixture.baseline, .fullColour, .grey, .restarts])
        func `rows of a baseline file appear as they come`(fixture: Fixture) throws {
            let bytes = try fixture.bytes(size)
            let final = try decode(bytes).bitmap
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            try feed(bytes.prefix(bytes.count / 2), to: session, in: 500)
            let rows = session.revision
            #expect(rows > size.height / 5 && rows < size.height)
            let preview = try #require(try session.preview()).bitmap
            #expect(preview.size == size && !preview.isOpaque)
            for y in 0..<size.height {
                let expected = y < rows ? final[7, y] : SIMD4(0, 0, 0, 0)
                #expect(preview[7, y] == expected)
            }
            // The preview handed out before is unchanged.
            try feed(
                ByteBlock(copying: bytes.array.dropFirst(bytes.count / 2)), to: session, in: 500)
            #expect(try session.finish().bitmap == final)
            #expect(preview[7, size.height - 1] == SIMD4(0, 0, 0, 0))
        }

        @Test func `a first scan that takes long is shown by rows`() throws {
            let picture = Scene.noise(
                size: PixelSize(width: 1200, height: 1200), seed: 2, isOpaque: true)
            let bytes = try encode(picture, EncodeSettings(quality: 100, isProgressive: true))
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            try feed(bytes.prefix(36 << 10), to: session, in: 1000)
            #expect(session.revision > 0)
            let preview = try #require(try session.preview()).bitmap
            #expect(!preview.isOpaque)
            #expect(preview[5, 5][3] == 255 && preview[5, 1199][3] == 0)
            try feed(ByteBlock(copying: bytes.array.dropFirst(36 << 10)), to: session, in: 9000)
            #expect(try session.finish().bitmap == decode(bytes).bitmap)
        }

        @Test func `there is nothing to see before the first rows`() throws {
            let bytes = try Fixture.baseline.bytes(size)
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            #expect(session.revision == 0)
            #expect(try session.preview()?.bitmap == nil)
            try feed(bytes.prefix(100), to: session, in: 10)
            #expect(session.revision == 0)
            #expect(try session.preview()?.bitmap == nil)
        }

        @Test func `codes that cannot wait are shown when all of them are there`() throws {
            let bytes = try Fixture.arithmetic.bytes(size)
            let session = JPEGDecoder().makeSession(options: DecodeOptions())
            try feed(bytes.prefix(bytes.count - 10), to: session, in: 100)
            #expect(session.revision == 0)
            #expect(try session.preview()?.bitmap == nil)
            try feed(ByteBlock(copying: bytes.array.suffix(10)), to: session, in: 1)
            #expect(try session.finish().bitmap == decode(bytes).bitmap)
        }
    }
#endif
