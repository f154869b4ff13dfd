#if JPEG
    import Foundation
    import Synchronization
    import Testing
    import WebImage
    import WebImageTesting

    /// A photograph that is shown while it arrives.
    struct StreamedJPEGTests {
        private static func photograph(isProgressive: Bool) throws -> [UInt8] {
            let bitmap = Scene.photograph(size: PixelSize(width: 320, height: 240))
            let file = try CodecList.installed.encoder(for: .jpeg)
                .encode(bitmap, settings: EncodeSettings(isProgressive: isProgressive))
            return file.withUnsafeBytes { Array($0) }
        }

        private func pipeline(_ chunks: some AsyncSequence<ByteBlock, Never> & Sendable)
            -> ImagePipeline
        {
            let loader = ScriptedLoader { _ in
                LoadedBody(
                    head: ResponseHead(url: "http://origin.test/a.jpg"), origin: .network,
                    expectedByteCount: nil, chunks: BodyStream(chunks))
            }
            return ImagePipeline(
                memory: MemoryCache(), disk: nil, loader: loader, codecs: .installed)
        }

        @Test(.timeLimit(.minutes(10)), arguments: [true, false])
        func `it comes out as if all bytes had been there`(isProgressive: Bool) async throws {
            let bytes = try Self.photograph(isProgressive: isProgressive)
            let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
            var request = ImageRequest("http://origin.test/a.jpg")
            request.previews = .all
            request.targetSize = PixelSize(width: 200, height: 0)
            // Half of the file, and no more before the first preview.
            for start in stride(from: 0, to: bytes.count / 2, by: 1000) {
                feed.yield(ByteBlock(copying: bytes[start..<min(start + 1000, bytes.count / 2)]))
            }
            var previews: [DecodedImage] = []
            var response: ImageResponse?
            for await update in pipeline(chunks).updates(for: request) {
                switch update {
                case .preview(let image):
                    if previews.isEmpty {
                        feed.yield(ByteBlock(copying: bytes[(bytes.count / 2)...]))
                        feed.finish()
                    }
                    previews.append(image)
                case .finished(let result): response = try result.get()
                default: break
                }
            }
            let once = try await ImagePipeline(transport: nil, disk: nil).image(
                for: Self.data(bytes, request.options))
            #expect(response?.image.poster == once.image.poster)
            #expect(response?.image.metadata == once.image.metadata)
            #expect(!previews.isEmpty)
            #expect(previews.allSatisfy { $0.size == once.image.size })
        }

        @Test(.timeLimit(.minutes(10)))
        func `a progressive one is seen in the first 30 % of its bytes`() async throws {
            let bytes = try Self.photograph(isProgressive: true)
            let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
            feed.yield(ByteBlock(copying: bytes[..<(bytes.count * 3 / 10)]))
            var request = ImageRequest("http://origin.test/a.jpg")
            request.previews = .all
            for await update in pipeline(chunks).updates(for: request) {
                if case .preview(let image) = update {
                    #expect(image.size == PixelSize(width: 320, height: 240))
                    break
                }
            }
        }

        private static func data(_ bytes: [UInt8], _ options: ImageOptions) -> ImageRequest {
            ImageRequest(ImageSource.data(ByteBlock(copying: bytes)), options: options)
        }
    }
#endif
