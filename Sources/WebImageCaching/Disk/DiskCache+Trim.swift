import WebImageCoding

extension DiskCache {
    /// Removes expired entries, then those used longest ago until 90 % of the limits hold, and the
    /// temporary files of killed processes.
    ///
    /// No call is needed: the cache trims itself, a step at a time.
    ///
    /// - Complexity: One look at each file; two if a cache of more than 4,000 entries holds more than
    ///   95 % of the limits.
    public func trim() throws(DiskError) {
        try scanner.removeTemporaries()
        try trimmer.trimAll()
    }

    /// Returns the number of entries and the bytes of their files.
    ///
    /// - Complexity: One look at each file; ``estimatedUsage()`` looks at none.
    public func usage() throws(DiskError) -> CacheUsage {
        let before = trimmer.table()
        var sum = CacheUsage.none
        var parts: [(part: Int, usage: CacheUsage)] = []
        for part in 0..<SharedUsageTable.partCount {
            var usage = CacheUsage.none
            for file in try scanner.files(in: part) { usage += file.status.usage }
            parts.append((part, usage))
            sum += usage
        }
        trimmer.note(parts, since: before)
        return sum
    }

    /// Returns the number of entries and the bytes of their files, as noted by the processes that
    /// share the folder; nil until they have looked into all of it.
    ///
    /// Files that another program removed are still counted until a look misses them.
    public func estimatedUsage() -> CacheUsage? {
        let table = trimmer.table()
        return table.isCounted ? table.total : nil
    }

    /// Removes all entries, but no other files that may be in the folder.
    ///
    /// Entries that are being written stay, and may be committed.
    ///
    /// - Throws: `DiskError`, the first one; the removal goes on behind it.
    public func removeAll() throws(DiskError) {
        var failures = FirstFailure()
        failures.attempt(try scanner.removeTemporaries())
        let before = trimmer.table()
        let left = (0..<SharedUsageTable.partCount).map { part in
            (part, scanner.removeAll(in: part, &failures) ?? before[part].usage)
        }
        trimmer.note(left, since: before)
        for shard in DiskLayout.shards { files.removeEmptyFolder(layout.shard(shard)) }
        try failures.rethrow()
    }
}
