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
import WebImageTiers

/// A cache in memory that can be suspended and broken.
final class ListedCache: DataCache {
    private struct State: Sendable {
        var entries: [CacheKey: (EntryHead, ByteBlock)] = [:]
        var readCount = 0
        var writerCount = 0
        var isHeld = false
        var fails = false
    }

    private let state = Mutex(State())
    let identity: String

    init(_ identity: String) { self.identity = identity }

    var readCount: Int { state.withLock { $0.readCount } }
    var writerCount: Int { state.withLock { $0.writerCount } }
    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    func hold() { state.withLock { $0.isHeld = true } }
    func release() { state.withLock { $0.isHeld = false } }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        try check()
        while state.withLock({ $0.isHeld }) { usleep(500) }
        let found = state.withLock { state in
            state.readCount += 1
            return state.entries[key]
        }
        return DataFinding(found.map { StoredEntry(head: $0.0, bytes: $0.1) })
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        try check()
        state.withLock { $0.writerCount += 1 }
        return Writer(self, key, head)
    }

    func store(_ bytes: ByteBlock, for key: CacheKey, head: EntryHead) throws(DiskError) {
        try check()
        commit(key, head, bytes)
    }

    func remove(_ key: CacheKey) throws(DiskError) {
        try check()
        state.withLock { $0.entries[key] = nil }
    }
    func removeAll() throws(DiskError) {
        try check()
        state.withLock { $0.entries = [:] }
    }
    func trim() throws(DiskError) {}
    func usage() throws(DiskError) -> CacheUsage {
        CacheUsage(entryCount: state.withLock { $0.entries.count }, byteCount: 0)
    }

    private func check() throws(DiskError) {
        if fails { throw DiskError("cannot do anything in", path: identity, code: EIO) }
    }

    private func commit(_ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock) {
        state.withLock { $0.entries[key] = (head, bytes) }
    }

    private final class Writer: DataCacheWriter {
        private let cache: ListedCache
        private let key: CacheKey
        private let head: EntryHead
        private let blocks = Mutex<[ByteBlock]>([])

        init(_ cache: ListedCache, _ key: CacheKey, _ head: EntryHead) {
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
