import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Memory hits, with observers and without: the latter take a shorter path.
struct MemoryHitTests {
    private let request = ImageRequest("https://example.com/a.bmp")

    @Test(arguments: [true, false])
    func `a hit is the picture that was loaded`(isObserved: Bool) async throws {
        let test = TestPipeline()
        let pipeline = pipeline(of: test, isObserved)
        let loaded = try await pipeline.image(for: request)
        let prepared = try await pipeline.prepare(request)
        let hit = try await pipeline.image(for: prepared.request)
        #expect(hit.origin == .memory)
        #expect(!hit.unchanged && hit.staleReason == nil)
        #expect(hit.image.handle === loaded.image.handle)
        #expect(hit.format == loaded.format && hit.head == loaded.head)
        #expect(test.loader.loadCount == 1)
    }

    @Test(arguments: [true, false])
    func `a hit is timed where somebody observes`(isObserved: Bool) async throws {
        let pipeline = pipeline(of: TestPipeline(), isObserved)
        _ = try await pipeline.image(for: request)
        let hit = try await pipeline.image(for: request)
        #expect(hit.timings.entries.map(\.stage) == (isObserved ? ["memory"] : []))
        #expect((hit.timings["memory"] != nil) == isObserved)
    }

    @Test(arguments: [true, false])
    func `a task that is cancelled already gets no hit`(isObserved: Bool) async throws {
        let pipeline = pipeline(of: TestPipeline(), isObserved)
        _ = try await pipeline.image(for: request)
        let prepared = try await pipeline.prepare(request)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await isCancelled(prepared, in: pipeline)
        }
        #expect(await task.value)
    }

    @Test(arguments: [true, false])
    func `a control that is cancelled already gets no hit`(isObserved: Bool) async throws {
        let pipeline = pipeline(of: TestPipeline(), isObserved)
        _ = try await pipeline.image(for: request)
        var controlled = request
        let control = LoadControl()
        controlled.control = control
        let prepared = try await pipeline.prepare(controlled)
        #expect(await !isCancelled(prepared, in: pipeline))
        control.cancel()
        #expect(await isCancelled(prepared, in: pipeline))
    }

    @Test(arguments: [true, false])
    func `a hit asks memory once`(isObserved: Bool) async throws {
        var pipeline = pipeline(of: TestPipeline(), isObserved)
        let memory = CountedCache()
        pipeline.memory = memory
        let prepared = try await pipeline.prepare(request)
        _ = try await pipeline.image(for: prepared.request)
        let before = memory.lookUpCount
        _ = try await pipeline.image(for: prepared.request)
        #expect(memory.lookUpCount == before + 1)
    }

    @Test(arguments: [true, false])
    func `a load asks memory once`(isObserved: Bool) async throws {
        let folder = TemporaryFolder()
        var pipeline = pipeline(of: TestPipeline(), isObserved)
        pipeline.disk = DiskCache(folder: folder.path)
        let memory = CountedCache()
        pipeline.memory = memory
        #expect(try await pipeline.image(for: request).origin == .network)
        #expect(memory.lookUpCount == 1)
    }

    @Test(arguments: [true, false])
    func `an image that is over is loaded again`(isObserved: Bool) async throws {
        let test = TestPipeline()
        let pipeline = pipeline(of: test, isObserved)
        let prepared = try await pipeline.prepare(request)
        let image = DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1)))
        pipeline.memory.store(
            CachedImage(image: image, expires: .distantPast), for: prepared.imageKey)
        let response = try await pipeline.image(for: prepared.request)
        #expect(response.origin == .network)
        #expect(response.image.handle !== image.handle)
        #expect(
            pipeline.imageInMemory(for: prepared.request)?.image.handle === response.image.handle)
    }

    private func isCancelled(
        _ prepared: PreparedRequest, in pipeline: ImagePipeline
    ) async -> Bool {
        do throws(ImageError) {
            _ = try await pipeline.image(for: prepared.request)
            return false
        } catch {
            if case .cancelled = error { return true }
            return false
        }
    }

    private func pipeline(of test: TestPipeline, _ isObserved: Bool) -> ImagePipeline {
        var pipeline = test.pipeline
        if !isObserved { pipeline.observers = [] }
        return pipeline
    }
}

/// A cache that counts its look-ups.
private final class CountedCache: ImageCache {
    private let cache = MemoryCache(maxBytes: 1 << 20)
    private let count = Atomic(0)

    var lookUpCount: Int { count.load(ordering: .relaxed) }

    func image(for key: CacheKey) -> CachedImage? {
        count.add(1, ordering: .relaxed)
        return cache.image(for: key)
    }

    func store(_ image: CachedImage, for key: CacheKey) { cache.store(image, for: key) }
    func remove(_ key: CacheKey) { cache.remove(key) }
    func removeAll() { cache.removeAll() }
}
