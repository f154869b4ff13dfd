/// A newer head behind the body of an entry, so that what the origin confirmed is not written again.
///
///     offset  bytes  content
///     0       8      57 49 52 65 6e 65 77 0a ("WIRenew", line feed)
///     8       4      length N of the head
///     12      8      checksum of the entry's key and body checksum, and of the head
///     20      N      head, as in ``DiskEntry``
///
/// It is written over a former one, of which bytes may follow. A reader that comes meanwhile, or
/// after a writer was killed, finds a checksum that is wrong: then the first head holds, which is
/// older, never false.
enum DiskRenewal {
    private static let magic: [UInt8] = [0x57, 0x49, 0x52, 0x65, 0x6e, 0x65, 0x77, 0x0a]
    private static let preambleCount = 20

    /// Whether bytes behind a body are a renewal, whole or not: of one that is being written, or
    /// whose writer was killed, there may be no more than the first byte.
    static func begins(_ tail: RawSpan) -> Bool {
        let count = min(tail.byteCount, magic.count)
        var cursor = ByteCursor(tail, from: 0, to: count)
        return cursor.bytes(count) == magic[..<count]
    }

    /// The bytes of a renewal.
    static func encode(_ head: EntryHead, of entry: DiskEntry) -> [UInt8] {
        let headBytes = DiskEntry.encodeHead(key: entry.key, head)
        var bytes = magic
        bytes.append(integer: UInt32(truncatingIfNeeded: headBytes.count))
        bytes.append(integer: checksum(of: headBytes, entry))
        return bytes + headBytes
    }

    /// The head of a renewal of that entry; nil when there is none, or it is damaged.
    static func head(in tail: RawSpan, of entry: DiskEntry) -> EntryHead? {
        guard begins(tail), tail.byteCount >= preambleCount else { return nil }
        var fixed = ByteCursor(tail, from: magic.count, to: preambleCount)
        guard let count = fixed.integer(UInt32.self), let sum = fixed.integer(UInt64.self),
            count <= DiskEntry.maxHeadCount, Int(count) <= tail.byteCount - preambleCount
        else { return nil }
        var cursor = ByteCursor(tail, from: preambleCount, to: preambleCount + Int(count))
        var copy = cursor
        guard let bytes = copy.bytes(Int(count)), checksum(of: Array(bytes), entry) == sum,
            let key = cursor.text(), key.utf8.elementsEqual(entry.key.utf8),
            let head = EntryHead(from: &cursor), cursor.isAtEnd
        else { return nil }
        return head
    }

    private static func checksum(of head: [UInt8], _ entry: DiskEntry) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.append(text: entry.key)
        bytes.append(integer: entry.bodyChecksum)
        bytes += head
        // Safe because bytes have no padding.
        return unsafe XXHash64.digest(of: bytes.span.bytes)
    }
}
