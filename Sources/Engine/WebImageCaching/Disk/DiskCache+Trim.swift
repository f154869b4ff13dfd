import WebImageCoding

extension DiskCache {
    /// Removes expired entries, then those used longest ago until 90 % of the limits hold, and the
    /// temporary files of killed processes.
    ///
    /// No call is needed: the cache trims itself, a step at a time.
    ///
    /// - Complexity: One look at each file; two if a cache of more than 4,000 entries holds more
    ///   than 95 % of the limits.
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

    /// Calls `body` with every entry, and removes those for which it returns `true`.
    ///
    /// Entries that are damaged, that another user owns, or that expired are passed over. Bodies
    /// are not read.
    ///
    /// - Parameter body: Receives the text of the entry's key, its head, and the bytes of its body.
    /// - Throws: `DiskError` if a part of the folder cannot be listed, or an entry cannot be
    ///   removed.
    /// - Complexity: One read of each file's start.
    public func removeEntries(
        where body: (_ key: String, _ head: EntryHead, _ byteCount: Int) -> Bool
    ) throws(DiskError) {
        for part in 0..<SharedUsageTable.partCount {
            for (path, _) in try scanner.files(in: part) {
                guard let file = try? files.opened(path, for: .reading),
                    let status = try? file.status(), files.trusts(status),
                    let entry = try? file.entry(status),
                    entry.head.expiry(lifetime: limits.lifetime) > now(),
                    body(entry.key, entry.head, entry.bodyCount)
                else { continue }
                guard try files.remove(path) else { continue }
                trimmer.changed(CacheUsage(entryCount: -1, byteCount: -status.byteCount), in: part)
            }
        }
    }

    /// Removes all entries, but no other files that may be in the folder.
    ///
    /// Entries that are being written stay, and may be committed.
    ///
    /// - Throws: `DiskError`, the first one; the removal goes on after it.
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
