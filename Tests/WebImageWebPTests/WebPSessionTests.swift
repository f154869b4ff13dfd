#if WebP
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels
    import WebImageWebP

    struct WebPSessionTests {
        private static let size = PixelSize(width: 90, height: 130)

        @Test(arguments: Sample.all, [1, 7, 61, 1009, 1 << 20])
        func `bytes in any portions make the picture of a decode`(
            sample: Sample, portion: Int
        ) throws {
            let file = try sample.file(Self.size)
            try expectEqual(file, DecodeOptions(), portion)
        }

        @Test(arguments: Sample.all, [13, 4096])
        func `bytes in portions make the scaled picture of a decode`(
            sample: Sample, portion: Int
        ) throws {
            let box = PixelSize(width: 20, height: 30)
            let options = DecodeOptions(downsampling: Downsampling(box: box))
            try expectEqual(sample.file(Self.size), options, portion)
        }

        @Test(arguments: [false, true])
        func `previews show the rows so far, and nothing below them`(lossless: Bool) throws {
            let size = PixelSize(width: 200, height: 300)
            let file = try WebPEncoder().encode(
                Scene.photograph(size: size),
                settings: EncodeSettings(quality: 95, isLossless: lossless))
            let whole = try decode(file).bitmap
            var (shown, last) = (0, 0)
            _ = try feed(file, DecodeOptions(), 512) { session in
                #expect(session.revision >= last)
                guard session.revision > last, let preview = try session.preview()?.bitmap else {
                    return
                }
                last = session.revision
                #expect(preview.size == size)
                #expect(preview[100, last - 1] == whole[100, last - 1])
                if last < 300 {
                    #expect(preview[100, last] == SIMD4(0, 0, 0, 0))
                    #expect(!preview.isOpaque)
                }
                shown += 1
            }
            #expect(shown >= 4)
            #expect(last == 300)
        }

        @Test func `a preview stays as it was when more bytes come`() throws {
            let file = try Sample.lossless.file(PixelSize(width: 300, height: 400))
            var first: Bitmap?
            var copy: Bitmap?
            _ = try feed(file, DecodeOptions(), 512) { session in
                guard first == nil, let bitmap = try session.preview()?.bitmap else { return }
                (first, copy) = (bitmap, bitmap)
                // A write makes the copy unique.
                copy?[0, 0] = bitmap[0, 0]
            }
            #expect(first != nil && first == copy)
        }

        @Test func `complete frames can be played while more arrive`() throws {
            let size = PixelSize(width: 16, height: 12)
            let stored = SolidFrame.random(12, in: size, seed: 2)
            let file = try TestPictures.animation(stored, size: size)
            let seen = try arrivingFrames(of: file, by: WebPDecoder(), chunk: 40)
            #expect(seen.count > 6 && seen.last?.count == 12)
            #expect(seen.allSatisfy { $0.areEqual })
        }

        @Test func `metadata behind the picture is in the result`() throws {
            let file = try Sample.metadata.file(Self.size)
            let output = try feed(file, DecodeOptions(), 5)
            #expect(output.metadata.orientation == .right)
            #expect(output.metadata.exif != nil)
            #expect(output.color.profile != nil)
        }

        @Test(arguments: Sample.all)
        func `a session cut at any length ends as a decode does`(sample: Sample) throws {
            let file = try sample.file(PixelSize(width: 30, height: 44))
            for count in stride(from: 0, to: file.count, by: 3) {
                let part = file.prefix(count)
                #expect(
                    result { try feed(part, DecodeOptions(), 100) } == result { try decode(part) })
            }
        }

        @Test(arguments: Sample.all)
        func `no byte of a file makes a session differ from a decode`(sample: Sample) throws {
            let file = try sample.file(PixelSize(width: 30, height: 44))
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            for index in 0..<file.count {
                var bytes = file.withUnsafeBytes { Array($0) }
                bytes[index] ^= 0x55
                let damaged = ByteBlock(copying: bytes)
                let (one, other) = (
                    result { try feed(damaged, options, 64) },
                    result { try decode(damaged, options) }
                )
                // The first of two errors may differ.
                #expect((one == nil) == (other == nil), "byte \(index)")
                #expect(one?.bitmap == other?.bitmap, "byte \(index)")
            }
        }

        @Test func `bytes behind the end change nothing`() throws {
            let file = try Sample.lossless.file(Self.size)
            let longer = ByteBlock.joining([
                file, ByteBlock(copying: Array(repeating: 7, count: 999)),
            ])
            #expect(try feed(longer, DecodeOptions(), 50).bitmap == decode(file).bitmap)
        }

        @Test(arguments: [PixelSize(width: 30, height: 44), PixelSize(width: 120, height: 80)])
        func `a lossless chunk that is too short ends as a decode does`(size: PixelSize) throws {
            let good = TestPictures.imageChunks(of: try Sample.lossless.file(size))
            for missing in 1...40 {
                // libwebp reads on after the chunk, where the rest still is.
                let body = Array(good[8..<good.count - missing])
                let file = ByteBlock.joining([
                    TestPictures.file(TestPictures.chunk("VP8L", body)),
                    ByteBlock(copying: good[(good.count - missing)...]),
                ])
                for portion in [7, 61, file.count - missing + 1, file.count] {
                    let (one, other) = (
                        result { try feed(file, DecodeOptions(), portion) },
                        result { try decode(file) }
                    )
                    #expect(one == other, "\(missing) bytes missing, \(portion) at once")
                }
            }
        }

        @Test func `a cancelled task decodes no rows`() async throws {
            let file = try Sample.lossy.file(Self.size)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try feed(file, DecodeOptions(), 1 << 20)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        @Test(arguments: [0, 2] as [UInt8])
        func `a canvas beyond the limits is refused as soon as it is known`(flags: UInt8) throws {
            let file = TestPictures.file(TestPictures.header(flags, width: 1 << 24, height: 1 << 7))
            #expect { try feed(file, DecodeOptions(), 30) } throws: { isLimit($0) }
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `every file of the corpus ends as a decode does`() throws {
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 4_000_000))
            for entry in Corpus.entries(format: "webp") {
                let file = try entry.load()
                let (one, other) = (
                    result { try feed(file, options, 997) }, result { try decode(file, options) }
                )
                #expect((one == nil) == (other == nil), "\(entry.path)")
                #expect(one == other, "\(entry.path)")
            }
        }

        private func expectEqual(
            _ file: ByteBlock, _ options: DecodeOptions, _ portion: Int
        ) throws {
            let (one, other) = try (feed(file, options, portion), decode(file, options))
            #expect(one.bitmap == other.bitmap)
            #expect(one.bitmap.isOpaque == other.bitmap.isOpaque)
            #expect(one.color.profile == other.color.profile)
            #expect(one.metadata == other.metadata)
        }

        /// Returns the comparable parts of a picture; `nil` for an error.
        private func result(_ make: () throws -> DecodeOutput) -> Result? {
            guard let output = try? make() else { return nil }
            return Result(
                bitmap: output.bitmap, metadata: output.metadata, profile: output.color.profile)
        }

        private struct Result: Equatable {
            let bitmap: Bitmap
            let metadata: ImageMetadata
            let profile: ByteBlock?
        }
    }

    /// Feeds a session with a file in portions.
    @discardableResult
    func feed(
        _ file: ByteBlock, _ options: DecodeOptions, _ portion: Int,
        _ look: (any IncrementalDecodingSession) throws -> Void = { _ in }
    ) throws -> DecodeOutput {
        let session = WebPDecoder().makeSession(options: options)
        for start in stride(from: 0, to: file.count, by: portion) {
            try file.withSpan { bytes throws in
                let end = min(start + portion, file.count)
                try session.append(bytes.extracting(start..<end))
            }
            try look(session)
        }
        return try session.finish()
    }

    /// Kinds of files.
    enum Sample: CaseIterable, Sendable {
        case lossy, lossless, lossyAlpha, losslessAlpha, metadata, animation

        static let all = allCases

        /// Returns a file of this kind.
        func file(_ size: PixelSize) throws -> ByteBlock {
            switch self {
            case .lossy: try TestPictures.encoded(size)
            case .lossless: try TestPictures.encoded(size, lossless: true)
            case .lossyAlpha: try TestPictures.encoded(size, alpha: true)
            case .losslessAlpha: try TestPictures.encoded(size, alpha: true, lossless: true)
            case .animation:
                try TestPictures.animation(SolidFrame.random(5, in: size, seed: 4), size: size)
            case .metadata:
                TestPictures.file(
                    TestPictures.header(40, width: size.width, height: size.height),
                    TestPictures.chunk("ICCP", [1, 2, 3]),
                    TestPictures.imageChunks(of: try TestPictures.encoded(size)),
                    TestPictures.chunk("EXIF", TestPictures.sidewaysExif))
            }
        }
    }
#endif
