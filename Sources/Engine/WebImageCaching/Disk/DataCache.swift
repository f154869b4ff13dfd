public import WebImageCoding
package import WebImageRuntime

/// A cache of encoded bytes by key, across processes.
///
/// Its functions block: call them on an I/O executor.
public protocol DataCache: Sendable {
    /// The name of the place, equal for caches that share entries.
    var identity: String { get }
    /// Returns the entry of exactly that key, or only its length if it has more than `byteCount`
    /// bytes.
    ///
    /// A damaged or expired entry is a miss, and is removed. A pipeline reserves memory for a long
    /// entry before it reads it.
    ///
    /// - Parameters:
    ///   - key: The key, compared as a whole.
    ///   - byteCount: The most bytes to read; a cache that does not know the length first ignores
    ///     it.
    /// - Throws: `DiskError` if the cache cannot be read; the pipeline reports it and goes on.
    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding
    /// Returns the head of the entry of that key; nil for a miss.
    ///
    /// If possible, the bytes are not read.
    ///
    /// - Throws: `DiskError` if the cache cannot be read.
    func head(for key: CacheKey) throws(DiskError) -> EntryHead?
    /// Returns a sink for a new entry, which is invisible until it is committed.
    ///
    /// - Parameters:
    ///   - key: The key of the entry.
    ///   - head: The metadata of the entry: media type, dates, and data of the pipeline.
    /// - Throws: `DiskError` if the cache cannot be written.
    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter
    /// Stores these bytes as the entry of that key.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - key: The key of the entry, which replaces one of the same key.
    ///   - head: The metadata of the entry.
    /// - Throws: `DiskError` if they cannot be written; nothing is changed then.
    func store(_ bytes: ByteBlock, for key: CacheKey, head: EntryHead) throws(DiskError)
    /// Replaces the head of the entry of that key, but not its bytes; does nothing if the present
    /// head is not `old`.
    ///
    /// - Throws: `DiskError` if the entry cannot be written.
    func renew(_ key: CacheKey, from old: EntryHead, to head: EntryHead) throws(DiskError)
    /// Removes the entry of that key, if there is one.
    func remove(_ key: CacheKey) throws(DiskError)
    /// Removes all entries.
    func removeAll() throws(DiskError)
    /// Removes expired entries, then those used longest ago until the limits hold.
    func trim() throws(DiskError)
    /// Returns the present content in numbers.
    func usage() throws(DiskError) -> CacheUsage
}

extension DataCache {
    /// Returns the entry of exactly that key, of any length; nil for a miss.
    ///
    /// - Throws: `DiskError` if the cache cannot be read.
    public func reader(for key: CacheKey) throws(DiskError) -> StoredEntry? {
        try find(key, atMost: .max).entry
    }

    /// Writes the whole entry again.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        guard let entry = try reader(for: key), entry.head == old else { return }
        try store(entry.bytes, for: key, head: head)
    }

    /// Streams the bytes into a new entry.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let writer = try writer(for: key, head: head)
        try bytes.withSpan { bytes throws(DiskError) in try writer.append(bytes) }
        try writer.commit()
    }

    /// Reads the whole entry.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        try reader(for: key)?.head
    }
}

/// A cache that may wait for another machine, on separate threads.
package protocol RemoteCache: DataCache {
    /// The threads for its calls; nil if no part of it is on another machine.
    var executor: WorkExecutor? { get }
    /// The part on this machine, which is asked first; nil for none.
    var local: (any DataCache)? { get }
    /// The most bytes of an entry that is kept on the other machine.
    var maxEntryBytes: Int { get }
    /// The caches that it consists of; empty for a single one.
    var members: [any DataCache] { get }
}

extension DataCache {
    /// Returns the caches of that tier that this one consists of; itself if it is one of them.
    package func parts(on tier: CacheTier) -> [any DataCache] {
        guard let remote = self as? any RemoteCache else { return tier == .disk ? [self] : [] }
        guard remote.members.isEmpty else { return remote.members.flatMap { $0.parts(on: tier) } }
        return tier == (remote.executor == nil ? .disk : .shared) ? [self] : []
    }
}

/// A sink for the bytes of one entry; used by one task at a time.
///
/// It leaves no trace if it ends without commit.
public protocol DataCacheWriter: AnyObject, Sendable {
    /// Adds bytes.
    ///
    /// - Throws: `DiskError`; ``written()`` still returns the bytes added before.
    func append(_ bytes: RawSpan) throws(DiskError)
    /// Returns all bytes added so far, also after commit and discard.
    func written() throws(DiskError) -> ByteBlock
    /// Returns a part of the bytes added so far, also after commit and discard.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte to return, counted from 0.
    ///   - count: The most bytes to return.
    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock
    /// Makes the entry visible atomically; replaces one of the same key.
    func commit() throws(DiskError)
    /// Drops the entry; does nothing after commit.
    func discard()
}

extension DataCacheWriter {
    /// Returns a part of ``written()``.
    public func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        try written().part(from: offset, atMost: count)
    }
}
