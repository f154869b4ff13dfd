import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Encoding within a size and a number of bytes.
struct PictureEncoderTests {
    private let image = DecodedImage(
        poster: DotsFile(size: PixelSize(width: 40, height: 20)).bitmap(ofFrame: 0))

    private func pipeline(_ encoder: any ImageEncoder) -> ImagePipeline {
        var pipeline = DotsPipeline().pipeline
        pipeline.codecs.encoders.insert(encoder, at: 0)
        return pipeline
    }

    /// Returns the chosen quality and the number of encodes.
    private func search(
        limit: Int, from quality: Int = 80, _ byteCount: @escaping @Sendable (Int) -> Int
    ) async throws -> (count: Int, encodings: Int, best: Int?) {
        let encoder = ScriptedEncoder { byteCount($1.quality) }
        let file = try await pipeline(encoder).encode(
            image, as: .jpeg, settings: EncodeSettings(quality: quality, maxByteCount: limit))
        let best = (1...quality).last { byteCount($0) <= limit }
        return (file.count, encoder.settings.count, best)
    }

    @Test func `a file that is small enough is encoded once`() async throws {
        let found = try await search(limit: 9000) { $0 * 100 }
        #expect(found.count == 8000)
        #expect(found.encodings == 1)
    }

    @Test(arguments: [1050, 1900, 2345, 3999, 7900])
    func `quality is lowered until the file fits, not much further`(limit: Int) async throws {
        let found = try await search(limit: limit) { $0 * 100 }
        #expect(found.count <= limit)
        #expect(found.encodings <= 7)
        #expect(found.count / 100 >= (found.best ?? 0) - 3)
    }

    @Test func `a good guess ends the search`() async throws {
        let found = try await search(limit: 4600) { $0 * 100 }
        #expect(found.count == 4500)
        #expect(found.encodings == 3)
    }

    @Test func `a file that nothing makes small enough is an error with both sizes`() async throws {
        let encoder = ScriptedEncoder { _, settings in 500 + settings.quality }
        let pipeline = pipeline(encoder)
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.encode(
                image, as: .jpeg, settings: EncodeSettings(maxByteCount: 500))
        }
        #expect(error?.reason.contains("510") == true)
        #expect(error?.reason.contains("500") == true)
        #expect(encoder.settings.prefix(3).map(\.quality) == [80, 10, 10])
    }

    @Test(arguments: [true, false], [3000, 900, 90])
    func `a limit may leave the size of the picture`(hasQuality: Bool, limit: Int) async throws {
        let sizes = Recorder<PixelSize>()
        let encoder = ScriptedEncoder(hasQuality: hasQuality) { bitmap, settings in
            sizes.note(bitmap.size)
            return hasQuality ? 50 * settings.quality : 4000
        }
        var settings = EncodeSettings(maxByteCount: limit)
        settings.fitsBytesByQualityOnly = true
        let file = try await pipeline(encoder).encode(image, as: .jpeg, settings: settings)
        #expect(file.count == (hasQuality ? max(500, file.count) : 4000))
        #expect(file.count <= max(limit, hasQuality ? 500 : 4000))
        #expect(sizes.values.allSatisfy { $0 == image.size })
    }

    @Test(arguments: [true, false], [900, 500, 90])
    func `once quality is as low as it gets, the size gives way`(
        hasQuality: Bool, limit: Int
    ) async throws {
        let sizes = Recorder<PixelSize>()
        let encoder = ScriptedEncoder(hasQuality: hasQuality) { bitmap, settings in
            sizes.note(bitmap.size)
            return 60 + bitmap.size.area * (hasQuality ? 16 + settings.quality : 26) / 16
        }
        let file = try await pipeline(encoder).encode(
            image, as: .jpeg, settings: EncodeSettings(maxByteCount: limit))
        #expect(file.count <= limit && file.count > limit / 3)
        #expect(sizes.values.first == image.size)
        if hasQuality { #expect(encoder.settings.map(\.quality).min() == 10) }
        let shrunk = try #require(sizes.values.last)
        #expect(shrunk.area < image.size.area)
        #expect(abs(shrunk.width - 2 * shrunk.height) <= 2)
    }

    @Test func `lossless files keep their quality`() async throws {
        let encoder = ScriptedEncoder { bitmap, _ in bitmap.size.area }
        _ = try await pipeline(encoder).encode(
            image, as: .jpeg, settings: EncodeSettings(isLossless: true, maxByteCount: 300))
        #expect(encoder.settings.count > 1)
        #expect(encoder.settings.allSatisfy { $0.quality == 80 })
    }

    @Test(arguments: [
        (PixelSize(width: 10, height: 10), PixelSize(width: 10, height: 5)),
        (PixelSize(width: 0, height: 10), PixelSize(width: 20, height: 10)),
        (PixelSize(width: 400, height: 400), PixelSize(width: 40, height: 20)),
    ])
    func `a picture larger than the box is scaled down into it`(
        box: PixelSize, expected: PixelSize
    ) async throws {
        let test = DotsPipeline()
        let bytes = try await test.pipeline.encode(
            image, as: .dots, settings: EncodeSettings(maxSize: box))
        let again = try await test.pipeline.image(for: ImageRequest(ImageSource.data(bytes))).image
        #expect(again.size == expected)
        #expect(again.poster == image.poster.resampled(to: expected))
    }

    @Test func `metadata is stripped unless it is to be kept`() async throws {
        let kept = try await embedded(EncodeSettings(metadata: .keep))
        let stripped = try await embedded(EncodeSettings())
        #expect(kept.exif == DotsReader.exif(.up))
        #expect(kept.density == PixelDensity(x: 144, y: 72))
        #expect(stripped == EmbeddedMetadata())
    }

    @Test func `what the caller embeds is embedded`() async throws {
        let own = EmbeddedMetadata(exif: [1, 2, 3])
        let alone = try await embedded(EncodeSettings(embedded: own))
        let both = try await embedded(EncodeSettings(metadata: .keep, embedded: own))
        #expect(alone == own)
        #expect(both == EmbeddedMetadata(exif: [1, 2, 3], density: PixelDensity(x: 144, y: 72)))
    }

    /// Returns the metadata that an encoder is told to embed for a rotated picture.
    private func embedded(_ settings: EncodeSettings) async throws -> EmbeddedMetadata {
        let source = try await DotsPipeline(DotsFile(orientation: .right)).image()
        let encoder = ScriptedEncoder()
        _ = try await pipeline(encoder).encode(source, as: .jpeg, settings: settings)
        return try #require(encoder.settings.first).embedded
    }

    @Test func `a format without encoder is an error`() async throws {
        let pipeline = DotsPipeline().pipeline
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.encode(image, as: .heic)
        }
        #expect(error?.stage == "encode")
    }
}

/// Encoding of animations.
struct AnimationEncodeTests {
    private let file = DotsFile(size: PixelSize(width: 8, height: 4), frameCount: 3)

    private func decoded(_ bytes: ByteBlock) async throws -> DecodedImage {
        try await DotsPipeline().pipeline.image(for: ImageRequest(ImageSource.data(bytes))).image
    }

    @Test func `an animation keeps moving where the format can`() async throws {
        let test = DotsPipeline(file)
        let image = try await test.image()
        let again = try await decoded(test.pipeline.encode(image, as: .dots))
        let frames = try #require(again.frames)
        #expect(frames.count == 3)
        #expect(frames.loopCount == 3)
        for index in 0..<3 {
            #expect(try frames.frame(at: index).bitmap == file.bitmap(ofFrame: index))
        }
    }

    @Test func `every frame is scaled into the box`() async throws {
        let test = DotsPipeline(file)
        let image = try await test.image()
        let settings = EncodeSettings(maxSize: PixelSize(width: 4, height: 4))
        let again = try await decoded(test.pipeline.encode(image, as: .dots, settings: settings))
        let half = PixelSize(width: 4, height: 2)
        #expect(again.size == half)
        for index in 0..<3 {
            let expected = file.bitmap(ofFrame: index).resampled(to: half)
            #expect(try again.frames?.frame(at: index).bitmap == expected)
        }
    }

    @Test func `in a format without animation the poster is encoded`() async throws {
        let test = DotsPipeline(file)
        let image = try await test.image()
        let bytes = try await test.pipeline.encode(image, as: .bmp)
        let again = try await decoded(bytes)
        #expect(again.poster == image.poster)
        #expect(again.frames == nil)
    }

    @Test func `a frame that cannot be decoded is an error`() async throws {
        let test = DotsPipeline()
        let cut = Array(file.bytes[..<(file.offset(ofFrame: 2) + 3)])
        let image = try await decoded(ByteBlock(copying: cut))
        let outcome = await Result { try await test.pipeline.encode(image, as: .dots) }
        #expect(throws: ImageError.self) { try outcome.get() }
    }
}
