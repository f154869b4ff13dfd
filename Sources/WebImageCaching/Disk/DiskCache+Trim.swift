import WebImageCoding

extension DiskCache {
    /// Removes what is expired, then what was used longest ago until 90 % of the limits hold, and
    /// what killed processes left behind.
    ///
    /// Nobody has to call it: the cache does it by itself, a step at a time.
    ///
    /// - Complexity: One look at each file; two where a cache of more than 4,000 entries holds more
    ///   than 95 % of the limits.
    public func trim() throws(DiskError) {
        try looker.removeTemporaries()
        try trimmer.trimAll()
    }

    /// The entries there are, and the bytes of their files.
    ///
    /// - Complexity: One look at each file; ``estimatedUsage()`` looks at none.
    public func usage() throws(DiskError) -> DiskUsage {
        let before = trimmer.table()
        var parts: [DiskUsage] = []
        for part in 0..<SharedUsageTable.partCount {
            var usage = DiskUsage(entryCount: 0, byteCount: 0)
            for file in try looker.files(in: part) { usage.add(byteCount: file.status.byteCount) }
            parts.append(usage)
        }
        trimmer.found(parts, since: before)
        return parts.reduce(into: DiskUsage(entryCount: 0, byteCount: 0)) { sum, part in
            sum.add(byteCount: part.byteCount, entryCount: part.entryCount)
        }
    }

    /// The entries there are, and the bytes of their files, as the processes that share the folder
    /// have noted it; nil while they have not looked into all of it.
    ///
    /// It goes by what was noted: files that somebody else removed are still counted, until they
    /// are missed.
    public func estimatedUsage() -> DiskUsage? {
        let table = trimmer.table()
        return table.isCounted ? table.total : nil
    }

    /// Removes all entries, and nothing else that may be in the folder.
    ///
    /// Entries that are being written stay, and may be committed.
    ///
    /// - Throws: `DiskError`, the first one: what can't be removed keeps nothing else.
    public func removeAll() throws(DiskError) {
        var failure: DiskError?
        do throws(DiskError) { try looker.removeTemporaries() } catch { failure = error }
        let before = trimmer.table()
        let left = (0..<SharedUsageTable.partCount).map { part in
            looker.removeAll(in: part, &failure) ?? before[part].usage
        }
        trimmer.found(left, since: before)
        for shard in DiskLayout.shards { files.removeEmptyFolder(layout.shard(shard)) }
        if let failure { throw failure }
    }
}

extension SharedUsageTable.Part {
    fileprivate var usage: DiskUsage { DiskUsage(entryCount: entryCount, byteCount: byteCount) }
}
