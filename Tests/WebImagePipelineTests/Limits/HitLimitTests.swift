import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The limits of pixels of a pipeline whose caches were filled by one with other limits.
struct HitLimitTests {
    private let test = TestPipeline()
    private let empty = TestPipeline()

    /// The picture of the tests has 12 × 8 pixels.
    private static let limits = [95, 96]

    /// Returns a pipeline with other limits, and the same caches unless they are replaced.
    private func other(_ pipeline: ImagePipeline, maxPixels: Int) -> ImagePipeline {
        var other = pipeline
        other.setLimits { $0.decode.maxPixels = maxPixels }
        return other
    }

    /// Returns the origin of an image, or the words of its error.
    private func outcome(
        _ pipeline: ImagePipeline, _ request: ImageRequest, isFile: Bool = false
    ) async -> String {
        do throws(ImageError) {
            if isFile { return try await pipeline.file(for: request, as: .bmp).origin.rawValue }
            return try await pipeline.image(for: request).origin.rawValue
        } catch {
            return "\(error)"
        }
    }

    /// Returns the error of a pipeline that has nothing in its caches.
    private func fresh(_ request: ImageRequest, maxPixels: Int) async -> String {
        await outcome(other(empty.pipeline, maxPixels: maxPixels), request)
    }

    private func request(_ content: DiskRepresentation = .automatic) -> ImageRequest {
        var request = ImageRequest("http://origin.test/a.bmp")
        request.targetSize = PixelSize(width: 6, height: 4)
        request.diskRepresentation = content
        request.storeCompletion = .everything
        return request
    }

    @Test(arguments: limits, [true, false])
    func `an image in memory answers within the limit of its source alone`(
        maxPixels: Int, isObserved: Bool
    ) async throws {
        var pipeline = test.pipeline
        if !isObserved { pipeline.observers = [] }
        _ = try await pipeline.image(for: request())
        let found = await outcome(other(pipeline, maxPixels: maxPixels), request())
        let expected = maxPixels == 96 ? "memory" : await fresh(request(), maxPixels: maxPixels)
        #expect(found == expected)
        #expect(maxPixels == 96 || found.contains("12x8 pixels, more than the 95 allowed"))
        #expect(await outcome(pipeline, request()) == "memory")
    }

    @Test(arguments: limits, ["memory", "disk"])
    func `a file answers within the limit of its source alone`(
        maxPixels: Int, place: String
    ) async throws {
        var pipeline = test.pipeline
        #expect(await outcome(pipeline, request(), isFile: true) == "network")
        if place == "disk" { pipeline.resultMemory = MemoryCache(maxBytes: 1 << 20) }
        let strict = other(pipeline, maxPixels: maxPixels)
        let found = await outcome(strict, request(), isFile: true)
        let expected = maxPixels == 96 ? place : await fresh(request(), maxPixels: maxPixels)
        #expect(found == expected)
        // The file is left to those that may have it.
        pipeline.resultMemory = MemoryCache(maxBytes: 1 << 20)
        #expect(await outcome(pipeline, request(), isFile: true) == "disk")
    }

    @Test(arguments: limits)
    func `an image of its own bytes answers within the limit of its source alone`(
        maxPixels: Int
    ) async throws {
        var pipeline = test.pipeline
        _ = try await pipeline.image(for: request(.variant))
        pipeline.memory = MemoryCache(maxBytes: 1 << 20)
        let expected = await fresh(request(.variant), maxPixels: maxPixels)
        let strict = other(pipeline, maxPixels: maxPixels)
        #expect(
            await outcome(strict, request(.variant)) == (maxPixels == 96 ? "disk" : expected))
        // Once it is in memory, it states its source all the same.
        #expect(await outcome(pipeline, request(.variant)) != expected)
        #expect(
            await outcome(strict, request(.variant)) == (maxPixels == 96 ? "memory" : expected))
    }

    @Test func `an image of its own bytes that states no source answers, as before`() async throws {
        var pipeline = test.pipeline
        let prepared = try await pipeline.prepare(request(.variant))
        _ = try await pipeline.image(for: request(.variant))
        let disk = try #require(pipeline.disk)
        let entry = try #require(try disk.find(prepared.imageKey, atMost: .max).entry)
        var head = entry.head
        #expect(!head.userData.isEmpty)
        head.userData = []
        try disk.store(entry.bytes, for: prepared.imageKey, head: head)
        pipeline.memory = MemoryCache(maxBytes: 1 << 20)
        #expect(await outcome(other(pipeline, maxPixels: 95), request(.variant)) == "disk")
    }

    @Test func `a stale image beyond the limit neither stands in nor is confirmed`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.load()
        fresh.clock.advance(by: 61)
        let strict = other(fresh.pipeline, maxPixels: 95)
        var request = fresh.request()
        request.staleIfError = .seconds(600)
        #expect(await outcome(strict, request).contains("more than the 95 allowed"))
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        #expect(await outcome(strict, request).contains("down"))
    }

    @Test func `an image of the program's own is under no limit`() async throws {
        let pipeline = other(test.pipeline, maxPixels: 95)
        let prepared = try await pipeline.prepare(request())
        let bitmap = Bitmap(size: PixelSize(width: 20, height: 20), isOpaque: true)
        pipeline.memory.store(
            CachedImage(image: DecodedImage(poster: bitmap)), for: prepared.imageKey)
        #expect(await outcome(pipeline, request()) == "memory")
    }

    @Test(arguments: [71, 72])
    func `the frames of an animation count, unless the first one is wanted`(
        maxPixels: Int
    ) async throws {
        let test = TestPipeline(bytes: DotsFile(frameCount: 3).block)
        var pipeline = test.pipeline
        pipeline.codecs = CodecList(decoders: [DotsDecoder()], encoders: [BMPEncoder()])
        var request = ImageRequest("http://origin.test/a.dots")
        #expect(await outcome(pipeline, request) == "network")
        pipeline.setLimits { $0.decode.maxAnimationPixels = maxPixels }
        let found = await outcome(pipeline, request)
        #expect(maxPixels == 72 ? found == "memory" : found.contains("have 72 pixels"))
        request.firstFrameOnly = true
        #expect(await outcome(pipeline, request) == "memory")
        #expect(test.loader.loadCount == 1)
    }
}
