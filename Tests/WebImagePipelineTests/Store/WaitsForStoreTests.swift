import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Stores that run after the response, which are never lost.
struct WaitsForStoreTests {
    private let url = "http://origin.test/a.bmp"

    private func pipeline(_ cache: HeldCache) -> (ImagePipeline, ScriptedLoader) {
        let test = TestPipeline()
        var pipeline = test.pipeline
        pipeline.disk = cache
        return (pipeline, test.loader)
    }

    private func request(
        _ waits: StoreCompletion, _ content: DiskRepresentation = .original
    ) -> ImageRequest {
        var request = ImageRequest(url)
        request.storeCompletion = waits
        request.diskRepresentation = content
        return request
    }

    @Test func `an answer need not wait for the disk, and flush does`() async throws {
        let cache = HeldCache()
        let (pipeline, _) = pipeline(cache)
        let prepared = try await pipeline.prepare(request(.nothing))
        _ = try await pipeline.image(for: prepared.request)
        #expect(cache.committed.isEmpty)
        cache.release()
        await pipeline.flush()
        #expect(cache.committed == [prepared.dataKey])
    }

    @Test func `an answer waits for the original unless told otherwise`() async throws {
        let cache = HeldCache()
        let (pipeline, _) = pipeline(cache)
        let isAnswered = Locked(false)
        let load = Task {
            _ = try await pipeline.image(for: ImageRequest(url))
            isAnswered.change { $0 = true }
        }
        #expect(await eventually { cache.waitingCount == 1 })
        #expect(isAnswered.value == false)
        cache.release()
        try await load.value
        #expect(cache.committed.count == 1)
    }

    @Test(arguments: [StoreCompletion.original, .everything])
    func `a variant is waited for when everything is`(waits: StoreCompletion) async throws {
        let cache = HeldCache()
        let (pipeline, _) = pipeline(cache)
        let isAnswered = Locked(false)
        let load = Task {
            _ = try await pipeline.image(for: request(waits, .variant))
            isAnswered.change { $0 = true }
        }
        #expect(await eventually { cache.waitingCount == 1 })
        if waits == .original { try await load.value }
        #expect(isAnswered.value == (waits == .original))
        cache.release()
        try await load.value
        await pipeline.flush()
        #expect(cache.committed.count == 1)
    }

    @Test func `who comes meanwhile finds what is on its way`() async throws {
        let cache = HeldCache()
        let (pipeline, loader) = pipeline(cache)
        _ = try await pipeline.image(for: request(.nothing))
        pipeline.memory.removeAll()
        let second = Task { try await pipeline.image(for: ImageRequest(url)) }
        #expect(await eventually { cache.waitingCount == 1 })
        cache.release()
        #expect(try await second.value.origin == .disk)
        #expect(loader.loadCount == 1)
    }

    @Test func `who joins and wants to wait does`() async throws {
        let cache = HeldCache()
        let test = TestPipeline(isFrozen: true)
        var pipeline = test.pipeline
        pipeline.disk = cache
        let shared = pipeline
        let isAnswered = Locked(false)
        let first = Task { _ = try await shared.image(for: request(.nothing)) }
        #expect(await eventually { test.loader.loadCount == 1 })
        let second = Task {
            _ = try await shared.image(for: request(.everything))
            isAnswered.change { $0 = true }
        }
        let trace = test.trace
        #expect(
            await eventually {
                trace.trace.split(separator: " ").filter { $0 == "memory:miss" }.count == 2
            })
        test.loader.thaw()
        try await first.value
        #expect(await eventually { cache.waitingCount == 1 })
        #expect(isAnswered.value == false)
        cache.release()
        try await second.value
        #expect(cache.committed.count == 1)
    }

    @Test func `a caller that joins and need not wait does not`() async throws {
        let cache = HeldCache()
        let test = TestPipeline(isFrozen: true)
        var pipeline = test.pipeline
        pipeline.disk = cache
        let shared = pipeline
        let answered = Locked<[String]>([])
        let first = Task {
            _ = try await shared.image(for: request(.everything))
            answered.change { $0.append("first") }
        }
        #expect(await eventually { test.loader.loadCount == 1 })
        let second = Task {
            _ = try await shared.image(for: request(.nothing))
            answered.change { $0.append("second") }
        }
        let trace = test.trace
        #expect(
            await eventually {
                trace.trace.split(separator: " ").filter { $0 == "memory:miss" }.count == 2
            })
        test.loader.thaw()
        #expect(await eventually { cache.waitingCount == 1 && answered.value == ["second"] })
        cache.release()
        try await first.value
        try await second.value
        #expect(cache.committed.count == 1)
    }

    @Test func `a request that is cancelled behind its transfer is stored all the same`()
        async throws
    {
        let cache = HeldCache()
        let (pipeline, _) = pipeline(cache)
        let load = Task { try await pipeline.image(for: ImageRequest(url)) }
        #expect(await eventually { cache.waitingCount == 1 })
        load.cancel()
        cache.release()
        _ = await load.result
        await pipeline.flush()
        #expect(cache.committed.count == 1)
    }
}

/// A cache whose commits wait until a test releases them.
final class HeldCache: DataCache {
    private struct State: Sendable {
        var isHeld = true
        var waitingCount = 0
        var entries: [CacheKey: (EntryHead, ByteBlock)] = [:]
    }

    private let state = Mutex(State())

    var identity: String { "held" }
    var waitingCount: Int { state.withLock { $0.waitingCount } }
    var committed: [CacheKey] { state.withLock { Array($0.entries.keys) } }

    func release() { state.withLock { $0.isHeld = false } }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        DataFinding(state.withLock { $0.entries[key] }.map { StoredEntry(head: $0.0, bytes: $0.1) })
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        Writer(self, key, head)
    }

    func remove(_ key: CacheKey) throws(DiskError) { state.withLock { $0.entries[key] = nil } }
    func removeAll() throws(DiskError) { state.withLock { $0.entries = [:] } }
    func trim() throws(DiskError) {}
    func usage() throws(DiskError) -> CacheUsage {
        CacheUsage(entryCount: state.withLock { $0.entries.count }, byteCount: 0)
    }

    private func commit(_ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock) {
        state.withLock { $0.waitingCount += 1 }
        while state.withLock({ $0.isHeld }) { usleep(500) }
        state.withLock { state in
            state.waitingCount -= 1
            state.entries[key] = (head, bytes)
        }
    }

    private final class Writer: DataCacheWriter {
        private let cache: HeldCache
        private let key: CacheKey
        private let head: EntryHead
        private let blocks = Mutex<[ByteBlock]>([])

        init(_ cache: HeldCache, _ key: CacheKey, _ head: EntryHead) {
            (self.cache, self.key, self.head) = (cache, key, head)
        }

        func append(_ bytes: RawSpan) throws(DiskError) {
            let block = ByteBlock(copying: bytes)
            blocks.withLock { $0.append(block) }
        }
        func written() throws(DiskError) -> ByteBlock { ByteBlock.joining(blocks.withLock { $0 }) }
        func commit() throws(DiskError) { cache.commit(key, head, try written()) }
        func discard() {}
    }
}
