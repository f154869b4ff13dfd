#if PNG && AVIF && JPEGXL
    import Testing
    import TestSupport
    import WebImage
    import WebImageTesting

    /// Alpha channels of animations, which only transparent ones need.
    struct OpaqueAnimationTests {
        private static let size = PixelSize(width: 24, height: 16)
        private static let formats: [ImageFormat] = [.apng, .avif, .jxl]

        private static func noise(_ seed: UInt64) -> Bitmap {
            Scene.noise(size: size, seed: seed, isOpaque: true)
        }

        private static func file(_ frames: [Bitmap], _ format: ImageFormat) throws -> ByteBlock {
            let encoder = try #require(CodecList.installed.animatedEncoder(for: format))
            let settings = EncodeSettings(isLossless: format != .apng, effort: 1)
            return try encoder.encode(ListedFrames(frames), settings: settings)
        }

        private static func image(_ file: ByteBlock) async throws -> DecodedImage {
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            return try await pipeline.image(for: ImageRequest(ImageSource.data(file))).image
        }

        @Test(arguments: formats, [true, false])
        func `an opaque animation has no alpha`(format: ImageFormat, isKnown: Bool) async throws {
            var frames = (1...3).map { Self.noise($0) }
            for index in frames.indices { frames[index].isOpaque = isKnown }
            let image = try await Self.image(Self.file(frames, format))
            #expect(!image.metadata.hasAlpha)
            #expect(image.metadata.frameCount == 3)
            let last = try #require(image.frames).frame(at: 2).bitmap
            #expect(ImageComparison(last, frames[2]).maximum <= 1)
        }

        @Test(arguments: formats)
        func `one transparent frame gives all an alpha channel`(format: ImageFormat) async throws {
            var frames = (1...3).map { Self.noise($0) }
            frames[2].isOpaque = false
            frames[2][5, 5] = SIMD4(0, 0, 0, 0)
            let image = try await Self.image(Self.file(frames, format))
            #expect(image.metadata.hasAlpha)
            for index in 0..<3 {
                let frame = try #require(image.frames).frame(at: index).bitmap
                #expect(ImageComparison(frame, frames[index]).maximum <= 1)
            }
        }

        @Test(arguments: [3, 20])
        func `an opaque APNG has alpha if its files become smaller by it`(count: Int) async throws {
            let first = Scene.noise(size: PixelSize(64, 64), seed: 1, isOpaque: true)
            let frames = (0..<count).map { index in
                var frame = first
                for spot in 0..<16 where index > 0 {
                    frame[spot * 4, (spot * 4 + index) % 64] = SIMD4(UInt8(index), 1, 1, 255)
                }
                return frame
            }
            let file = try Self.file(frames, .apng)
            // Without overlays each frame would store the noise of its rectangle.
            #expect(file.count < 64 * 64 * 3 * 3)
            let image = try await Self.image(file)
            #expect(image.metadata.hasAlpha)
            #expect(try image.frames?.frame(at: count - 1).bitmap == frames[count - 1])
        }
    }
#endif
