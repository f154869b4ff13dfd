public import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An entry as one run of bytes, for caches that keep entries elsewhere than in files of ours.
///
///     let value = try StoredEntry(head: head, bytes: bytes).encoded(for: key)
///     server.set(key.digest, value)
///     …
///     let entry = StoredEntry(decoding: value, for: key)
///
/// The bytes are those of a file of ``DiskCache``, with key, version and checksums.
public struct StoredEntry: Sendable {
    /// What the entry says.
    public var head: EntryHead
    /// The encoded bytes.
    public var bytes: ByteBlock

    /// An entry of that head and these bytes.
    public init(head: EntryHead, bytes: ByteBlock) {
        self.head = head
        self.bytes = bytes
    }

    /// Reads what ``encoded(for:)`` made; nil when it is of another key or version, or damaged.
    ///
    /// - Complexity: Linear in the bytes, which are shared, not copied.
    public init?(decoding value: ByteBlock, for key: CacheKey) {
        let decoded = value.withSpan { span -> DiskEntry? in
            guard let entry = DiskEntry(decoding: span), entry.isIntact(in: span),
                entry.isOf(key)
            else { return nil }
            return entry.renewed(by: span.extracting(entry.bodyEnd...))
        }
        guard let decoded else { return nil }
        head = decoded.head
        bytes = value.suffix(from: decoded.bodyOffset).prefix(decoded.bodyCount)
    }

    /// The entry as bytes.
    ///
    /// - Throws: `DiskError` when the head is longer than 16 MB.
    /// - Complexity: Linear in the bytes.
    public func encoded(for key: CacheKey) throws(DiskError) -> ByteBlock {
        let headBytes = DiskEntry.encodeHead(key: key.text, head)
        guard headBytes.count <= DiskEntry.maxHeadCount else {
            throw DiskError("cannot write a head so long", path: key.description, code: EFBIG)
        }
        let start = DiskEntry.encode(
            head: headBytes, bodyCount: bytes.count,
            bodyChecksum: bytes.withSpan { BodyChecksum.digest(of: $0) })
        return ByteBlock.joining([ByteBlock(copying: start), bytes])
    }
}
