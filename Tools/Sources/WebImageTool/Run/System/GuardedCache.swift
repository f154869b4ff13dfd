import WebImage

extension DiskCache {
    /// The part with the files that `get` made.
    var results: DiskCache { part("results") }
}

/// A disk cache that discards its unfinished entries if the process is interrupted.
struct GuardedCache: DataCache {
    private let cache: DiskCache
    private let scratch: Scratch

    init(_ cache: DiskCache, scratch: Scratch) {
        self.cache = cache
        self.scratch = scratch
    }

    var identity: String { cache.identity }

    func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        try cache.find(key, atMost: byteCount)
    }

    func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        try cache.renew(key, from: old, to: head)
    }

    func head(for key: CacheKey) throws(DiskError) -> EntryHead? { try cache.head(for: key) }

    func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        try GuardedWriter(scratch: scratch) { () throws(DiskError) in
            try cache.writer(for: key, head: head)
        }
    }

    func remove(_ key: CacheKey) throws(DiskError) { try cache.remove(key) }
    func removeAll() throws(DiskError) { try cache.removeAll() }
    func trim() throws(DiskError) { try cache.trim() }
    func usage() throws(DiskError) -> CacheUsage { try cache.usage() }
}
