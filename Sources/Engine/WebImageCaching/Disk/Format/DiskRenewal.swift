/// A newer head after the body of an entry, so that a confirmed body is not written again.
///
///     offset  bytes  content
///     0       8      57 49 52 65 6e 65 77 0a ("WIRenew", line feed)
///     8       4      length N of the head
///     12      8      checksum of the entry's key and body checksum, and of the head
///     20      N      head, as in ``DiskEntry``, in the entry's version
///
/// It is written over a former one, of which bytes may follow. If the write is incomplete, since it
/// still runs or its process was killed, the checksum is wrong. Then the first head holds, which is
/// older, never false.
enum DiskRenewal {
    private static let magic: [UInt8] = [0x57, 0x49, 0x52, 0x65, 0x6e, 0x65, 0x77, 0x0a]
    private static let preambleCount = 20

    /// Returns `true` if the bytes after a body are a renewal, whole or not.
    ///
    /// Of an incomplete one there may be no more than the first byte.
    static func begins(_ tail: RawSpan) -> Bool {
        for index in 0..<min(tail.byteCount, magic.count)
        where tail.integer(at: index, as: UInt8.self) != magic[index] { return false }
        return true
    }

    /// Returns a renewal in the version of the entry, which is the head's or a later one.
    static func encode(_ head: EntryHead, of entry: DiskEntry) -> [UInt8] {
        let headBytes = DiskEntry.encodeHead(key: entry.key, head, version: entry.version)
        var bytes = magic
        bytes.append(integer: UInt32(truncatingIfNeeded: headBytes.count))
        // Safe because bytes have no padding.
        unsafe bytes.append(integer: checksum(of: headBytes.span.bytes, entry))
        return bytes + headBytes
    }

    /// Returns the head of a renewal of that entry; nil if there is none, or it is damaged.
    static func head(in tail: RawSpan, of entry: DiskEntry) -> EntryHead? {
        guard tail.byteCount >= preambleCount, begins(tail) else { return nil }
        let count = Int(tail.integer(at: 8, as: UInt32.self))
        guard count <= min(DiskEntry.maxHeadCount, tail.byteCount - preambleCount) else {
            return nil
        }
        let bytes = tail.extracting(preambleCount..<preambleCount + count)
        var cursor = ByteCursor(bytes)
        guard checksum(of: bytes, entry) == tail.integer(at: 12, as: UInt64.self),
            let key = cursor.text(), key.utf8.elementsEqual(entry.key.utf8),
            let head = EntryHead(from: &cursor, version: entry.version), cursor.isAtEnd
        else { return nil }
        return head
    }

    private static func checksum(of head: RawSpan, _ entry: DiskEntry) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.append(text: entry.key)
        bytes.append(integer: entry.bodyChecksum)
        // Safe because the bytes are copied during the call, and have no padding.
        unsafe head.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        return unsafe Checksum.digest(of: bytes.span.bytes)
    }
}
