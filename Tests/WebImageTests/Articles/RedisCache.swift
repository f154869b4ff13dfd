import Foundation
import Synchronization
import WebImage

/// The client of Redis that the cache needs; its calls block, with one or two commands each.
protocol RedisClient: Sendable {
    /// Sends GET.
    func get(_ name: String) throws -> ByteBlock?
    /// Sends SET … PXAT.
    func set(_ name: String, _ value: ByteBlock, until expiry: Date) throws
    /// Replaces the value if it still is the old one: a script, or WATCH and MULTI.
    func replace(_ name: String, _ old: ByteBlock, _ new: ByteBlock, until expiry: Date) throws
    /// Sends UNLINK.
    func delete(_ names: [String]) throws
    /// Sends SCAN … MATCH, then STRLEN of each.
    func sizes(prefix: String) throws -> [(name: String, byteCount: Int)]
}

/// A cache of encoded bytes in Redis, shared by machines; the server's own limits evict.
struct RedisCache: DataCache {
    let client: any RedisClient
    /// The common prefix of all names of this cache.
    let prefix: String
    /// The lifetime of entries without an expiry.
    var lifetime = Duration.seconds(7 * 86_400)

    var identity: String { "redis:\(prefix)" }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        guard let value = try ask({ try $0.get(name(key)) }) else { return DataFinding(nil) }
        guard let entry = StoredEntry(decoding: value, for: key),
            entry.head.expiry(lifetime: lifetime) > Date()
        else {
            try remove(key)
            return DataFinding(nil)
        }
        return DataFinding(entry)
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        RedisWriter(cache: self, key: key, head: head)
    }

    func renew(_ key: CacheKey, from old: EntryHead, to head: EntryHead) throws(DiskError) {
        guard let value = try ask({ try $0.get(name(key)) }),
            var entry = StoredEntry(decoding: value, for: key), entry.head == old
        else { return }
        entry.head = head
        let renewed = try entry.encoded(for: key)
        let expiry = head.expiry(lifetime: lifetime)
        try ask { try $0.replace(name(key), value, renewed, until: expiry) }
    }

    func remove(_ key: CacheKey) throws(DiskError) {
        try ask { try $0.delete([name(key)]) }
    }

    func removeAll() throws(DiskError) {
        try ask { try $0.delete($0.sizes(prefix: prefix + ":").map(\.name)) }
    }

    /// Does nothing: the server removes expired entries, and evicts by its `maxmemory-policy`.
    func trim() throws(DiskError) {}

    func usage() throws(DiskError) -> CacheUsage {
        let sizes = try ask { try $0.sizes(prefix: prefix + ":").map(\.byteCount) }
        return CacheUsage(entryCount: sizes.count, byteCount: sizes.reduce(0, +))
    }

    /// Stores an entry at once: SET replaces the value that readers see.
    func store(_ entry: StoredEntry, for key: CacheKey) throws(DiskError) {
        let value = try entry.encoded(for: key)
        let expiry = entry.head.expiry(lifetime: lifetime)
        try ask { try $0.set(name(key), value, until: expiry) }
    }

    private func name(_ key: CacheKey) -> String { "\(prefix):\(key.digest)" }

    /// Runs a command; its errors are those of the call, and the pipeline reports them.
    private func ask<Answer>(
        _ command: (any RedisClient) throws -> Answer
    ) throws(DiskError) -> Answer {
        do {
            return try command(client)
        } catch {
            throw DiskError("cannot ask Redis (\(error)) for", path: prefix, code: EIO)
        }
    }
}

/// A writer that collects the bytes of an entry until it is committed.
final class RedisWriter: DataCacheWriter {
    private let cache: RedisCache
    private let key: CacheKey
    private let head: EntryHead
    private let blocks = Mutex<[ByteBlock]>([])

    init(cache: RedisCache, key: CacheKey, head: EntryHead) {
        self.cache = cache
        self.key = key
        self.head = head
    }

    func append(_ bytes: RawSpan) throws(DiskError) {
        let block = ByteBlock(copying: bytes)
        blocks.withLock { $0.append(block) }
    }

    func written() throws(DiskError) -> ByteBlock {
        ByteBlock.joining(blocks.withLock { $0 })
    }

    func commit() throws(DiskError) {
        try cache.store(StoredEntry(head: head, bytes: written()), for: key)
    }

    func discard() {}
}
