import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting
import WebImageTiers

/// Removal of a request from one tier of the caches.
struct RemovedTierTests {
    private let url = "http://origin.test/a.bmp"

    /// A folder that stands for a store on another machine.
    private struct Store: RemoteCache {
        let cache: DiskCache
        let executor: WorkExecutor? = WorkExecutor(maxThreads: 1)
        var local: (any DataCache)? { nil }
        var maxEntryBytes: Int { 1 << 30 }
        var members: [any DataCache] { [] }
        var identity: String { "store" }

        func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
            try cache.find(key, atMost: byteCount)
        }
        func writer(
            for key: CacheKey, head: EntryHead
        ) throws(DiskError) -> any DataCacheWriter {
            try cache.writer(for: key, head: head)
        }
        func remove(_ key: CacheKey) throws(DiskError) { try cache.remove(key) }
        func removeAll() throws(DiskError) { try cache.removeAll() }
        func trim() throws(DiskError) {}
        func usage() throws(DiskError) -> CacheUsage { try cache.usage() }
    }

    @Test(arguments: CacheTier.allCases)
    func `only that tier loses it`(_ tier: CacheTier) async throws {
        var test = TestPipeline()
        let (folder, store) = (try DiskFolder(), try DiskFolder())
        let (disk, shared) = (DiskCache(folder: folder.path), DiskCache(folder: store.path))
        // The policy is for removals of the tiers as one cache.
        test.pipeline.disk = TieredCache(
            [disk, Store(cache: shared)], store: .serial, remove: .nothing)
        let response = try await test.pipeline.image(for: url)
        await test.pipeline.flush()
        let key = try await test.pipeline.cacheKeys(for: url).data
        try await test.pipeline.removeCached(url, from: [tier])
        #expect((test.pipeline.imageInMemory(for: url) == nil) == (tier == .memory))
        #expect(try (disk.head(for: key) == nil) == (tier == .disk))
        #expect(try (shared.head(for: key) == nil) == (tier == .shared))
        #expect(response.origin == .network)
    }

    @Test func `a disk cache alone has no shared tier, and several tiers can be named`()
        async throws
    {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: url)
        try await test.pipeline.removeCached(url, from: [.shared])
        #expect(try await test.pipeline.cachePlaces(of: url) == [.memory, .disk])
        try await test.pipeline.removeCached(url, from: [.memory])
        #expect(try await test.pipeline.image(for: url).origin == .disk)
        try await test.pipeline.removeCached(url, from: [.memory, .disk])
        #expect(try await test.pipeline.cachePlaces(of: url) == [])
    }

    @Test func `a remembered failure stays`() async throws {
        let test = TestPipeline(bytes: ByteBlock(copying: Array("no picture".utf8)))
        _ = await test.error(of: ImageRequest(url))
        try await test.pipeline.removeCached(url, from: Set(CacheTier.allCases))
        #expect(test.pipeline.failures?.count == 1)
        try await test.pipeline.removeCached(url)
        #expect(test.pipeline.failures?.count == 0)
    }

    @Test func `a disk that refuses is an error of that tier alone`() async throws {
        var test = TestPipeline()
        test.pipeline.disk = RefusingCache()
        _ = try? await test.pipeline.image(for: url)
        try await test.pipeline.removeCached(url, from: [.memory])
        await #expect(throws: ImageError.self) {
            try await test.pipeline.removeCached(url, from: [.disk])
        }
    }
}
