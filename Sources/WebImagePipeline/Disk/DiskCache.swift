public import FoundationEssentials
import Synchronization
public import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps encoded bytes in files of one folder, which any number of processes share.
///
/// An entry is one file (``DiskEntry``), written aside and renamed when it is whole: readers see the
/// old one or the new one. A file's modification time is its last use, to the hour; its access time
/// is a hint of when it expires, verified by the head. Nothing is flushed to the medium: what a loss
/// of power damages is found by its checksum.
///
/// The folder is made at the first write, and made again when somebody removed it. Limits are looked
/// after while committing: at the first commit, then after each 5 % of them.
public final class DiskCache: DataCache {
    let layout: DiskLayout
    let limits: DiskLimits
    let now: @Sendable () -> Date
    private let plan: Mutex<TrimPlan>

    /// Files longer than this are mapped, shorter ones are read.
    static let mappedByteCount = 1 << 20

    /// A cache in that folder, which need not exist.
    ///
    /// - Parameters:
    ///   - folder: A path; a relative one begins at the working folder of this moment.
    ///   - limits: How much it keeps.
    ///   - now: The clock that entries expire by.
    public init(
        folder: String, limits: DiskLimits = DiskLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        layout = DiskLayout(folder: StandardFolder.absolute(folder))
        self.limits = limits
        self.now = now
        plan = Mutex(TrimPlan(limits))
    }

    /// The folder of this user's programs: `$XDG_CACHE_HOME/webimage` or `~/.cache/webimage`.
    public static var standardFolder: String { StandardFolder.current }

    /// The folder it keeps entries in.
    public var folder: String { layout.folder }

    /// The folder it keeps entries in.
    public var identity: String { "disk:\(layout.folder)" }

    /// Head and bytes of the entry of exactly that key, after their checksums were verified.
    ///
    /// Bytes of more than 1 MB are mapped, not read.
    ///
    /// - Throws: `DiskError` when a file is there but can't be read; a missing folder is a miss.
    public func reader(
        for key: CacheKey
    ) throws(DiskError) -> (head: EntryHead, bytes: ByteBlock)? {
        let path = layout.entry(key.digest)
        guard let file = try entryFile(path) else { return nil }
        let status = try file.status()
        guard status.isRegular else { return nil }
        let content =
            status.byteCount > Self.mappedByteCount
            ? try file.map(status.byteCount) : try file.read(status.byteCount)
        let now = now()
        guard let entry = content.entry(), entry.key.utf8.elementsEqual(key.text.utf8),
            limits.expiry(of: entry.head) > now
        else {
            removeIfStill(status, at: path)
            return nil
        }
        if DiskDates.isAhead(entry.head, of: now) { return nil }
        if abs(now.timeIntervalSince(status.modified)) > 3600 {
            // An entry that can't be dated, as in a folder of somebody else's, is just trimmed sooner.
            try? file.setTimes(accessed: nil, modified: now)
        }
        return (entry.head, content.body(of: entry))
    }

    /// Writes the new head behind the body of the entry.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        guard let file = try entryFile(layout.entry(key.digest), for: .changing) else { return }
        let status = try file.status()
        guard status.isRegular, let entry = try file.entry(status),
            entry.key.utf8.elementsEqual(key.text.utf8), entry.head == old
        else { return }
        let renewal = DiskRenewal.encode(head, of: entry)
        guard renewal.count <= DiskEntry.maxHeadCount else { return }
        // Safe because bytes have no padding.
        try unsafe file.write(renewal.span.bytes, at: entry.bodyEnd)
        try file.setTimes(accessed: limits.expiry(of: head), modified: now())
    }

    /// A sink for a new entry, which is written to a temporary file until it is committed.
    ///
    /// An entry of more than 90 % of the limit is taken, then dropped by `commit`.
    ///
    /// - Throws: `DiskError` when the folder can't be made or written.
    public func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        let headBytes = DiskEntry.encodeHead(key: key.text, head)
        guard headBytes.count <= DiskEntry.maxHeadCount else {
            throw DiskError("cannot write a head so long", path: layout.folder, code: EFBIG)
        }
        return DiskWriter(
            to: layout.entry(key.digest), through: try temporaryFile(), head: headBytes,
            expiry: limits.expiry(of: head), cache: self)
    }

    /// Removes the entry of that key, if there is one.
    public func remove(_ key: CacheKey) throws(DiskError) {
        try Files.remove(layout.entry(key.digest))
    }

    /// Counts an entry that was committed, and trims when it is time.
    func committed(byteCount: Int) {
        guard plan.withLock({ $0.added(byteCount: byteCount) }) else { return }
        // The entry is stored whether or not others could be removed; `trim()` itself tells.
        try? trim()
    }

    func entryFile(
        _ path: String, for access: OpenFile.Access = .reading
    ) throws(DiskError) -> OpenFile? {
        do {
            return try OpenFile.opened(path, for: access)
        } catch {
            switch error.code {
            case ENOENT: return nil
            case ELOOP, ENXIO:  // A link or a socket, which we never make.
                try? Files.remove(path)
                return nil
            default: throw error
            }
        }
    }

    private func temporaryFile() throws(DiskError) -> OpenFile {
        for _ in 0..<8 {
            do {
                return try OpenFile.opened(
                    layout.temporary(UInt64.random(in: 0 ... .max)), for: .creating)
            } catch {
                switch error.code {
                case ENOENT: try Files.makeFolder(layout.temporaries)
                case EEXIST: continue
                default: throw error
                }
            }
        }
        throw DiskError("cannot create a file in", path: layout.temporaries, code: ENOENT)
    }

    /// Removes a useless entry, unless a writer has put another in its place meanwhile.
    private func removeIfStill(_ status: FileStatus, at path: String) {
        // It stays a miss when it can't be removed.
        guard let found = try? Files.status(path), found.isSameFile(as: status) else { return }
        try? Files.remove(path)
    }
}

extension DiskLimits {
    /// When an entry is no longer to be used.
    func expiry(of head: EntryHead) -> Date {
        if let expires = head.expires { return max(expires, head.keepUntil ?? expires) }
        guard let lifetime else { return .distantFuture }
        return head.storedAt.addingTimeInterval(lifetime / .seconds(1))
    }
}

extension ByteBlock {
    /// The entry that these bytes of a whole file are, nil when they are damaged.
    fileprivate func entry() -> DiskEntry? {
        withSpan { bytes in
            guard let entry = DiskEntry(decoding: bytes), entry.isIntact(in: bytes) else {
                return nil
            }
            return entry.renewed(by: bytes.extracting(entry.bodyEnd...))
        }
    }

    /// The body of an entry that these bytes of a whole file are.
    fileprivate func body(of entry: DiskEntry) -> ByteBlock {
        let rest = suffix(from: entry.bodyOffset)
        return rest.count == entry.bodyCount ? rest : rest.prefix(entry.bodyCount)
    }
}
