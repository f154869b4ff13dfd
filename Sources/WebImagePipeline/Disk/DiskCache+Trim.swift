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
        for part in 0..<UsageTable.partCount {
            var usage = DiskUsage(entryCount: 0, byteCount: 0)
            for file in try looker.files(in: part) {
                usage.entryCount += 1
                usage.byteCount += file.status.byteCount
            }
            parts.append(usage)
        }
        trimmer.found(parts, since: before)
        return parts.reduce(into: DiskUsage(entryCount: 0, byteCount: 0)) { sum, part in
            sum.entryCount += part.entryCount
            sum.byteCount += part.byteCount
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
    public func removeAll() throws(DiskError) {
        try looker.removeTemporaries()
        let before = trimmer.table()
        for part in 0..<UsageTable.partCount {
            for file in try looker.files(in: part) { try Files.remove(file.path) }
        }
        trimmer.found(
            [DiskUsage](
                repeating: DiskUsage(entryCount: 0, byteCount: 0), count: UsageTable.partCount),
            since: before)
        for shard in DiskLayout.shards { Files.removeEmptyFolder(layout.shard(shard)) }
    }
}
