import WebImageCoding

extension OpenFile {
    /// Whether it is an entry that a newer program may still use.
    func isOfLaterVersion() throws(DiskError) -> Bool {
        let start = try read(DiskEntry.preambleCount)
        guard let offset = start.withSpan({ DiskEntry.bodyOffset(decoding: $0) }),
            case .version(let version) = try read(offset).withSpan({ DiskEntry.start(of: $0) })
        else { return false }
        return version > DiskEntry.version
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
