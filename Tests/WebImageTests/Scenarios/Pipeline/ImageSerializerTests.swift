#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// The bytes on disk, and their encoding.
    struct ImageSerializerTests {
        private func stored(
            _ request: ImageRequest, by pipeline: ImagePipeline
        ) async throws -> (original: ByteBlock?, variant: ByteBlock?, response: ImageResponse) {
            let prepared = try await pipeline.prepare(request)
            let response = try await pipeline.image(for: request)
            await pipeline.flush()
            let disk = try #require(pipeline.disk)
            return (
                try disk.reader(for: prepared.dataKey)?.bytes,
                try disk.reader(for: prepared.imageKey)?.bytes, response
            )
        }

        @Test(.scenario("002-3"))
        func `a request's serializer wins over the pipeline's, and the disk has its bytes`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.serializer = Flat(color: SIMD4(1, 1, 1, 255))
            let usual = try await stored(job.request("/a.png"), by: pipeline)
            let dark = try Flat(color: SIMD4(1, 1, 1, 255)).bytes(of: usual.response.image)
            #expect(usual.variant?.list == dark.list)
            #expect(usual.original == nil)

            var own = job.request("/a.png")
            own.serializer = Flat(color: SIMD4(9, 9, 9, 255))
            own.diskRepresentation = .both
            let special = try await stored(own, by: pipeline)
            let light = try Flat(color: SIMD4(9, 9, 9, 255)).bytes(of: special.response.image)
            #expect(special.variant?.list == light.list)
            #expect(special.original?.list == job.bytes.list)
        }

        @Test(.scenario("002-3"))
        func `what a caller gets is made of the original, not of what was serialized`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            let plain = try await pipeline.image(for: job.request("/a.png")).image.poster
            pipeline.serializer = Flat(color: SIMD4(1, 1, 1, 255))
            let response = try await stored(job.request("/a.png"), by: pipeline).response
            #expect(response.image.poster == plain)
            #expect(response.encodedByteCount == job.bytes.count)
            // Another process shows the serialized bytes.
            var other = job.pipeline()
            other.serializer = pipeline.serializer
            let again = try await other.image(for: job.request("/a.png"))
            #expect(again.origin == .disk)
            #expect(again.image.poster[7, 5] == SIMD4(1, 1, 1, 255))
        }

        @Test(.scenario("002-4")) func `a serializer of one request leaves the others alone`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            job.origin.reply("/b.png", with: job.picture)
            let pipeline = job.pipeline()
            var one = job.request("/a.png")
            one.serializer = Flat(color: SIMD4(1, 1, 1, 255))
            #expect(try await stored(one, by: pipeline).variant != nil)
            let other = try await stored(job.request("/b.png"), by: pipeline)
            #expect(other.original?.list == job.bytes.list)
            #expect(other.variant == nil)
            let same = try await stored(job.request("/a.png"), by: pipeline)
            #expect(same.original?.list == job.bytes.list)
        }

        @Test func `an animation's variant keeps its frames`() async throws {
            let job = try Job()
            let frames = try Self.animation()
            job.origin.reply(
                "/a.png", with: OriginReply(body: frames.list))
            var request = job.request("/a.png")
            request.transforms = [.grayscale()]
            request.diskRepresentation = .variant
            request.storeCompletion = .everything
            let fresh = try await job.pipeline().image(for: request).image
            let stored = try await job.pipeline().image(for: request)
            #expect(stored.origin == .disk)
            #expect(stored.image.frames?.count == 3)
            #expect(stored.image.frames?.rawDurations == fresh.frames?.rawDurations)
            let last = try (fresh.frames?.frame(at: 2), stored.image.frames?.frame(at: 2))
            #expect(last.0?.bitmap == last.1?.bitmap)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        private static func animation() throws -> ByteBlock {
            let frames = ListedFrames(
                (0..<3).map { index in
                    var bitmap = Bitmap(size: PixelSize(width: 8, height: 8), isOpaque: true)
                    bitmap[index, 3] = SIMD4(200, 9, UInt8(index * 80), 255)
                    return bitmap
                })
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .apng))
            return try encoder.encode(frames, settings: EncodeSettings())
        }
    }

    /// A serializer that stores a single-coloured picture in place of the image.
    private struct Flat: ImageSerializer {
        let color: SIMD4<UInt8>
        var identity: String { "flat\(color)" }

        func bytes(of image: DecodedImage) throws(CodecError) -> ByteBlock {
            var bitmap = Bitmap(size: image.size, isOpaque: true)
            for y in 0..<image.size.height {
                for x in 0..<image.size.width { bitmap[x, y] = color }
            }
            return try CodecList.installed.encoder(for: .png)
                .encode(bitmap, settings: EncodeSettings())
        }

        func serialize(
            _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
        ) throws(CodecError) -> EncodedImage? {
            EncodedImage(try bytes(of: image))
        }
    }

    extension ByteBlock {
        fileprivate var list: [UInt8] { self.withUnsafeBytes { Array($0) } }
    }
#endif
