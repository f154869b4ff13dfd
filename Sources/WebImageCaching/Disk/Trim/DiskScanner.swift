import FoundationEssentials
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks into the parts of a cache folder, and removes files there; it keeps nothing in memory.
package struct DiskScanner: Sendable {
    let layout: DiskLayout
    let files: FileSystem
    let limits: DiskLimits
    let now: @Sendable () -> Date

    /// How long a temporary file is left alone after its last write, in seconds.
    private static let abandonedAfter: Double = 3600

    /// What a look found.
    package struct Look {
        /// The parts that were looked at.
        var parts: [Int] = []
        /// Their entries that are worth keeping.
        var entries: [TrimPlan.Entry] = []
        /// Why one that is not could not be removed, or a part not be listed.
        var failure: DiskError?
    }

    /// Looks at some parts, in that order, until enough entries were found for one step; removes
    /// what is expired, or no entry.
    ///
    /// A part that can't be listed, now or later, counts as looked at: otherwise the others would
    /// never be trimmed again.
    ///
    /// - Throws: `DiskError` when a part can't be listed for now, since there is no descriptor left
    ///   for instance.
    /// - Complexity: One look at each file.
    package func look(at parts: [Int]) throws(DiskError) -> Look {
        var look = Look()
        try files.folder.checkIfThere()
        for part in parts where look.entries.count < TrimPlan.stepEntryCount {
            let files = try listed(part, &look.failure)
            // After the list, so that nothing in it was written at a moment still to come.
            let now = now()
            for file in files {
                guard let status = kept(file, at: now, &look.failure) else { continue }
                look.entries.append(
                    TrimPlan.Entry(
                        path: file.path, byteCount: status.byteCount,
                        lastUse: DiskDates.lastUse(status.modified, at: now), part: part,
                        inode: status.inode))
            }
            look.parts.append(part)
        }
        return look
    }

    /// The file, or another that has its path by now; nil where it was useless, and is removed.
    private func kept(
        _ file: (path: String, status: FileStatus), at now: Date, _ failure: inout DiskError?
    ) -> FileStatus? {
        // Whoever reads a file may have moved its access time, hence the second question.
        guard file.status.accessed <= now, let useless = useless(file.path, now) else {
            return file.status
        }
        // One file that cannot be removed is no reason to leave the others.
        do throws(DiskError) {
            return try left(at: file.path, removing: useless)
        } catch {
            failure = failure ?? error
            return file.status
        }
    }

    /// Removes a useless entry; returns what is there by now, if a writer put another in its place.
    package func left(at path: String, removing useless: FileStatus) throws(DiskError)
        -> FileStatus?
    {
        if try remove(path, ifStill: useless) { return nil }
        guard let status = try files.status(path), status.isRegular else { return nil }
        return status
    }

    /// The entries of a part; none where it can't be listed and never will be, which is noted.
    private func listed(
        _ part: Int, _ failure: inout DiskError?
    ) throws(DiskError) -> [(path: String, status: FileStatus)] {
        do throws(DiskError) {
            return try files(in: part)
        } catch {
            guard [EACCES, EPERM, ENOTDIR, ELOOP, EIO].contains(error.code) else { throw error }
            failure = failure ?? error
            return []
        }
    }

    /// The entries of a part.
    func files(in part: Int) throws(DiskError) -> [(path: String, status: FileStatus)] {
        let shard = DiskLayout.shards[part]
        return try files.list(layout.shard(shard)) { DiskLayout.isEntry($0, in: shard) }
    }

    /// Removes some of these entries; returns the rest, and why one of those stays.
    ///
    /// One that was written or used since the look is not the one that was to go: it stays. Between
    /// that question and the removal another writer has a moment: its entry is then a miss.
    package func remove(
        _ victims: [TrimPlan.Entry], of entries: [TrimPlan.Entry]
    ) -> (entries: [TrimPlan.Entry], failure: DiskError?) {
        var gone: Set<String> = []
        var failure: DiskError?
        for victim in victims {
            do throws(DiskError) {
                // Whoever else removed it meanwhile: it is gone.
                if let status = try files.status(victim.path) {
                    guard status.isStill(victim) else { continue }
                    try files.remove(victim.path)
                }
                gone.insert(victim.path)
            } catch {
                failure = failure ?? error
            }
        }
        return (entries.filter { !gone.contains($0.path) }, failure)
    }

    /// Removes what killed processes left behind.
    ///
    /// Temporary files bear the system's time, whatever clock entries expire by, until they are whole
    /// and dated, a moment before they are renamed.
    ///
    /// - Parameter isSure: Whether one that was changed in any way, even dated, is left alone too.
    func removeTemporaries(isSure: Bool = false) throws(DiskError) {
        let now = Date()
        var failure: DiskError?
        for file in try files.list(layout.temporaries, where: DiskLayout.isTemporary)
        where now.timeIntervalSince(isSure ? file.status.changed : file.status.modified)
            > Self.abandonedAfter
        {
            do throws(DiskError) {
                try files.remove(file.path)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// A table for a folder that has none: parts without a folder are empty, others unknown.
    func firstTable() -> SharedUsageTable {
        do throws(DiskError) {
            let shards = Set(try files.names(of: layout.root))
            return SharedUsageTable { !shards.contains(DiskLayout.shards[$0]) }
        } catch {
            return SharedUsageTable { _ in error.code == ENOENT }
        }
    }

    /// The file, if its head says that the entry is expired, or says nothing that can be read.
    private func useless(_ path: String, _ now: Date) -> FileStatus? {
        do throws(DiskError) {
            let file = try files.opened(path, for: .reading)
            let status = try file.status()
            guard let entry = try file.entry(status) else {
                return try file.isOfLaterVersion() ? nil : status
            }
            return limits.expiry(of: entry.head) <= now ? status : nil
        } catch {
            return nil
        }
    }

    /// Removes a useless entry, unless a writer has put another in its place meanwhile; returns
    /// whether it did.
    func remove(_ path: String, ifStill status: FileStatus) throws(DiskError) -> Bool {
        let aside = layout.temporary(UInt64.random(in: 0 ... .max))
        return try files.remove(path, ifStill: status, aside: aside)
    }

    /// Removes the entries of a part; returns what is left, nil where that can't be told.
    package func removeAll(in part: Int, _ failure: inout DiskError?) -> DiskUsage? {
        var left = DiskUsage(entryCount: 0, byteCount: 0)
        do throws(DiskError) {
            for file in try files(in: part) {
                do throws(DiskError) {
                    try files.remove(file.path)
                } catch {
                    failure = failure ?? error
                    left.add(byteCount: file.status.byteCount)
                }
            }
            return left
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
