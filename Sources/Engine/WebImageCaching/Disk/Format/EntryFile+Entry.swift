import WebImageCoding

extension EntryFile {
    /// Reads the start of an entry, without its body.
    ///
    /// A body longer than the file is damage: a file with holes may claim any length.
    func start(_ status: FileStatus) throws(DiskError) -> DiskEntry.Start {
        let preamble = try read(DiskEntry.preambleCount)
        let count = preamble.withSpan { DiskEntry.bodyOffset(decoding: $0) }
        let start = try read(count ?? preamble.count).withSpan { DiskEntry.start(of: $0) }
        if case .entry(let entry) = start, entry.bodyCount > status.byteCount - entry.bodyOffset {
            return .damaged(.length)
        }
        return start
    }

    /// Reads the renewal of an entry that this file begins with.
    func renewed(_ entry: DiskEntry, _ status: FileStatus) throws(DiskError) -> DiskEntry {
        try read(entry.tailCount(of: status.byteCount), at: entry.bodyEnd)
            .withSpan { entry.renewed(by: $0) }
    }

    /// Reads an entry without its body; nil if the file is no entry, or damaged.
    func entry(_ status: FileStatus) throws(DiskError) -> DiskEntry? {
        guard case .entry(let entry) = try start(status) else { return nil }
        return try renewed(entry, status)
    }
}
