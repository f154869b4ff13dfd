import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Stale entries over 1 MB, whose bytes are released during revalidation.
struct LargeStaleTests {
    private static let side = 700
    private static let picture = TestPipeline.picture(width: side, height: side)
    private var fresh = FreshPipeline()
    private let cache: WeighingCache

    init() async throws {
        fresh.origin.change { $0.bytes = Self.picture }
        let clock = fresh.clock
        cache = WeighingCache(
            DiskCache(folder: fresh.test.folder.path) { clock.now })
        fresh.test.pipeline.disk = cache
        fresh.test.pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        var request = fresh.request()
        request.storeCompletion = .everything
        _ = try await fresh.pipeline.image(for: request)
        fresh.clock.advance(by: 61)
    }

    @Test func `its bytes are no one's while the origin is asked, and read again after`()
        async throws
    {
        var fresh = fresh
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        let (pipeline, request) = (fresh.pipeline, fresh.request())
        let task = Task { try await pipeline.image(for: request) }
        #expect(await eventually { loader.loadCount == 1 })
        #expect(await eventually { cache.byteCount == 0 })
        #expect(cache.peak == Self.picture.count)
        loader.thaw()
        let response = try await task.value
        #expect(response.image.size.width == Self.side)
        #expect(response.unchanged)
        #expect(response.origin == .disk)
        #expect(fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    @Test func `its bytes are handed out after the origin confirmed them`() async throws {
        #expect(try await fresh.pipeline.data(for: fresh.request()).bytes == Self.picture)
        #expect(fresh.origin.requests.count == 2)
    }

    @Test func `it stands in for an origin that fails`() async throws {
        fresh.origin.change { $0.failure = LoadFailure(.connectionFailed, "down") }
        var request = fresh.request()
        request.staleIfError = .seconds(3600)
        let response = try await fresh.pipeline.image(for: request)
        #expect(response.staleReason != nil)
        #expect(response.image.size.width == Self.side)
        #expect(try await fresh.pipeline.data(for: request).bytes == Self.picture)
    }

    @Test func `it is shown to one who refreshes`() async throws {
        #expect(
            await fresh.updates(fresh.request(.refresh)) == [
                "cached disk", "finished memory unchanged",
            ])
    }

    @Test func `it is loaded anew if it goes while the origin is asked`() async throws {
        var fresh = fresh
        let loader = fresh.origin.loader(isFrozen: true)
        fresh.test.pipeline.loader = loader
        let (pipeline, request) = (fresh.pipeline, fresh.request())
        let task = Task { try await pipeline.image(for: request) }
        #expect(await eventually { loader.loadCount == 1 && cache.byteCount == 0 })
        try cache.removeAll()
        loader.thaw()
        let response = try await task.value
        #expect(response.image.size.width == Self.side)
        #expect(response.origin == .network)
        #expect(
            fresh.origin.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
    }
}
