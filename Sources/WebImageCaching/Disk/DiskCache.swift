public import FoundationEssentials
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
/// The folder is made at the first write, and made again after it was removed. It must belong to this
/// process's user and be writable by no other, else each call throws and nothing is read or written;
/// links below it are not followed (``CacheFolder``). Opening costs
/// nothing and looks at nothing: how much there is, all processes note in one small file
/// (``SharedUsageTable``). Above 95 % of a limit one of them begins to trim in the background, in steps
/// of about 4,000 entries (``TrimPlan``), down to 90 %; who adds beyond a limit takes such a step
/// itself. The memory it needs does not grow with the number of entries.
public final class DiskCache: DataCache {
    let layout: DiskLayout
    let files: FileSystem
    let limits: DiskLimits
    let now: @Sendable () -> Date
    package let trimmer: DiskTrimmer
    var looker: DiskScanner { trimmer.looker }

    /// The most bytes that a pipeline reads before it knows how many there are.
    package static let smallByteCount = 1 << 20

    /// A cache in that folder, which need not exist.
    ///
    /// - Parameters:
    ///   - folder: A path; a relative one begins at the working folder of this moment.
    ///   - namespace: A part of the folder with entries, limits and usage of its own, of any name;
    ///     nil for the part that has none.
    ///   - limits: How much it keeps.
    ///   - allowsSharedFolder: `true` if the folder and its entries may belong to other users, and
    ///     others may write to them. A user that may write to the folder decides which bytes answer
    ///     a request.
    ///   - now: The clock that entries expire by.
    public convenience init(
        folder: String, namespace: String? = nil, limits: DiskLimits = DiskLimits(),
        allowsSharedFolder: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let layout = DiskLayout(folder: StandardFolder.absolute(folder), namespace: namespace)
        let folder = CacheFolder(layout.folder, allowsShared: allowsSharedFolder)
        self.init(layout: layout, in: folder, limits: limits, now: now)
    }

    init(
        layout: DiskLayout, in folder: CacheFolder, limits: DiskLimits = DiskLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.layout = layout
        files = FileSystem(folder: folder)
        self.limits = limits
        self.now = now
        trimmer = DiskTrimmer(
            DiskScanner(layout: layout, files: files, limits: limits, now: now))
    }

    /// The folder of this user's programs: `$XDG_CACHE_HOME/webimage` or `~/.cache/webimage`.
    public static var standardFolder: String { StandardFolder.current }

    /// The folder it keeps entries in.
    public var folder: String { layout.folder }

    /// The folder it keeps entries in, and the namespace there.
    public var identity: String { "disk:\(layout.base)" }

    /// Head and bytes of the entry of exactly that key, after their checksums were verified.
    ///
    /// - Throws: `DiskError` when a file is there but can't be read; a missing folder is a miss.
    public func reader(
        for key: CacheKey
    ) throws(DiskError) -> (head: EntryHead, bytes: ByteBlock)? {
        try find(key).entry
    }

    /// What ``reader(for:)`` returns, and whether the entry was damaged, and thus removed.
    ///
    /// - Throws: `DiskError` when a file is there but can't be read; a missing folder is a miss.
    public func find(_ key: CacheKey) throws(DiskError) -> DataFinding {
        try find(key, atMost: .max)
    }

    /// Returns what ``find(_:)`` returns, or the length of an entry that is longer than the caller
    /// permits.
    public func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        var finding = try look(for: key, atMost: byteCount)
        if let warning = files.folder.takeWarning() { finding.warnings.append(warning) }
        return finding
    }

    private func look(
        for key: CacheKey, atMost most: Int
    ) throws(DiskError) -> DataFinding {
        let digest = key.sha256
        let path = layout.entry(digest)
        guard let file = try entryFile(path) else { return DataFinding(nil) }
        let status = try file.status()
        guard status.isRegular else { return DataFinding(nil) }
        guard files.folder.trusts(status) else {
            removeIfStill(status, at: path, in: digest.part)
            return DataFinding(nil, damage: [EntryDamage(path: path, reason: .owner)])
        }
        let content: ByteBlock
        if status.byteCount <= Self.smallByteCount {
            content = try file.read(status.byteCount)
        } else {
            let (byteCount, bodyCount) = try file.entryLength(status)
            if let bodyCount, bodyCount > most {
                return DataFinding(nil, skippedByteCount: bodyCount)
            }
            content = try file.read(byteCount)
        }
        let now = now()
        switch content.withSpan({ DiskEntry.whole(file: $0, key: key) }) {
        case .version(let version):
            // An older one is of no use to anybody; a newer program may still use its own.
            if version < DiskEntry.version { removeIfStill(status, at: path, in: digest.part) }
            return DataFinding(nil)
        case .damaged(let reason):
            removeIfStill(status, at: path, in: digest.part)
            return DataFinding(nil, damage: [EntryDamage(path: path, reason: reason)])
        case .entry(let entry) where limits.expiry(of: entry.head) <= now:
            removeIfStill(status, at: path, in: digest.part)
            return DataFinding(nil)
        case .entry(let entry) where DiskDates.isAhead(entry.head, of: now):
            return DataFinding(nil)
        case .entry(let entry):
            if abs(now.timeIntervalSince(status.modified)) > 3600 {
                // One that can't be dated, as in a folder of somebody else's, is trimmed sooner.
                try? file.setTimes(accessed: nil, modified: now)
            }
            return DataFinding((entry.head, content.body(of: entry)))
        }
    }

    /// Writes the new head behind the body of the entry.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        let digest = key.sha256
        guard let file = try entryFile(layout.entry(digest), for: .changing) else { return }
        let status = try file.status()
        guard status.isRegular, files.folder.trusts(status), let entry = try file.entry(status),
            entry.isOf(key), entry.head == old
        else { return }
        let renewal = DiskRenewal.encode(head, of: entry)
        let byteCount = entry.bodyEnd + renewal.count
        guard renewal.count <= DiskEntry.maxHeadCount else { return }
        // Safe because bytes have no padding.
        try unsafe file.write(renewal.span.bytes, at: entry.bodyEnd)
        try file.setTimes(accessed: limits.expiry(of: head), modified: now())
        let added = max(byteCount - status.byteCount, 0)
        trimmer.changed(byteCount: added, entryCount: 0, in: digest.part)
    }

    /// A sink for a new entry, which is written to a temporary file until it is committed.
    ///
    /// An entry of more than 90 % of the limit is taken, then dropped by `commit`.
    ///
    /// - Throws: `DiskError` when the folder can't be made or written.
    public func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        try diskWriter(for: key, head: head)
    }

    /// Makes these bytes the entry of that key, written in one piece.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let writer = try diskWriter(for: key, head: head)
        try bytes.withSpan { span throws(DiskError) in try writer.store(span) }
    }

    private func diskWriter(for key: CacheKey, head: EntryHead) throws(DiskError) -> DiskWriter {
        let headBytes = DiskEntry.encodeHead(key: key.text, head)
        guard headBytes.count <= DiskEntry.maxHeadCount else {
            throw DiskError("cannot write a head so long", path: layout.folder, code: EFBIG)
        }
        return DiskWriter(
            of: key.sha256, through: try temporaryFile(), head: headBytes,
            expiry: limits.expiry(of: head), cache: self)
    }

    /// Removes the entry of that key, if there is one.
    public func remove(_ key: CacheKey) throws(DiskError) {
        let digest = key.sha256
        let path = layout.entry(digest)
        guard let status = try files.status(path), try files.remove(path) else { return }
        trimmer.changed(byteCount: -status.byteCount, entryCount: -1, in: digest.part)
    }

    func entryFile(
        _ path: String, for access: EntryFile.Access = .reading
    ) throws(DiskError) -> EntryFile? {
        do {
            return try files.opened(path, for: access)
        } catch {
            switch error.code {
            case ENOENT: return nil
            case ELOOP, ENXIO:  // A link or a socket, which we never make.
                try removeOther(path)
                return nil
            default: throw error
            }
        }
    }

    /// Removes what is no file in place of an entry; it stays a miss if that is not possible.
    ///
    /// - Throws: `DiskError` if a folder on the way is a link.
    private func removeOther(_ path: String) throws(DiskError) {
        do throws(DiskError) {
            try files.remove(path)
        } catch {
            if error.code == ELOOP { throw error }
        }
    }

    private func temporaryFile() throws(DiskError) -> EntryFile {
        try files.folder.checkIfThere()
        for _ in 0..<8 {
            do {
                return try files.opened(
                    layout.temporary(UInt64.random(in: 0 ... .max)), for: .creating)
            } catch {
                switch error.code {
                case ENOENT: try files.makeFolder(layout.temporaries)
                case EEXIST: continue
                default: throw error
                }
            }
        }
        throw DiskError("cannot create a file in", path: layout.temporaries, code: ENOENT)
    }

    /// Removes a useless entry, unless a writer has put another in its place meanwhile.
    private func removeIfStill(_ status: FileStatus, at path: String, in part: Int) {
        // It stays a miss when it can't be removed.
        guard (try? looker.remove(path, ifStill: status)) == true else { return }
        trimmer.changed(byteCount: -status.byteCount, entryCount: -1, in: part)
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
    /// The body of an entry that these bytes of a whole file are.
    fileprivate func body(of entry: DiskEntry) -> ByteBlock {
        let rest = suffix(from: entry.bodyOffset)
        return rest.count == entry.bodyCount ? rest : rest.prefix(entry.bodyCount)
    }
}

extension DiskEntry {
    /// Whether it is the entry of exactly that key.
    ///
    /// Text compares by meaning, a key byte by byte. A key is ASCII: what means the same and is none
    /// has more bytes.
    func isOf(_ key: CacheKey) -> Bool {
        self.key.utf8.count == key.text.utf8.count && self.key == key.text
    }

    /// What a whole file is, and whether it is the entry of that key.
    fileprivate static func whole(file: RawSpan, key: CacheKey) -> Start {
        guard case .entry(let entry) = start(of: file) else { return start(of: file) }
        if let reason = entry.damage(in: file) { return .damaged(reason) }
        guard entry.isOf(key) else { return .damaged(.key) }
        return .entry(entry.renewed(by: file.extracting(entry.bodyEnd...)))
    }
}
