import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Synchronous look-ups in memory.
struct MemoryLookUpTests {
    private let request = ImageRequest("https://example.com/a.bmp")

    @Test func `an image in memory is there at once, and told as any hit`() async throws {
        let test = TestPipeline()
        let loaded = try await test.pipeline.image(for: request)
        test.trace.reset()
        let hit = try #require(test.pipeline.imageInMemory(for: request))
        #expect(hit.origin == .memory)
        #expect(hit.image.handle === loaded.image.handle)
        #expect(test.trace.trace == "memory:hit")
    }

    @Test func `a miss is not told, since the load tells it`() {
        let test = TestPipeline()
        #expect(test.pipeline.imageInMemory(for: request) == nil)
        #expect(test.trace.events.isEmpty)
    }

    @Test func `what is no URL, bytes and files are not in memory at once`() async throws {
        var test = TestPipeline()
        test.pipeline.loader = SchemeLoader(["data": DataURLLoader(), "file": FileLoader()])
        let bytes = ImageRequest(ImageSource.data(TestPipeline.picture()))
        _ = try await test.pipeline.image(for: bytes)
        for request in [bytes, ImageRequest("no url"), ImageRequest(ImageSource.file("/a"))] {
            #expect(test.pipeline.imageInMemory(for: request) == nil)
        }
    }

    @Test func `a refresh is not answered at once, but has something for the meantime`()
        async throws
    {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: request)
        var refresh = request
        refresh.cachePolicy = .refresh
        #expect(test.pipeline.imageInMemory(for: refresh) == nil)
        #expect(test.pipeline.imageForTheMeantime(completed: refresh) != nil)
        #expect(test.pipeline.imageForTheMeantime(completed: request) == nil)
    }

    @Test func `a request that does not read memory has nothing for the meantime`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: request)
        var refresh = request
        refresh.cachePolicy = .refresh
        refresh.read = .diskOnly
        #expect(test.pipeline.imageForTheMeantime(completed: refresh) == nil)
    }

    @Test(arguments: [true, false])
    func `updates come from memory, observed or not`(isObserved: Bool) async throws {
        let test = TestPipeline()
        var pipeline = test.pipeline
        if !isObserved { pipeline.observers = [] }
        _ = try await pipeline.image(for: request)
        for policy in [CachePolicy.normal, .onlyIfCached] {
            var request = request
            request.cachePolicy = policy
            var origins: [ImageOrigin] = []
            for await update in pipeline.updates(for: request) {
                if case .finished(let result) = update { origins.append(try result.get().origin) }
            }
            #expect(origins == [.memory])
        }
        #expect(test.loader.loadCount == 1)
    }

    @Test func `defaults of the pipeline count`() async throws {
        var pipeline = TestPipeline().pipeline
        _ = try await pipeline.image(for: request)
        pipeline.defaults.page = 1
        #expect(pipeline.imageInMemory(for: request) == nil)
    }
}
