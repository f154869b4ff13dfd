import FoundationEssentials
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lists the parts of a cache folder, and removes files there; it keeps nothing in memory.
package struct DiskScanner: Sendable {
    let layout: DiskLayout
    let files: CacheFolder
    let limits: DiskLimits
    let now: @Sendable () -> Date

    /// The seconds after which a temporary file counts as abandoned.
    private static let abandonedAfter: Double = 3600

    package struct Look {
        var parts: [Int] = []
        var entries: [TrimPlan.Entry] = []
        /// The failures to remove other entries, or to list a part.
        var failures = FirstFailure()

        /// Returns the usage of each part if it holds these entries.
        func usages(of entries: [TrimPlan.Entry]) -> [(part: Int, usage: CacheUsage)] {
            let byPart = Dictionary(grouping: entries, by: \.part)
            return parts.map { ($0, CacheUsage(byPart[$0] ?? [])) }
        }
    }

    /// Looks at the parts in order until there are enough entries for one step; removes expired
    /// entries and files that are none.
    ///
    /// A part that can never be listed counts as seen: otherwise the others would never be trimmed.
    ///
    /// - Throws: `DiskError` if a part cannot be listed now, for instance without a free
    ///   descriptor.
    /// - Complexity: One look at each file.
    package func look(at parts: [Int]) throws(DiskError) -> Look {
        var look = Look()
        try files.checkIfThere()
        for part in parts where look.entries.count < TrimPlan.stepEntryCount {
            let files = try listed(part, &look.failures)
            // After the list, so that no listed file was written at a moment still to come.
            let now = now()
            for file in files {
                guard let status = kept(file, at: now, &look.failures) else { continue }
                // A file with a date still to come was not used since the clock was set back.
                let lastUse = status.modified.isAhead(of: now) ? .distantPast : status.modified
                look.entries.append(
                    TrimPlan.Entry(
                        path: file.path, byteCount: status.byteCount, lastUse: lastUse,
                        part: part, inode: status.inode))
            }
            look.parts.append(part)
        }
        return look
    }

    /// Removes a useless file; returns the status of the file that stays, or of its replacement.
    private func kept(
        _ file: (path: String, status: FileStatus), at now: Date, _ failures: inout FirstFailure
    ) -> FileStatus? {
        // A reader may have moved the access time, so the head decides.
        guard file.status.accessed <= now, let useless = useless(file.path, now) else {
            return file.status
        }
        // A file that cannot be removed does not keep the others from it.
        return failures.attempt(try left(at: file.path, removing: useless)) ?? file.status
    }

    /// Removes a useless entry; returns the status of the entry by which a writer has replaced it.
    package func left(
        at path: String, removing useless: FileStatus
    ) throws(DiskError) -> FileStatus? {
        if try remove(path, ifStill: useless) { return nil }
        guard let status = try files.status(path), status.isRegular else { return nil }
        return status
    }

    /// Returns the entries of a part; none if it can never be listed, which is noted as a failure.
    private func listed(
        _ part: Int, _ failures: inout FirstFailure
    ) throws(DiskError) -> [(path: String, status: FileStatus)] {
        do throws(DiskError) {
            return try files(in: part)
        } catch {
            guard [EACCES, EPERM, ENOTDIR, ELOOP, EIO].contains(error.code) else { throw error }
            failures.add(error)
            return []
        }
    }

    func files(in part: Int) throws(DiskError) -> [(path: String, status: FileStatus)] {
        let shard = DiskLayout.shards[part]
        return try files.list(layout.shard(shard)) { DiskLayout.isEntry($0, in: shard) }
    }

    /// Removes some of these entries; returns the rest, and the first failure.
    ///
    /// An entry that was written or used since the look stays. A writer may still replace an entry
    /// between this check and the removal: its entry is then a miss.
    package func remove(
        _ victims: [TrimPlan.Entry], of entries: [TrimPlan.Entry]
    ) -> (entries: [TrimPlan.Entry], failure: DiskError?) {
        var gone: Set<String> = []
        var failures = FirstFailure()
        for victim in victims where failures.attempt(try removed(victim)) == true {
            gone.insert(victim.path)
        }
        return (entries.filter { !gone.contains($0.path) }, failures.error)
    }

    private func removed(_ victim: TrimPlan.Entry) throws(DiskError) -> Bool {
        guard let status = try files.status(victim.path) else { return true }
        guard status.isStill(victim) else { return false }
        try files.remove(victim.path)
        return true
    }

    /// Removes the temporary files of killed processes.
    ///
    /// Until a temporary file is whole and dated, a moment before it is renamed, it has the
    /// system's time, whatever clock entries expire by.
    ///
    /// - Parameter isSure: `true` spares also files that were changed in any way, even dated.
    func removeTemporaries(isSure: Bool = false) throws(DiskError) {
        let now = Date()
        var failures = FirstFailure()
        for file in try files.list(layout.temporaries, where: DiskLayout.isTemporary)
        where now.timeIntervalSince(isSure ? file.status.changed : file.status.modified)
            > Self.abandonedAfter
        {
            failures.attempt(try files.remove(file.path))
        }
        try failures.rethrow()
    }

    /// Returns a table for a folder without one: parts without a folder are empty, others unknown.
    func firstTable() -> SharedUsageTable {
        do throws(DiskError) {
            let shards = Set(try files.names(of: layout.root))
            return SharedUsageTable { !shards.contains(DiskLayout.shards[$0]) }
        } catch {
            return SharedUsageTable { _ in error.code == ENOENT }
        }
    }

    /// Returns the status of a file that is expired or no entry; nil if it is worth keeping.
    private func useless(_ path: String, _ now: Date) -> FileStatus? {
        do throws(DiskError) {
            let file = try files.opened(path, for: .reading)
            let status = try file.status()
            switch try file.start(status) {
            case .version(let version) where version > DiskEntry.version: return nil
            case .version, .damaged: return status
            case .entry(let entry):
                let head = try file.renewed(entry, status).head
                return head.expiry(lifetime: limits.lifetime) <= now ? status : nil
            }
        } catch {
            return nil
        }
    }

    /// Removes a useless entry, unless a writer has replaced it meanwhile; returns `true` if it
    /// did.
    func remove(_ path: String, ifStill status: FileStatus) throws(DiskError) -> Bool {
        try files.remove(path, ifStill: status, aside: layout.newTemporary())
    }

    /// Removes the entries of a part; returns the usage of the rest, nil if that is unknown.
    func removeAll(in part: Int, _ failures: inout FirstFailure) -> CacheUsage? {
        guard let entries = failures.attempt(try files(in: part)) else { return nil }
        var left = CacheUsage.none
        for file in entries where failures.attempt(try files.remove(file.path)) == nil {
            left += file.status.usage
        }
        return left
    }
}
