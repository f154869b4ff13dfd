#if Sandbox && os(Linux)
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// The text transform draws markup of the library, which needs no worker.
    @Suite struct OwnMarkupTests {
        private func request(_ bytes: ByteBlock, _ text: String? = nil) -> ImageRequest {
            var request = ImageRequest(ImageSource.data(bytes))
            request.transforms = text.map { [BuiltInTransform.text($0, size: 20)] } ?? []
            return request
        }

        @Test func aTextIsDrawnWithoutWorkers() async throws {
            // A worker cannot be started.
            let codecs = CodecList.sandboxedOnFirstUse(
                formats: [.svg], worker: "/nonexistent/decoder")
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: SchemeLoader(),
                codecs: codecs)
            let plain = Bitmap(size: PixelSize(120, 60), isOpaque: true)
            let bytes = try BMPEncoder().encode(plain, settings: EncodeSettings())
            let drawn = try await pipeline.image(for: request(bytes, "Text")).image.poster
            #expect(ImageComparison(drawn, plain).maximum > 0)

            let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
            let foreign = request(ByteBlock(copying: Array(text.utf8)))
            let error = await #expect(throws: ImageError.self) {
                _ = try await pipeline.image(for: foreign)
            }
            #expect("\(try #require(error))".contains("/nonexistent/decoder"))
        }
    }
#endif
