public import WebImageCoding

/// Keeps encoded bytes by key, across processes.
///
/// Its functions block: call them on an I/O executor.
public protocol DataCache: Sendable {
    /// Names the place, equal for caches that share entries.
    var identity: String { get }
    /// Head and bytes of the entry of exactly that key; nil for a miss. A damaged or expired entry
    /// is a miss, and is removed.
    ///
    /// - Throws: `DiskError` when the folder cannot be read; the pipeline reports it and goes on.
    func reader(for key: CacheKey) throws(DiskError) -> (head: EntryHead, bytes: ByteBlock)?
    /// What ``reader(for:)`` returns, and what it came across that was damaged; a pipeline asks this.
    ///
    /// - Throws: `DiskError` when the folder cannot be read.
    func find(_ key: CacheKey) throws(DiskError) -> DataFinding
    /// Returns what ``find(_:)`` returns, if the bytes are at most so many; else a finding that says
    /// how many there are, and none of them.
    ///
    /// A pipeline asks this, to have memory for the bytes before they are read.
    ///
    /// - Throws: `DiskError` when the folder cannot be read.
    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding
    /// The head of the entry that ``reader(for:)`` would return; nil for a miss. Bytes are not read
    /// where that can be avoided.
    ///
    /// - Throws: `DiskError` when the folder cannot be read.
    func head(for key: CacheKey) throws(DiskError) -> EntryHead?
    /// A sink for a new entry, which nobody sees before it is committed.
    ///
    /// - Throws: `DiskError` when the folder cannot be written.
    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter
    /// Makes these bytes the entry of that key.
    ///
    /// - Throws: `DiskError` when they can't be written; nothing is changed then.
    func store(_ bytes: ByteBlock, for key: CacheKey, head: EntryHead) throws(DiskError)
    /// Lets the entry of that key say `head` in place of `old`, its bytes as they are; does nothing
    /// where it says anything else by now.
    ///
    /// - Throws: `DiskError` when the entry cannot be written.
    func renew(_ key: CacheKey, from old: EntryHead, to head: EntryHead) throws(DiskError)
    /// Removes the entry of that key, if there is one.
    func remove(_ key: CacheKey) throws(DiskError)
    /// Removes all entries.
    func removeAll() throws(DiskError)
    /// Removes what is expired, then what was used longest ago until the limits hold.
    func trim() throws(DiskError)
    /// What it holds now.
    func usage() throws(DiskError) -> DiskUsage
}

extension DataCache {
    /// Writes the whole entry once more.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        guard let entry = try reader(for: key), entry.head == old else { return }
        let writer = try writer(for: key, head: head)
        try entry.bytes.withSpan { bytes throws(DiskError) in try writer.append(bytes) }
        try writer.commit()
    }

    /// Streams the bytes into a new entry.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let writer = try writer(for: key, head: head)
        try bytes.withSpan { span throws(DiskError) in try writer.append(span) }
        try writer.commit()
    }

    /// The entry, without a word about damage.
    public func find(_ key: CacheKey) throws(DiskError) -> DataFinding {
        DataFinding(try reader(for: key))
    }

    /// Returns the entry, however long it is.
    public func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        try find(key)
    }

    /// Reads the whole entry.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        try reader(for: key)?.head
    }
}

/// Takes the bytes of one entry; used by one task at a time.
///
/// Dropped without commit, it leaves nothing behind.
public protocol DataCacheWriter: AnyObject, Sendable {
    /// Adds bytes.
    ///
    /// - Throws: `DiskError`, after which what was added so far can still be read by ``written()``.
    func append(_ bytes: RawSpan) throws(DiskError)
    /// Returns all bytes added so far, also after commit and discard.
    func written() throws(DiskError) -> ByteBlock
    /// Returns the bytes added so far from `offset` on, at most so many, also after commit and discard.
    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock
    /// Makes the entry visible at once and whole; replaces one of the same key.
    func commit() throws(DiskError)
    /// Gives the entry up; does nothing after commit.
    func discard()
}

extension DataCacheWriter {
    /// Returns a part of ``written()``.
    public func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        let all = try written()
        return all.suffix(from: min(max(offset, 0), all.count)).prefix(count)
    }
}

/// How much a cache holds.
public struct DiskUsage: Hashable, Sendable {
    /// The number of entries.
    public var entryCount: Int
    /// The bytes of all entries, heads included.
    public var byteCount: Int

    /// A number of entries of so many bytes.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }

    /// Adds entries, or takes them away; never beyond what a number can say, since files with holes
    /// may claim any size.
    mutating func add(byteCount: Int, entryCount: Int = 1) {
        self.byteCount = self.byteCount.addingWithinBounds(byteCount)
        self.entryCount = self.entryCount.addingWithinBounds(entryCount)
    }
}

extension Int {
    /// The sum, or the number next to it that there is.
    func addingWithinBounds(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// Why the disk cache could not do what it was asked.
public struct DiskError: Error, Hashable, Sendable {
    /// What it tried, in words: "cannot create the folder".
    public var action: String
    /// Where.
    public var path: String
    /// The system's error number.
    public var code: Int32
    /// The reason in words, if the system's are not enough.
    public var reason: String?

    /// A failed action at a path.
    public init(_ action: String, path: String, code: Int32, reason: String? = nil) {
        self.action = action
        self.path = path
        self.code = code
        self.reason = reason
    }
}
