import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of a ``SharedUsageTable``: read, changed and written under a lock.
///
/// It is not mapped: the system ends a process that touches mapped bytes of a file that was
/// shortened, or for which a full disk has no room. The lock ends with its process and is not
/// waited for long: a stopped process must not stop the others. The file is open only while it is
/// used, so that an idle cache does not keep its disk from being unmounted.
struct UsageFile: Sendable {
    let path: String
    let files: CacheFolder
    private static let attempts = 100
    private static let mostBytes = 1 << 20

    /// Changes the table; returns nil if the file was removed meanwhile, so that no other process
    /// sees it.
    ///
    /// - Parameters:
    ///   - makes: `true` makes a missing file, but not its folder.
    ///   - change: Gets the table of the file; nil if it has none.
    /// - Throws: `DiskError` if another process has the lock, the file cannot be written, or a
    ///   newer program wrote it.
    func update<Value>(
        makes: Bool, _ change: (SharedUsageTable?) -> (table: SharedUsageTable, value: Value)
    ) throws(DiskError) -> Value? {
        let file = try files.opened(path, for: makes ? .sharing : .changing)
        // Closing the file unlocks it.
        try file.lock(attempts: Self.attempts)
        let status = try file.status()
        guard status.linkCount > 0 else { return nil }
        guard status.isRegular, status.linkCount == 1, files.trusts(status) else {
            // The file is foreign, or other users write to it.
            try files.remove(path)
            return nil
        }
        var found: SharedUsageTable?
        // Longer files are no table of any version.
        if (1...Self.mostBytes).contains(status.byteCount) {
            let bytes = try file.read(status.byteCount)
            found = bytes.withSpan { SharedUsageTable(decoding: $0) }
            guard found != nil || !bytes.withSpan(SharedUsageTable.isOfLaterVersion) else {
                throw DiskError("cannot change a newer usage table", path: path, code: EEXIST)
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
