import FoundationEssentials
import WebImageCoding

extension DiskCache {
    /// How long a temporary file is left alone after its last write, in seconds.
    private static let abandonedAfter: Double = 3600

    /// Removes what is expired, then what was used longest ago until 90 % of the limits hold, and
    /// what killed processes left behind.
    ///
    /// - Complexity: One look at each file.
    public func trim() throws(DiskError) {
        try removeTemporaries()
        let now = now()
        var kept: [TrimPlan.Entry] = []
        var failure: DiskError?
        // One file that cannot be removed is no reason to leave the others.
        func remove(_ path: String) {
            do throws(DiskError) {
                try Files.remove(path)
            } catch {
                failure = failure ?? error
            }
        }
        try forEachEntry { path, status throws(DiskError) in
            // Whoever reads a file may have moved its access time, hence the second question.
            if status.accessed <= now, isUseless(path, now) {
                remove(path)
            } else {
                kept.append(
                    TrimPlan.Entry(
                        path: path, byteCount: status.byteCount,
                        lastUse: DiskDates.lastUse(status.modified, at: now)))
            }
        }
        for entry in TrimPlan.victims(of: kept, limits) { remove(entry.path) }
        if let failure { throw failure }
    }

    /// The entries there are, and the bytes of their files.
    public func usage() throws(DiskError) -> DiskUsage {
        var usage = DiskUsage(entryCount: 0, byteCount: 0)
        try forEachEntry { _, status throws(DiskError) in
            usage.entryCount += 1
            usage.byteCount += status.byteCount
        }
        return usage
    }

    /// Removes all entries, and nothing else that may be in the folder.
    ///
    /// Entries that are being written stay, and may be committed.
    public func removeAll() throws(DiskError) {
        try removeTemporaries()
        try forEachEntry { path, _ throws(DiskError) in try Files.remove(path) }
        for shard in DiskLayout.shards { Files.removeEmptyFolder(layout.shard(shard)) }
    }

    private func forEachEntry(
        _ body: (String, FileStatus) throws(DiskError) -> Void
    ) throws(DiskError) {
        for shard in DiskLayout.shards {
            let files = try Files.list(layout.shard(shard)) {
                DiskLayout.isEntry($0, in: shard)
            }
            for file in files { try body(file.path, file.status) }
        }
    }

    /// Temporary files bear the system's time, whatever clock entries expire by.
    private func removeTemporaries() throws(DiskError) {
        let now = Date()
        for file in try Files.list(layout.temporaries, where: DiskLayout.isTemporary)
        where now.timeIntervalSince(file.status.modified) > Self.abandonedAfter {
            try Files.remove(file.path)
        }
    }

    /// Whether the head says that the entry is expired, or says nothing that can be read.
    private func isUseless(_ path: String, _ now: Date) -> Bool {
        do throws(DiskError) {
            let file = try OpenFile.opened(path, for: .reading)
            guard let entry = try file.entry(try file.status()) else { return true }
            return limits.expiry(of: entry.head) <= now
        } catch {
            return false
        }
    }
}
