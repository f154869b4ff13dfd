#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @Suite struct JPEGXLIncrementalTests {
        enum Sample: CaseIterable {
            case lossy, lossless, progressive, boxes, moving

            func file() throws -> ByteBlock {
                let size = PixelSize(width: 90, height: 70)
                switch self {
                case .lossy:
                    return try encode(Scene.photograph(size: size))
                case .lossless:
                    return try encode(
                        Scene.noise(size: PixelSize(width: 30, height: 20), seed: 1),
                        EncodeSettings(isLossless: true, effort: 1))
                case .progressive:
                    return try encode(
                        Scene.photograph(size: PixelSize(width: 300, height: 200)),
                        EncodeSettings(isProgressive: true, effort: 3))
                case .boxes:
                    var settings = EncodeSettings(effort: 3)
                    settings.embedded.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
                    return try encode(Scene.transparency(size: size), settings)
                case .moving:
                    return try animation(4, side: 24).file
                }
            }
        }

        @Test(arguments: Sample.allCases, [1, 7, 101, 4096, 1 << 20])
        func `any chunks end in what a decode at once makes`(sample: Sample, chunk: Int) throws {
            let file = try sample.file()
            try compare(file.array, chunk: chunk, DecodeOptions())
            try compare(file.array, chunk: chunk, options(box: 20))
            // Bytes after the picture are ignored.
            try compare(
                file.array + Array(repeating: 0x5A, count: 50), chunk: chunk, DecodeOptions())
        }

        @Test(arguments: Sample.allCases)
        func `missing bytes are the same error as at once`(sample: Sample) throws {
            let whole = try sample.file().array
            for count in stride(from: 0, to: whole.count, by: max(whole.count / 40, 1)) {
                try compare(Array(whole.prefix(count)), chunk: 97, DecodeOptions())
            }
        }

        @Test func `damage is the same error as at once`() throws {
            let whole = try Sample.lossless.file().array
            for index in stride(from: 0, to: whole.count, by: 11) {
                var bytes = whole
                bytes[index] ^= 0x55
                try compare(
                    bytes, chunk: 64, DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 20)))
            }
        }

        @Test(.enabled(if: Corpus.isAvailable, "the corpus is not there"))
        func `the corpus in chunks is what it is at once`() throws {
            for entry in Corpus.entries(format: "jxl")
            where (entry.width ?? 0) * (entry.height ?? 0) < 200_000 {
                try compare(try entry.load().array, chunk: 1999, DecodeOptions(), entry.path)
            }
        }

        private func compare(
            _ bytes: [UInt8], chunk: Int, _ options: DecodeOptions, _ comment: String = ""
        ) throws {
            let atOnce = outcome { () throws(CodecError) in
                try decode(ByteBlock(copying: bytes), options)
            }
            let inChunks = outcome { () throws(CodecError) in
                let session = JPEGXLDecoder().makeSession(options: options)
                for start in stride(from: 0, to: bytes.count, by: chunk) {
                    let part = ByteBlock(copying: bytes[start...].prefix(chunk))
                    try part.withSpan { span throws(CodecError) in try session.append(span) }
                }
                return try session.finish()
            }
            switch (atOnce, inChunks) {
            case (.success(let expected), .success(let result)):
                #expect(result.bitmap == expected.bitmap, "\(comment)")
                #expect(result.bitmap.isOpaque == expected.bitmap.isOpaque)
                #expect(result.metadata == expected.metadata, "\(comment)")
                #expect(result.color.profile == expected.color.profile)
            case (.failure(let expected), .failure(let result)):
                #expect(result == expected, "\(comment)")
            default:
                Issue.record("\(comment): \(atOnce) at once, \(inChunks) in chunks")
            }
        }
    }
#endif
