import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// The calls that programs make: every function takes a URL, text, a literal or a request.
struct PublicFaceTests {
    private let test = TestPipeline()
    private let url = "http://origin.test/a.bmp"

    private var pipeline: ImagePipeline { test.pipeline }

    @Test func `an image is loaded for a URL, for text, for a literal and for a request`()
        async throws
    {
        let address = try #require(URL(string: url))
        #expect(try await pipeline.image(for: address).origin == .network)
        #expect(try await pipeline.image(for: url).origin == .memory)
        #expect(try await pipeline.image(for: "http://origin.test/a.bmp").origin == .memory)
        #expect(try await pipeline.image(for: ImageRequest(address)).origin == .memory)
        #expect(pipeline.imageInMemory(for: address) != nil)
        #expect(pipeline.imageInMemory(for: "http://origin.test/a.bmp") != nil)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `bytes, headers, updates and cached images take the same`() async throws {
        let address = try #require(URL(string: url))
        #expect(try await pipeline.cachedImage(for: address) == nil)
        #expect(try await pipeline.cachedImage(for: "http://origin.test/a.bmp") == nil)
        let bytes = try await pipeline.data(for: address)
        #expect(try await pipeline.data(for: "http://origin.test/a.bmp").bytes == bytes.bytes)
        #expect(try await pipeline.info(for: address).byteCount == bytes.bytes.count)
        #expect(try await pipeline.info(for: "http://origin.test/a.bmp").format == .bmp)
        for await update in pipeline.updates(for: address) {
            if case .finished(let result) = update { _ = try result.get() }
        }
        for await update in pipeline.updates(for: "http://origin.test/a.bmp") {
            if case .finished(let result) = update { #expect(try result.get().origin == .memory) }
        }
        try await pipeline.removeCached(address)
        try await pipeline.removeCached("http://origin.test/a.bmp")
        #expect(try await pipeline.cachedImage(for: address) == nil)
    }

    @Test func `options are properties of requests and of defaults`() async throws {
        var request = ImageRequest(url)
        request.targetSize = PixelSize(width: 4, height: 0)
        #expect(request.options.targetSize == PixelSize(width: 4, height: 0))
        #expect(try await pipeline.image(for: request).image.size.width == 4)
        var small = pipeline
        small.defaults.targetSize = PixelSize(width: 3, height: 0)
        #expect(try await small.image(for: url).image.size.width == 3)
        #expect(try await small.image(for: request).image.size.width == 4)
    }

    @Test func `a removed image is in no cache, others stay`() async throws {
        var small = ImageRequest(url)
        small.targetSize = PixelSize(width: 4, height: 0)
        let other = ImageRequest("http://origin.test/b.bmp")
        for request in [ImageRequest(url), small, other] {
            _ = try await pipeline.image(for: request)
        }
        try await pipeline.removeCached(url)
        #expect(try await pipeline.cachedImage(for: url) == nil)
        #expect(pipeline.imageInMemory(for: small) != nil)
        #expect(try await pipeline.cachedImage(for: other)?.origin == .memory)
        pipeline.memory.removeAll()
        #expect(try await pipeline.cachedImage(for: small) == nil)
        #expect(try await pipeline.cachedImage(for: other)?.origin == .disk)
    }

    @Test func `a variant is removed with its image`() async throws {
        var request = ImageRequest(url)
        request.diskRepresentation = .both
        request.storeCompletion = .everything
        request.serializer = EncodingSerializer(as: .bmp)
        _ = try await pipeline.image(for: request)
        let disk = try #require(pipeline.disk)
        #expect(try disk.usage().entryCount == 2)
        try await pipeline.removeCached(request)
        #expect(try disk.usage().entryCount == 0)
    }

    @Test func `a removed image's failure is forgotten`() async throws {
        let loader = ScriptedLoader(bytes: ByteBlock(copying: Array("no picture".utf8)))
        let failing = TestPipeline(loader: loader)
        _ = await failing.error(of: ImageRequest(url))
        _ = await failing.error(of: ImageRequest(url))
        #expect(loader.loadCount == 1)
        try await failing.pipeline.removeCached(url)
        _ = await failing.error(of: ImageRequest(url))
        #expect(loader.loadCount == 2)
    }

    @Test func `cleared caches hold nothing`() async throws {
        for name in ["a", "b", "c"] {
            _ = try await pipeline.image(for: "http://origin.test/\(name).bmp")
        }
        try await pipeline.clearCaches()
        let disk = try #require(pipeline.disk)
        #expect(try disk.usage().entryCount == 0)
        #expect(try await pipeline.image(for: url).origin == .network)
    }

    @Test func `a disk that cannot be cleared is reported, and memory is cleared`() async throws {
        var refusing = pipeline
        _ = try await refusing.image(for: url)
        refusing.disk = RefusingCache()
        let error = await #expect(throws: ImageError.self) { try await refusing.clearCaches() }
        #expect(error?.stage == "store")
        #expect(refusing.imageInMemory(for: url) == nil)
    }

    @Test func `limits hold at once, also for copies`() async throws {
        let frozen = TestPipeline(isFrozen: true)
        var pipeline = frozen.pipeline
        var limits = pipeline.limits
        limits.load.maxTransfersPerHost = 2
        limits.memoryBudget = 8 << 20
        pipeline.setLimits(limits)
        #expect(pipeline.limits == limits)
        let loads = (0..<4).map { number in
            Task { [copy = frozen.pipeline] in
                try await copy.image(for: "http://origin.test/\(number).bmp")
            }
        }
        #expect(await eventually { frozen.pipeline.transferCounts == (2, 2) })
        limits.load.maxTransfersPerHost = 4
        pipeline.setLimits(limits)
        #expect(await eventually { frozen.pipeline.transferCounts == (4, 0) })
        frozen.loader.thaw()
        for load in loads { _ = try await load.value }
    }

    @Test func `a copy that changes another limit leaves the shared ones`() async throws {
        let frozen = TestPipeline(isFrozen: true)
        var first = frozen.pipeline
        var second = frozen.pipeline
        first.setLimits { $0.load.maxTransfersPerHost = 1 }
        second.setLimits { $0.decode.maxPixels = 1_000 }
        let loads = (0..<3).map { number in
            Task { [second] in try await second.image(for: "http://origin.test/\(number).bmp") }
        }
        #expect(await eventually { frozen.pipeline.transferCounts == (1, 2) })
        frozen.loader.thaw()
        for load in loads { _ = try await load.value }
    }

    @Test func `loads under way stay shared if only the number of transfers changes`()
        async throws
    {
        let frozen = TestPipeline(isFrozen: true)
        var pipeline = frozen.pipeline
        async let first = frozen.pipeline.image(for: url)
        #expect(await eventually { frozen.loader.loadCount == 1 })
        pipeline.setLimits { $0.load.maxTransfers = 3 }
        async let second = pipeline.image(for: url)
        #expect(await eventually { frozen.pipeline.work.waiters == 3 })
        frozen.loader.thaw()
        _ = try await (first, second)
        #expect(frozen.loader.loadCount == 1)
    }

    @Test func `a request made of another keeps what is not given`() {
        var round = ImageRequest(url, transforms: [.circle()], headers: ["X-A": "1"])
        round.targetSize = PixelSize(4, 0)
        var options = ImageOptions()
        options.page = 2
        let copy = ImageRequest(round, options: options)
        #expect(copy.targetSize == PixelSize(4, 0))
        #expect(copy.page == 2)
        #expect(copy.transforms.count == 1)
        #expect(copy.headers["X-A"] == "1")
    }

    @Test func `the standard pipeline is set once, before its first use`() {
        let (first, second) = (TestPipeline().pipeline, TestPipeline().pipeline)
        let set = StandardPipeline()
        #expect(set.set(first))
        #expect(!set.set(second))
        #expect(set.current { second }.memory as? MemoryCache === first.memory as? MemoryCache)
        let used = StandardPipeline()
        #expect(used.current { second }.memory as? MemoryCache === second.memory as? MemoryCache)
        #expect(!used.set(first))
        #expect(used.current { first }.memory as? MemoryCache === second.memory as? MemoryCache)
    }
}

/// A disk cache that has nothing and refuses every change.
struct RefusingCache: DataCache {
    let identity = "refusing"

    private var refusal: DiskError { DiskError("change", path: "/", code: EROFS) }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        DataFinding(nil)
    }
    func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter { throw refusal }
    func remove(_ key: CacheKey) throws(DiskError) { throw refusal }
    func removeAll() throws(DiskError) { throw refusal }
    func trim() throws(DiskError) { throw refusal }
    func usage() throws(DiskError) -> CacheUsage { throw refusal }
}
