import WebImageCoding

extension EntryFile {
    /// Whether it is an entry that a newer program may still use.
    func isOfLaterVersion() throws(DiskError) -> Bool {
        let start = try read(DiskEntry.preambleCount)
        guard let offset = start.withSpan({ DiskEntry.bodyOffset(decoding: $0) }),
            case .version(let version) = try read(offset).withSpan({ DiskEntry.start(of: $0) })
        else { return false }
        return version > DiskEntry.version
    }

    /// Returns how many bytes of a file to read, and how many of them are the body of an entry.
    ///
    /// Of a file that is no entry, or whose length cannot be right, no more than its head is read:
    /// a file with holes may claim any length.
    func entryLength(
        _ status: FileStatus
    ) throws(DiskError) -> (byteCount: Int, bodyCount: Int?) {
        let start = try read(DiskEntry.preambleCount)
        guard let offset = start.withSpan({ DiskEntry.bodyOffset(decoding: $0) }) else {
            return (DiskEntry.preambleCount, nil)
        }
        guard let entry = try read(offset).withSpan({ DiskEntry(decoding: $0) }),
            entry.bodyCount <= status.byteCount - offset
        else { return (offset, nil) }
        let tailCount = min(status.byteCount - entry.bodyEnd, 2 * DiskEntry.maxHeadCount)
        return (entry.bodyEnd + tailCount, entry.bodyCount)
    }

    /// What an entry's file says, its body not looked at; nil when it is no entry, or damaged.
    func entry(_ status: FileStatus) throws(DiskError) -> DiskEntry? {
        let start = try read(DiskEntry.preambleCount)
        guard let offset = start.withSpan({ DiskEntry.bodyOffset(decoding: $0) }),
            let entry = try read(offset).withSpan({ DiskEntry(decoding: $0) }),
            entry.bodyCount <= status.byteCount - offset
        else { return nil }
        let tailCount = min(status.byteCount - entry.bodyEnd, 2 * DiskEntry.maxHeadCount)
        return try read(tailCount, at: entry.bodyEnd).withSpan { entry.renewed(by: $0) }
    }
}
