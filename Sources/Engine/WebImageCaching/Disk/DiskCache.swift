public import FoundationEssentials
public import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A cache of encoded bytes in files of one folder, which any number of processes share.
///
/// An entry is one file, written under a temporary name and renamed when it is complete: readers
/// see the old one or the new one. A file's modification time is its last use, to the hour; its
/// access time is a hint of its expiry, verified by the head. No file is flushed to the medium: a
/// checksum finds the damage of a loss of power.
///
/// The first write makes the folder, also after it was removed. It must belong to this process's
/// user and be writable by no other, else each call throws and nothing is read or written; links
/// below it are not followed. Opening costs nothing: all processes note the usage in one small
/// file. Above 95 % of a limit one of them trims in the background, in steps of about 4,000
/// entries, down to 90 %; a store beyond a limit takes such a step itself. The cache's memory does
/// not grow with the number of entries.
public final class DiskCache: DataCache {
    let layout: DiskLayout
    let files: CacheFolder
    let limits: DiskLimits
    let now: @Sendable () -> Date
    package let trimmer: DiskTrimmer
    var scanner: DiskScanner { trimmer.scanner }

    /// The most bytes of a file that is read as a whole, without its head first.
    package static let smallByteCount = 1 << 20

    /// The bytes that are read at once: of a small file before there is memory for its body.
    package static let oneReadByteCount = 64 << 10

    /// Creates a cache in a folder, which need not exist.
    ///
    /// - Parameters:
    ///   - folder: A path; a relative one begins at the present working folder.
    ///   - namespace: A part of the folder with separate entries, limits and usage, of any name;
    ///     nil for the part without a name.
    ///   - limits: The limits of size, number and lifetime.
    ///   - allowsSharedFolder: `true` if the folder and its entries may belong to other users, and
    ///     others may write to them. A user that may write to the folder decides which bytes answer
    ///     a request.
    ///   - now: The clock for the expiry of entries.
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
        files = folder
        self.limits = limits
        self.now = now
        trimmer = DiskTrimmer(
            DiskScanner(layout: layout, files: files, limits: limits, now: now))
    }

    /// Returns the cache of another part of the same folder, with separate entries and usage.
    ///
    /// - Parameter limits: Its limits; nil for this cache's, counted apart.
    public func part(_ namespace: String, limits: DiskLimits? = nil) -> DiskCache {
        let own =
            layout.base == layout.folder ? "" : (layout.base.split(separator: "/").last ?? "") + "-"
        let part = DiskLayout(folder: layout.folder, namespace: own + namespace)
        return DiskCache(layout: part, in: files, limits: limits ?? self.limits, now: now)
    }

    /// The folder of this user's programs: `$XDG_CACHE_HOME/webimage` or `~/.cache/webimage`.
    public static var standardFolder: String { StandardFolder.current() }

    /// The folder of the entries.
    public var folder: String { layout.folder }

    /// The folder of the entries, and the namespace there.
    public var identity: String { "disk:\(layout.base)" }

    /// Returns the entry of exactly that key after verifying its checksums, or the damage for which
    /// it was removed.
    ///
    /// - Throws: `DiskError` if a file is there but cannot be read; a missing folder is a miss.
    public func find(
        _ key: CacheKey, atMost byteCount: Int
    ) throws(DiskError) -> DataFinding {
        var finding = try lookUp(key, atMost: byteCount)
        if let warning = files.takeWarning() { finding.warnings.append(warning) }
        return finding
    }

    private func lookUp(
        _ key: CacheKey, atMost most: Int
    ) throws(DiskError) -> DataFinding {
        let digest = key.sha256
        let path = layout.entry(digest)
        guard let file = try entryFile(path) else { return DataFinding(nil) }
        let status = try file.status()
        guard status.isRegular else { return DataFinding(nil) }
        guard files.trusts(status) else {
            removeIfStill(status, at: path, in: digest.part)
            return DataFinding(nil, damage: [EntryDamage(path: path, reason: .owner)])
        }
        let (start, content) = try Self.read(file, status, key, atMost: most)
        let now = now()
        switch start {
        case .version(let version):
            // An earlier version is useless; a newer program may still use its own.
            let isOld = version < DiskEntry.oldestVersion
            if isOld { removeIfStill(status, at: path, in: digest.part) }
            return DataFinding(nil)
        case .damaged(let reason):
            removeIfStill(status, at: path, in: digest.part)
            return DataFinding(nil, damage: [EntryDamage(path: path, reason: reason)])
        case .entry(let entry):
            guard let content, entry.bodyCount <= most else {
                return DataFinding(nil, skippedByteCount: entry.bodyCount)
            }
            guard entry.head.expiry(lifetime: limits.lifetime) > now else {
                removeIfStill(status, at: path, in: digest.part)
                return DataFinding(nil)
            }
            guard !entry.head.storedAt.isAhead(of: now) else { return DataFinding(nil) }
            if abs(now.timeIntervalSince(status.modified)) > 3600 {
                // A file that cannot be dated, as one of another user, is trimmed sooner.
                try? file.setTimes(accessed: nil, modified: now)
            }
            let bytes = content.part(from: entry.bodyOffset, atMost: entry.bodyCount)
            return DataFinding(StoredEntry(head: entry.head, bytes: bytes))
        }
    }

    /// Reads and verifies a whole file; only its head if it is damaged or its body is too long.
    private static func read(
        _ file: borrowing EntryFile, _ status: FileStatus, _ key: CacheKey, atMost most: Int
    ) throws(DiskError) -> (DiskEntry.Start, ByteBlock?) {
        var byteCount = status.byteCount
        if byteCount > min(most, smallByteCount) + oneReadByteCount {
            let start = try file.start(status)
            guard case .entry(let entry) = start, entry.bodyCount <= most else {
                return (start, nil)
            }
            byteCount = entry.bodyEnd + entry.tailCount(of: byteCount)
        }
        let content = try file.read(byteCount)
        return (content.withSpan { DiskEntry.whole(file: $0, key: key) }, content)
    }

    /// Returns the head of the entry of exactly that key without reading its bytes; nil for a miss.
    ///
    /// Key, dates and length are verified, but not the checksum of the bytes.
    ///
    /// - Throws: `DiskError` if a file is there but cannot be read; a missing folder is a miss.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        guard let file = try entryFile(layout.entry(key.sha256)),
            let head = try entry(of: key, in: file, file.status())?.head
        else { return nil }
        let now = now()
        let isUsable =
            head.expiry(lifetime: limits.lifetime) > now && !head.storedAt.isAhead(of: now)
        return isUsable ? head : nil
    }

    /// Writes the new head after the body of the entry; the whole entry again for the first user
    /// data of a request.
    public func renew(
        _ key: CacheKey, from old: EntryHead, to head: EntryHead
    ) throws(DiskError) {
        let digest = key.sha256
        guard let file = try entryFile(layout.entry(digest), for: .changing) else { return }
        let status = try file.status()
        guard let entry = try entry(of: key, in: file, status), entry.head == old else { return }
        guard head.version <= entry.version else {
            // The version stands in the first bytes, so the whole entry is written again.
            let body = try file.read(entry.bodyCount, at: entry.bodyOffset)
            let checksum = body.withSpan { Checksum.digest(of: $0) }
            guard body.count == entry.bodyCount, checksum == entry.bodyChecksum else { return }
            return try store(body, for: key, head: head)
        }
        let renewal = DiskRenewal.encode(head, of: entry)
        guard renewal.count <= DiskEntry.maxHeadCount else { return }
        // Safe because bytes have no padding.
        try unsafe file.write(renewal.span.bytes, at: entry.bodyEnd)
        try file.setTimes(accessed: head.expiry(lifetime: limits.lifetime), modified: now())
        let added = max(entry.bodyEnd + renewal.count - status.byteCount, 0)
        trimmer.changed(CacheUsage(entryCount: 0, byteCount: added), in: digest.part)
    }

    private func entry(
        of key: CacheKey, in file: borrowing EntryFile, _ status: FileStatus
    ) throws(DiskError) -> DiskEntry? {
        guard status.isRegular, files.trusts(status), let entry = try file.entry(status),
            entry.isOf(key)
        else { return nil }
        return entry
    }

    /// Returns a sink for a new entry, which is written to a temporary file until it is committed.
    ///
    /// An entry of more than 90 % of the limit is taken, then dropped by `commit`.
    ///
    /// - Throws: `DiskError` if the folder cannot be made or written.
    public func writer(
        for key: CacheKey, head: EntryHead
    ) throws(DiskError) -> any DataCacheWriter {
        try diskWriter(for: key, head: head)
    }

    /// Stores these bytes as the entry of that key, written in one piece.
    public func store(
        _ bytes: ByteBlock, for key: CacheKey, head: EntryHead
    ) throws(DiskError) {
        let writer = try diskWriter(for: key, head: head)
        try bytes.withSpan { span throws(DiskError) in try writer.store(span) }
    }

    private func diskWriter(for key: CacheKey, head: EntryHead) throws(DiskError) -> DiskWriter {
        let headBytes = try DiskEntry.encodeHead(of: key, head, path: layout.folder)
        return DiskWriter(
            of: key.sha256, through: try temporaryFile(), head: headBytes, version: head.version,
            expiry: head.expiry(lifetime: limits.lifetime), cache: self)
    }

    /// Removes the entry of that key, if there is one.
    public func remove(_ key: CacheKey) throws(DiskError) {
        let digest = key.sha256
        let path = layout.entry(digest)
        guard let status = try files.status(path), try files.remove(path) else { return }
        noteRemoval(of: status, in: digest.part)
    }

    private func entryFile(
        _ path: String, for access: EntryFile.Access = .reading
    ) throws(DiskError) -> EntryFile? {
        do throws(DiskError) {
            return try files.opened(path, for: access)
        } catch {
            switch error.code {
            case ENOENT: return nil
            case ELOOP, ENXIO:  // A link or a socket, which the cache never makes.
                try removeOther(path)
                return nil
            default: throw error
            }
        }
    }

    /// Removes a link or socket in place of an entry; it stays a miss if that is not possible.
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
        try files.checkIfThere()
        for _ in 0..<8 {
            do throws(DiskError) {
                return try files.opened(layout.newTemporary(), for: .creating)
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

    /// Removes a useless entry, unless a writer has replaced it meanwhile.
    private func removeIfStill(_ status: FileStatus, at path: String, in part: Int) {
        // It stays a miss if it cannot be removed.
        guard (try? scanner.remove(path, ifStill: status)) == true else { return }
        noteRemoval(of: status, in: part)
    }

    private func noteRemoval(of status: FileStatus, in part: Int) {
        trimmer.changed(CacheUsage(entryCount: -1, byteCount: -status.byteCount), in: part)
    }
}
