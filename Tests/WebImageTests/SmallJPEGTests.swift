#if JPEG
    import Testing
    import WebImage
    import WebImageTesting

    /// A JPEG that has to fit in a number of bytes.
    struct SmallJPEGTests {
        @Test func `a limit of bytes makes a JPEG between the poorest and the best`() async throws {
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            let picture = Scene.photograph(size: PixelSize(width: 320, height: 240))
            func encode(_ settings: EncodeSettings) async throws -> ByteBlock {
                try await pipeline.encode(
                    DecodedImage(poster: picture), as: .jpeg, settings: settings)
            }
            let best = try await encode(EncodeSettings(quality: 95))
            let poorest = try await encode(EncodeSettings(quality: 1))
            let limit = (best.count + poorest.count) / 2
            let limited = try await encode(EncodeSettings(quality: 95, maxByteCount: limit))
            #expect(poorest.count < limited.count && limited.count <= limit)
            #expect(limited.count > limit / 2)
            let source = ImageRequest(ImageSource.data(limited))
            let back = try await pipeline.image(for: source)
            #expect(back.image.size == picture.size && back.format == .jpeg)
            await #expect(throws: ImageError.self) {
                _ = try await encode(EncodeSettings(maxByteCount: 60))
            }
        }
    }
#endif
