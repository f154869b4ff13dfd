import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension DiskCache {
    /// The head of the entry of exactly that key, whose bytes are not read; nil for a miss.
    ///
    /// Key, dates and length are verified, the checksum of the bytes is not: that is the reader's.
    ///
    /// - Throws: `DiskError` when a file is there but can't be read; a missing folder is a miss.
    public func head(for key: CacheKey) throws(DiskError) -> EntryHead? {
        guard let file = try entryFile(layout.entry(key.sha256)) else { return nil }
        let status = try file.status()
        guard status.isRegular, files.folder.trusts(status), let entry = try file.entry(status),
            entry.isOf(key)
        else { return nil }
        let now = now()
        let isUsable =
            limits.expiry(of: entry.head) > now && !DiskDates.isAhead(entry.head, of: now)
        return isUsable ? entry.head : nil
    }
}
