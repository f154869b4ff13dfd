#if Server
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// Sources that take the place of a picture as they are, and documents that are cleaned for it.
    struct PassedDocumentTests {
        private static let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'></svg>".utf8)
        private static let gif = Array("GIF89a".utf8) + Array(repeating: 0, count: 32)

        /// Returns the file of a source that passes on.
        private func file(
            _ bytes: [UInt8], cleans: Bool, _ decoder: any ImageDecoder
        ) async throws -> ImageFile {
            let codecs = CodecList(decoders: [decoder], encoders: [BMPEncoder()])
            let loader = ScriptedLoader(bytes: ByteBlock(copying: bytes))
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader, codecs: codecs)
            var settings = ServerSettings()
            (settings.encoding.sanitizesSVG, settings.encoding.skipped) = (cleans, [.gif])
            let request = PictureRequest(
                ImagePlan(source: "http://a.test/a"), accept: nil, settings, watermark: nil,
                codecs: codecs, encodable: [.bmp])
            return try await request.file(by: pipeline)
        }

        private func text(_ file: ImageFile) -> [UInt8] { file.bytes.withUnsafeBytes { Array($0) } }

        @Test(arguments: [true, false])
        func `a document is cleaned by its decoder if the settings say so`(
            cleans: Bool
        ) async throws {
            let file = try await file(Self.svg, cleans: cleans, ScriptedDecoder([.svg]))
            #expect(file.format == .svg)
            #expect(text(file) == (cleans ? Array("<svg>clean</svg>".utf8) : Self.svg))
        }

        @Test func `a picture passes as it is`() async throws {
            let file = try await file(Self.gif, cleans: true, ScriptedDecoder([.gif]))
            #expect(file.format == .gif && text(file) == Self.gif)
        }

        @Test(arguments: [
            (CodecError.damaged(.svg, "x"), true), (.limit("x"), false),
            (.documentInProcess, false), (.timedOut(.seconds(1)), false),
        ])
        func `a document that cannot be cleaned is a format that cannot be written`(
            fault: CodecError, isUnsupported: Bool
        ) async {
            await #expect {
                _ = try await file(Self.svg, cleans: true, ScriptedDecoder([.svg], fault: fault))
            } throws: {
                "\($0)".contains("passing it on: ") == isUnsupported
            }
        }
    }
#endif
