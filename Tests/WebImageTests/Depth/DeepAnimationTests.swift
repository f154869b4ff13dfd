#if Color && JPEG && PNG && WebP
    import Synchronization
    import Testing
    import TestSupport
    import WebImage

    /// Frames of more than 8 bits from files and programs to files.
    struct DeepAnimationTests {
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func request(_ bytes: ByteBlock) -> ImageRequest {
            var request = ImageRequest(ImageSource.data(bytes))
            request.pixelDepth = .asStored
            return request
        }

        private func frames(_ bytes: ByteBlock) async throws -> [Bitmap] {
            try await pipeline.image(for: request(bytes)).image.allFrames().map(\.bitmap)
        }

        @Test func `frames of a program are written and read exactly`() async throws {
            let bytes = try await pipeline.encode(film(), as: .apng)
            #expect(bytes.array[24] == 16)
            #expect(try await frames(bytes) == pictures)
            let image = try await pipeline.image(for: ImageRequest(ImageSource.data(bytes))).image
            #expect(try image.allFrames().allSatisfy { $0.bitmap.sampleFormat == .bgra8 })
        }

        @Test func `a file keeps 16 bits through a size, and tells what others lose`() async throws
        {
            let bytes = try await pipeline.encode(film(), as: .apng)
            var small = request(bytes)
            small.targetSize = PixelSize(width: 20, height: 15)
            let file = try await pipeline.file(for: small, as: .apng)
            #expect(file.bytes.array[24] == 16 && file.dropped.isEmpty && file.frameCount == 3)
            #expect(
                try await frames(file.bytes)
                    == pictures.map { $0.resampled(to: PixelSize(width: 20, height: 15)) })
            let webp = try await pipeline.file(for: request(bytes), as: .webp)
            #expect(webp.dropped == [Loss(.bitDepth, from: 16, to: 8)] && webp.frameCount == 3)
        }

        @Test func `a file has the depth of the settings`() async throws {
            var settings = EncodeSettings()
            settings.depth = .eight
            let eight = try await pipeline.encode(film(), as: .apng, settings: settings)
            #expect(eight.array[24] == 8)
            let plain = pictures.map { $0.converted(to: .bgra8) }
            #expect(try await frames(eight) == plain)
            settings.depth = .sixteen
            let wide = try await pipeline.encode(film(plain), as: .apng, settings: settings)
            #expect(wide.array[24] == 16)
            #expect(try await frames(wide).map { $0.converted(to: .bgra8) } == plain)
        }

        @Test func `light becomes 16 bits`() async throws {
            let light = pictures.map { $0.converted(to: .rgbaHalf) }
            let bytes = try await pipeline.encode(film(light), as: .apng)
            #expect(try await frames(bytes) == light.map { $0.converted(to: .rgba16) })
        }

        @Test func `an encoder that says nothing gets frames of 8 bits`() async throws {
            let encoder = Reading8Bits()
            var pipeline = pipeline
            pipeline.codecs.encoders.insert(encoder, at: 0)
            // The first frame alone tells nothing of the others.
            let mixed = [pictures[0].converted(to: .bgra8)] + pictures
            for frames in [pictures, mixed] {
                _ = try await pipeline.encode(film(frames), as: .gif)
                #expect(encoder.seen.withLock { $0 } == [.bgra8])
            }
        }

        @Test func `a variant of deep frames stays an animation`() throws {
            let codecs = pipeline.codecs
            let original = EncodedImage(ByteBlock(copying: [0]))
            let stored = try EncodingSerializer(as: .webp).serialize(
                film(), of: original, using: codecs)
            #expect(stored?.format == .apng && stored?.bytes.array[24] == 16)
            var some = codecs
            some.encoders.removeAll { $0.format == .apng }
            let none = try EncodingSerializer(as: .webp).serialize(
                film(), of: original, using: some)
            #expect(none == nil)
        }

        /// An encoder of animations with pixels of four bytes.
        private final class Reading8Bits: AnimatedImageEncoder {
            let seen = Mutex<Set<SampleFormat>>([])
            var identity: String { "reading8bits" }
            var format: ImageFormat { .gif }
            var sampleFormats: Set<SampleFormat> { [.bgra8, .rgba16] }

            func encode(
                _ bitmap: Bitmap, settings: EncodeSettings
            ) throws(CodecError) -> ByteBlock { ByteBlock(copying: [0]) }

            func encode(
                _ frames: any FrameProvider, settings: EncodeSettings
            ) throws(CodecError) -> ByteBlock {
                for index in 0..<frames.count {
                    guard let format = try? frames.frame(at: index).bitmap.sampleFormat else {
                        continue
                    }
                    seen.withLock { _ = $0.insert(format) }
                }
                return ByteBlock(copying: [0])
            }
        }
    }

    /// Three pictures whose low bits matter, with a square that moves and translucent columns.
    private let pictures: [Bitmap] = (0..<3).map { index in
        var bitmap = Bitmap(size: PixelSize(width: 40, height: 30), as: .rgba16)
        for y in 0..<30 {
            for x in 0..<40 {
                let isInside = (index * 9..<index * 9 + 8).contains(x) && y > 10 && y < 20
                let alpha: UInt16 = x % 5 == 0 ? UInt16(y * 2000 + 1) : 65535
                bitmap[deep: x, y] =
                    isInside
                    ? SIMD4(UInt16(x * 1003), 513, UInt16(y * 2001), 65535)
                    : SIMD4(UInt16(x * 1600 + y), UInt16(y * 2100 + x), 30_001, alpha)
            }
        }
        return bitmap
    }

    private func film(_ frames: [Bitmap] = pictures) -> DecodedImage {
        DecodedImage(frames: frames.map { ImageFrame(bitmap: $0, duration: .milliseconds(80)) })
    }
#endif
