import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file that processes share a ``SharedUsageTable`` through: read, changed and written under a lock.
///
/// It is not mapped, since who touches mapped bytes of a file that somebody shortens, or that a full
/// disk has no room for, is killed. The lock ends with the process that holds it, and is not waited
/// for long: a stopped process must not stop the others. It is open only while it is used, so that
/// a cache that is idle keeps nobody from unmounting its disk.
struct UsageFile: Sendable {
    let path: String
    let files: FileSystem
    private static let attempts = 100
    private static let mostBytes = 1 << 20

    /// Changes the table; nil when the file was removed meanwhile, so that nobody else sees it.
    ///
    /// - Parameters:
    ///   - makes: Whether a missing file is made; its folder is not.
    ///   - change: Gets what the file says, nil when that is no table.
    /// - Throws: `DiskError` when another process keeps it, it can't be written, or a newer program
    ///   wrote it.
    package func update<Value>(
        makes: Bool, _ change: (SharedUsageTable?) -> (table: SharedUsageTable, value: Value)
    ) throws(DiskError) -> Value? {
        let file = try files.opened(path, for: makes ? .sharing : .changing)
        // Whoever closes the file unlocks it.
        try file.lock(attempts: Self.attempts)
        let status = try file.status()
        guard status.linkCount > 0 else { return nil }
        guard status.isRegular, status.linkCount == 1, files.folder.trusts(status) else {
            // Another file was given this name, or other users write to it.
            try files.remove(path)
            return nil
        }
        var found: SharedUsageTable?
        // Longer ones are no table of anybody.
        if (1...Self.mostBytes).contains(status.byteCount) {
            let bytes = try file.read(status.byteCount)
            found = bytes.withSpan { SharedUsageTable(decoding: $0) }
            guard found != nil || !bytes.withSpan({ SharedUsageTable.isOfLaterVersion($0) }) else {
                throw DiskError("cannot change the newer table", path: path, code: EEXIST)
            }
        }
        let (table, value) = change(found)
        // Safe because numbers have no padding.
        try unsafe file.write(table.encoded().span.bytes, at: 0)
        if status.byteCount > SharedUsageTable.encodedCount {
            try file.shorten(to: SharedUsageTable.encodedCount)
        }
        return value
    }
}
