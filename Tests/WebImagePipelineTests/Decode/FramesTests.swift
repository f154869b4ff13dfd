import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The frames of an animation in a response.
struct FramesTests {
    private let animation = DotsFile(frameCount: 4)

    /// Returns the result for a still of one frame under the same request.
    private func still(
        of file: DotsFile, frame: Int, _ request: ImageRequest
    ) async throws -> Bitmap {
        var alone = file
        alone.frameCount = 1
        let head = alone.bytes[..<DotsFile.headCount]
        let start = file.offset(ofFrame: frame) - 1
        let pixels = file.bytes[start..<start + 1 + file.rowCount * file.size.height]
        var pipeline = DotsPipeline().pipeline
        pipeline.loader = ScriptedLoader(bytes: ByteBlock(copying: head + pixels))
        return try await pipeline.image(for: request).image.poster
    }

    @Test func `an animation has its frames, durations and plays`() async throws {
        let test = DotsPipeline(animation)
        let image = try await test.image()
        let frames = try #require(image.frames)
        #expect(frames.count == 4)
        #expect(frames.durations == [2, 3, 4, 5].map { .milliseconds($0 * 10) })
        #expect(frames.rawDurations == image.metadata.durations)
        #expect(frames.loopCount == 3)
        #expect(frames.size == image.size)
        #expect(image.poster == animation.bitmap(ofFrame: 0))
        #expect(try frames.frame(at: 3).bitmap == animation.bitmap(ofFrame: 3))
        #expect(try frames.frame(at: 3).duration == .milliseconds(50))
    }

    @Test func `opening decodes the first frame only, playing each one once`() async throws {
        let test = DotsPipeline(animation)
        let frames = try #require(try await test.image().frames)
        #expect(test.decoder.log.frames == [0])
        for index in 0..<4 { _ = try frames.frame(at: index) }
        #expect(test.decoder.log.frames == [0, 1, 2, 3])
        #expect(test.decoder.log.decodeCount == 0)
    }

    @Test(arguments: [Fit.fit, .fill, .stretch], [Orientation.up, .right, .downMirrored])
    func `every frame is prepared as the poster is`(
        fit: Fit, orientation: Orientation
    ) async throws {
        let file = DotsFile(frameCount: 3, orientation: orientation, flags: .profile)
        let test = DotsPipeline(file)
        var request = test.request()
        request.targetSize = PixelSize(width: 3, height: 3)
        request.targetFit = fit
        let image = try await test.image(request)
        let frames = try #require(image.frames)
        for index in 0..<3 {
            let expected = try await still(of: file, frame: index, request)
            #expect(try frames.frame(at: index).bitmap == expected)
        }
        #expect(try frames.frame(at: 0).bitmap == image.poster)
        #expect(frames.size == image.size)
    }

    @Test func `a byte budget holds for every frame`() async throws {
        let test = DotsPipeline(DotsFile(size: PixelSize(width: 40, height: 30), frameCount: 2))
        var request = test.request()
        request.byteBudget = 1200
        let frames = try #require(try await test.image(request).frames)
        #expect(frames.size.area * 4 <= 1200)
        #expect(try frames.frame(at: 1).bitmap.size == frames.size)
    }

    @Test func `a still has no frames`() async throws {
        let test = DotsPipeline()
        #expect(try await test.image().frames == nil)
        #expect(test.decoder.log.decodeCount == 1)
    }

    @Test func `who wants the first frame only gets a still`() async throws {
        let test = DotsPipeline(animation)
        var request = test.request()
        request.firstFrameOnly = true
        let image = try await test.image(request)
        #expect(image.frames == nil)
        #expect(image.poster == animation.bitmap(ofFrame: 0))
        #expect(test.decoder.log.decodeCount == 1)
        #expect(test.decoder.log.frames.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an animation in memory has the first frame without a load`(isNamed: Bool) async throws {
        var test = DotsPipeline(animation)
        var request = test.request()
        if isNamed { request.sourceKey = CacheKey("mine") }
        let whole = try await test.image(request)
        // Nothing but memory may answer.
        try #require(test.pipeline.disk).removeAll()
        test.pipeline.observers = []
        request.firstFrameOnly = true
        let response = try await test.pipeline.image(for: request)
        #expect(response.origin == .memory)
        #expect(response.image.frames == nil)
        #expect(response.image.poster == whole.poster)
        #expect(response.image.metadata.frameCount == 4)
        #expect(test.pipeline.imageInMemory(for: request)?.image.frames == nil)
        let cached = try await test.pipeline.cachedImage(for: request)
        #expect(cached?.origin == .memory)
        #expect(test.loader.loadCount == 1)
        // The animation is still one, and another size is another picture.
        request.firstFrameOnly = false
        #expect(try await test.pipeline.image(for: request).image.frames != nil)
        request.firstFrameOnly = true
        request.targetSize = PixelSize(width: 1, height: 1)
        #expect(test.pipeline.imageInMemory(for: request) == nil)
        request.targetSize = nil
        request.memoryCaching = .off
        #expect(try await test.pipeline.cachedImage(for: request) == nil)
    }

    @Test func `a removed first frame takes its animation with it`() async throws {
        var test = DotsPipeline(animation)
        var request = test.request()
        _ = try await test.image(request)
        test.pipeline.observers = []
        request.firstFrameOnly = true
        #expect(try await test.pipeline.cachePlaces(of: request) == [.memory, .disk])
        try await test.pipeline.removeCached(request)
        #expect(test.pipeline.imageInMemory(for: request) == nil)
        #expect(try await test.pipeline.cachePlaces(of: request) == [])
    }

    @Test func `the cost of an animation is its poster and its encoded bytes`() async throws {
        let image = try await DotsPipeline(animation).image()
        #expect(image.cost == image.poster.byteCount + animation.bytes.count)
    }

    @Test func `the memory cache counts what an animation keeps`() async throws {
        let test = DotsPipeline(animation)
        let memory = MemoryCache(maxBytes: 1 << 20)
        var pipeline = test.pipeline
        pipeline.memory = memory
        test.body.sendRest()
        let image = try await pipeline.image(for: test.request()).image
        #expect(memory.usage.byteCount == image.cost + 1024)
        #expect(try await pipeline.image(for: test.request()).image.frames === image.frames)
    }

    @Test func `damage in a later frame is an error of that frame`() async throws {
        let bytes = Array(animation.bytes[..<(animation.offset(ofFrame: 2) + 3)])
        var pipeline = DotsPipeline().pipeline
        pipeline.loader = ScriptedLoader(bytes: ByteBlock(copying: bytes))
        let image = try await pipeline.image(for: "http://origin.test/cut.dots").image
        let frames = try #require(image.frames)
        #expect(image.poster == animation.bitmap(ofFrame: 0))
        #expect(try frames.frame(at: 1).bitmap == animation.bitmap(ofFrame: 1))
        #expect(throws: CodecError.truncated(.dots, "frame 2 is not whole")) {
            try frames.frame(at: 2)
        }
    }

    @Test func `damage in the first frame is an error of the load`() async throws {
        var pipeline = DotsPipeline().pipeline
        let bytes = ByteBlock(copying: animation.bytes[..<(DotsFile.headCount + 9)])
        pipeline.loader = ScriptedLoader(bytes: bytes)
        let outcome = await Result {
            try await pipeline.image(for: "http://origin.test/cut.dots")
        }
        #expect(throws: ImageError.self) { try outcome.get() }
    }

    @Test func `damaged headers of frames leave the first one to be shown`() async throws {
        let test = DotsPipeline(DotsFile(frameCount: 4, flags: .damagedFrames))
        let image = try await test.image()
        #expect(image.frames == nil)
        #expect(image.poster == animation.bitmap(ofFrame: 0))
        #expect(test.trace.complaints.count == 1)
    }

    @Test func `frames beyond the limits are an error`() async throws {
        let test = DotsPipeline(DotsFile(frameCount: 4, flags: .tooManyFrames))
        test.body.sendRest()
        let outcome = await Result { try await test.pipeline.image(for: test.request()) }
        #expect(throws: ImageError.self) { try outcome.get() }
    }

    @Test func `a page is asked for, and names another image`() async throws {
        let test = DotsPipeline()
        var request = test.request()
        request.page = 2
        _ = try await test.image(request)
        #expect(test.decoder.log.options.allSatisfy { $0.page == 2 })
        let first = try await test.pipeline.prepare(test.request())
        let third = try await test.pipeline.prepare(request)
        #expect(first.imageKey != third.imageKey)
        #expect(first.dataKey == third.dataKey)
    }

    @Test func `many threads may ask for frames at once`() async throws {
        let frames = try #require(try await DotsPipeline(animation).image().frames)
        let animation = animation
        let areRight = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let bitmap = try frames.frame(at: index % 4).bitmap
                    return bitmap == animation.bitmap(ofFrame: index % 4)
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(areRight)
    }

    @Test(arguments: [true, false])
    func `only a vector grows into the target size`(isVector: Bool) async throws {
        var test = TestPipeline()
        test.pipeline.codecs.decoders = [VectorDecoder(isVector: isVector)]
        var request = ImageRequest("http://origin.test/a")
        request.targetSize = PixelSize(width: 24, height: 0)
        let size = try await test.pipeline.image(for: request).image.size
        #expect(size == PixelSize(width: isVector ? 24 : 12, height: isVector ? 16 : 8))
    }
}

/// The BMP decoder, which claims that its pictures can be drawn at any size.
private struct VectorDecoder: ImageDecoder {
    let isVector: Bool
    var identity: String { "vector" }
    var formats: [ImageFormat] { [.bmp] }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        var metadata = try BMPDecoder().metadata(of: bytes, limits: limits)
        metadata.isVector = isVector
        return metadata
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        var output = try BMPDecoder().decode(bytes, options: options)
        output.metadata.isVector = isVector
        return output
    }
}
