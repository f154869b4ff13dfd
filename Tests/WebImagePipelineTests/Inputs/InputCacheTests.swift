import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageTesting
import WebImageTransforms

/// Pictures that transforms need besides, and the caches of both.
@Suite(.timeLimit(.minutes(1))) struct InputCacheTests {
    private let test = InputPipeline()
    private var pipeline: ImagePipeline { test.test.pipeline }

    @Test func `a picture in memory answers at once`() async throws {
        #expect(pipeline.imageInMemory(for: test.request()) == nil)
        _ = try await pipeline.image(for: test.request())
        let found = try #require(pipeline.imageInMemory(for: test.request()))
        #expect(found.image.poster == InputPipeline.composed())
    }

    @Test func `a picture is kept no longer than its second one may be`() async throws {
        var pipeline = pipeline
        let (memory, serializer) = (MemoryCache(maxBytes: 1 << 24), CountingSerializer())
        (pipeline.memory, pipeline.serializer) = (memory, serializer)
        var secret = ImageRequest(InputPipeline.mark)
        secret.headers = ["Cache-Control": "no-store"]
        var unkept = ImageRequest(InputPipeline.mark)
        (unkept.memoryCaching, unkept.diskCaching) = (.off, .off)
        for mark in [ImageRequest(InputPipeline.mark + "?no-store"), secret, unkept] {
            for _ in 0..<2 {
                var request = ImageRequest(
                    InputPipeline.main, transforms: [.composite(mark, at: .northwest)])
                (request.diskRepresentation, request.storeCompletion) = (.both, .everything)
                let image = try await pipeline.image(for: request).image
                #expect(image.poster == InputPipeline.composed())
                #expect(memory.usage.entryCount == 0 && serializer.count.value == 0)
            }
        }
        // The first picture's bytes are, and each second one was loaded again.
        #expect(test.urls.filter { $0 == InputPipeline.main }.count == 1)
        #expect(test.urls.count == 7)
        var kept = test.request()
        (kept.diskRepresentation, kept.storeCompletion) = (.both, .everything)
        _ = try await pipeline.image(for: kept)
        #expect(memory.usage.entryCount == 2 && serializer.count.value == 1)
    }

    @Test func `a request for cached images asks no origin for its second picture`() async throws {
        _ = try await pipeline.image(for: InputPipeline.main)
        #expect(try await pipeline.cachedImage(for: test.request()) == nil)
        var request = test.request()
        request.cachePolicy = .onlyIfCached
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.image(for: request)
        }
        guard case .notCached? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(test.urls == [InputPipeline.main])
        _ = try await pipeline.image(for: InputPipeline.mark)
        let cached = try await pipeline.cachedImage(for: test.request())
        #expect(cached?.image.poster == InputPipeline.composed())
        request.cachePolicy = .cachedFirst
        #expect(try await pipeline.cachedImage(for: request) != nil)
        #expect(test.urls == [InputPipeline.main, InputPipeline.mark])
    }

    @Test func `bytes and information need no second picture`() async throws {
        #expect(try await pipeline.data(for: test.request()).bytes == InputPipeline.mainBytes)
        #expect(try await pipeline.info(for: test.request()).metadata.size.width == 12)
        #expect(!test.urls.contains(InputPipeline.mark))
    }

    @Test func `a prefetch brings second pictures, too`() async throws {
        let batch = pipeline.prefetch([
            test.request(), test.request(InputPipeline.main, InputPipeline.mark + "?2"),
            test.request(),
        ])
        let progress = await batch.end()
        await pipeline.flush()
        #expect(progress.failed == 0 && progress.ended == progress.total, "\(progress)")
        test.isSwapped.change { $0 = nil }
        let image = try await pipeline.image(for: test.request()).image
        #expect(image.poster == InputPipeline.composed())
        #expect(Set(test.urls).count == 3 && test.urls.count == 3, "\(test.urls)")
    }

    @Test func `a prefetch tells images apart by their options and inputs`() async throws {
        var small = test.request()
        small.targetSize = PixelSize(width: 6, height: 4)
        var signed = ImageRequest(InputPipeline.mark)
        signed.headers = ["Authorization": "Bearer one"]
        let batch = pipeline.prefetch(
            [
                test.request(), small, test.request(),
                ImageRequest(InputPipeline.main, transforms: [.composite(signed, at: .northwest)]),
                ImageRequest(
                    InputPipeline.main,
                    transforms: [.grayscale(), .composite(InputPipeline.mark, at: .northwest)]),
            ], into: .memory)
        let progress = await batch.end()
        #expect(progress.done == 4 && progress.failed == 0, "\(progress)")
        #expect(pipeline.imageInMemory(for: small)?.image.size == small.targetSize)
    }

    @Test func `bytes are removed though an input is no picture`() async throws {
        _ = try await pipeline.image(for: InputPipeline.main)
        await pipeline.flush()
        let missing = ImageRequest(
            InputPipeline.main, transforms: [.composite(ImageSource.file("/none/a.bmp"))])
        try await pipeline.removeCached(missing)
        // The image without transforms is another one.
        #expect(try await pipeline.cachePlaces(of: InputPipeline.main) == [.memory])
    }

    @Test func `an image is found and removed while caches have its second picture`() async throws {
        #expect(try await pipeline.cachePlaces(of: test.request()) == [])
        _ = try await pipeline.image(for: test.request())
        await pipeline.flush()
        #expect(try await pipeline.cachePlaces(of: test.request()) == [.memory, .disk])
        try await pipeline.removeCached(test.request())
        #expect(try await pipeline.cachePlaces(of: test.request()) == [])
        #expect(try await pipeline.cachePlaces(of: InputPipeline.mark) == [.memory, .disk])
        #expect(pipeline.imageInMemory(for: test.request()) == nil)
    }

    @Test func `a refreshed request draws a second picture that changed`() async throws {
        _ = try await pipeline.image(for: test.request())
        test.isSwapped.change { $0 = true }
        #expect(
            try await pipeline.image(for: test.request()).image.poster == InputPipeline.composed())
        var request = test.request()
        request.cachePolicy = .refresh
        let picture = try await pipeline.image(for: request)
        #expect(picture.image.poster == InputPipeline.composed(isSwapped: true))
        #expect(!picture.unchanged)
        #expect(
            try await pipeline.image(for: test.request()).image.poster
                == InputPipeline.composed(isSwapped: true))
    }

    @Test func `a kept picture shows the second one as it was`() async throws {
        _ = try await pipeline.image(for: test.request())
        test.isSwapped.change { $0 = true }
        try await pipeline.removeCached(InputPipeline.mark)
        #expect(
            try await pipeline.image(for: test.request()).image.poster == InputPipeline.composed())
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }

    @Test func `a picture with a stale second one is not kept`() async throws {
        let mark = InputPipeline.mark + "?stale"
        _ = try await pipeline.image(for: mark)
        test.isSwapped.change { $0 = nil }
        let request = test.request(InputPipeline.main, mark)
        #expect(try await pipeline.image(for: request).image.poster == InputPipeline.composed())
        test.isSwapped.change { $0 = true }
        let image = try await pipeline.image(for: request).image
        #expect(image.poster == InputPipeline.composed(isSwapped: true))
    }

    @Test func `the disk's picture is shown while a request refreshes`() async throws {
        _ = try await pipeline.image(for: test.request())
        await pipeline.flush()
        var again = pipeline
        again.memory = MemoryCache(maxBytes: 1 << 24)
        var request = test.request()
        request.cachePolicy = .refresh
        var pictures: [String] = []
        for await update in again.updates(for: request) {
            switch update {
            case .cached(let response):
                pictures.append("cached")
                #expect(response.image.poster == InputPipeline.composed())
            case .finished(let result):
                pictures.append("finished")
                #expect(try result.get().image.poster == InputPipeline.composed())
            default: break
            }
        }
        #expect(pictures == ["cached", "finished"])
    }

    @Test func `bytes of the program are stored with their second picture`() async throws {
        let response = try await pipeline.store(InputPipeline.mainBytes, for: test.request())
        #expect(response.image.poster == InputPipeline.composed())
        #expect(test.urls == [InputPipeline.mark])
    }

    @Test func `a stored variant needs no second picture`() async throws {
        var pipeline = pipeline
        pipeline.serializer = EncodingSerializer(as: .bmp)
        var request = test.request()
        request.storeCompletion = .everything
        _ = try await pipeline.image(for: request)
        pipeline.memory = MemoryCache(maxBytes: 1 << 24)
        let image = try await pipeline.image(for: request)
        #expect(image.origin == .disk && image.image.poster == InputPipeline.composed())
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }
}

/// A serializer that counts its calls.
private struct CountingSerializer: ImageSerializer {
    let identity = "counting"
    let count = Locked(0)

    func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        count.change { $0 += 1 }
        return try EncodingSerializer(as: .bmp).serialize(image, of: original, using: codecs)
    }
}
