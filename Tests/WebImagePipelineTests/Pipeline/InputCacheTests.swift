import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

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
        let request = test.request(InputPipeline.main, InputPipeline.mark + "?no-store")
        for count in 1...2 {
            let image = try await pipeline.image(for: request).image
            #expect(image.poster == InputPipeline.composed())
            #expect(test.urls.filter { $0.hasPrefix(InputPipeline.mark) }.count == count)
            #expect(pipeline.imageInMemory(for: request) == nil)
        }
        // The first picture's bytes are.
        #expect(test.urls.filter { $0 == InputPipeline.main }.count == 1)
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
        let picture = try await pipeline.image(for: request).image.poster
        #expect(picture == InputPipeline.composed(isSwapped: true))
        #expect(
            try await pipeline.image(for: test.request()).image.poster
                == InputPipeline.composed(isSwapped: true))
    }

    @Test func `a fresh picture is drawn again once the second one has changed`() async throws {
        _ = try await pipeline.image(for: test.request())
        test.isSwapped.change { $0 = true }
        try await pipeline.removeCached(InputPipeline.mark)
        let image = try await pipeline.image(for: test.request()).image
        #expect(image.poster == InputPipeline.composed(isSwapped: true))
        #expect(test.urls.filter { $0 == InputPipeline.main }.count == 1)
    }

    @Test func `a stale second picture is told, and not taken for a fresh one later`() async throws
    {
        let request = test.request(InputPipeline.main, InputPipeline.mark + "?stale")
        #expect(try await pipeline.image(for: request).isStale == false)
        test.isSwapped.change { $0 = nil }
        for _ in 0..<2 {
            let response = try await pipeline.image(for: request)
            #expect(response.image.poster == InputPipeline.composed())
            #expect(response.isStale && response.staleReason?.status == 503)
        }
        test.isSwapped.change { $0 = true }
        var again = request
        again.ignoresRememberedFailures = true
        let response = try await pipeline.image(for: again)
        #expect(response.image.poster == InputPipeline.composed(isSwapped: true))
        #expect(!response.isStale && response.staleReason == nil)
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
