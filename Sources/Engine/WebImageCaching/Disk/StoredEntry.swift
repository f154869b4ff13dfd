public import WebImageCoding

/// An entry as one block of bytes, for caches that keep entries elsewhere than in files.
///
///     let value = try StoredEntry(head: head, bytes: bytes).encoded(for: key)
///     server.set(key.digest, value)
///     …
///     let entry = StoredEntry(decoding: value, for: key)
///
/// The bytes equal a file of ``DiskCache``, with key, version and checksums.
public struct StoredEntry: Sendable {
    /// The metadata.
    public var head: EntryHead
    /// The encoded bytes.
    public var bytes: ByteBlock

    /// Creates an entry of a head and bytes.
    public init(head: EntryHead, bytes: ByteBlock) {
        self.head = head
        self.bytes = bytes
    }

    /// Creates an entry from the bytes of ``encoded(for:)``.
    ///
    /// The result is nil if they have another key or version, or are damaged.
    ///
    /// - Parameters:
    ///   - value: The bytes of the entry, with its head.
    ///   - key: The key under which they were stored.
    /// - Complexity: Linear in the bytes, which are shared, not copied.
    public init?(decoding value: ByteBlock, for key: CacheKey) {
        let start = value.withSpan { DiskEntry.whole(file: $0, key: key) }
        guard case .entry(let entry) = start else { return nil }
        head = entry.head
        bytes = value.part(from: entry.bodyOffset, atMost: entry.bodyCount)
    }

    /// Returns the entry as bytes.
    ///
    /// - Parameter key: The key of the entry, which is part of the bytes.
    /// - Throws: `DiskError` if the head is longer than 16 MB.
    /// - Complexity: Linear in the bytes.
    public func encoded(for key: CacheKey) throws(DiskError) -> ByteBlock {
        let headBytes = try DiskEntry.encodeHead(of: key, head, path: key.description)
        let start = DiskEntry.encode(
            head: headBytes, version: head.version, bodyCount: bytes.count,
            bodyChecksum: bytes.withSpan { Checksum.digest(of: $0) })
        return ByteBlock.joining([ByteBlock(copying: start), bytes])
    }
}
