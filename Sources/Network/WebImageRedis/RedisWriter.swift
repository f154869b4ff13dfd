#if HTTP && os(Linux)
    import Glibc
    import Synchronization
    import WebImageCaching
    import WebImageCoding

    /// The bytes of an entry, in memory until it is committed.
    final class RedisWriter: DataCacheWriter {
        private let cache: RedisCache
        private let key: CacheKey
        private let head: EntryHead
        private let state = Mutex<(blocks: [ByteBlock], count: Int)>(([], 0))

        init(cache: RedisCache, key: CacheKey, head: EntryHead) {
            (self.cache, self.key, self.head) = (cache, key, head)
        }

        /// - Throws: `DiskError` beyond the most bytes of an entry.
        func append(_ bytes: RawSpan) throws(DiskError) {
            let block = ByteBlock(copying: bytes)
            let isShort = state.withLock { state in
                guard state.count + block.count <= cache.maxEntryBytes else { return false }
                state = (state.blocks + [block], state.count + block.count)
                return true
            }
            guard isShort else {
                throw DiskError("cannot keep as many bytes in", path: cache.identity, code: EFBIG)
            }
        }

        func written() throws(DiskError) -> ByteBlock {
            ByteBlock.joining(state.withLock { $0.blocks })
        }

        func commit() throws(DiskError) { try cache.store(written(), for: key, head: head) }

        func discard() {}
    }
#endif
