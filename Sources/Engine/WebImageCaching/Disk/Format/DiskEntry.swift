#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The start of an entry file: its key, its head, and the length and checksum of the body.
///
/// The format of versions 4 and 5; numbers are little-endian, checksums are as ``Checksum`` makes
/// them:
///
///     offset  bytes  content
///     0       8      57 49 45 6e 74 72 79 0a ("WIEntry", line feed)
///     8       4      version, 4 or 5
///     12      4      length H of the head
///     16      8      length B of the body
///     24      8      checksum of the body
///     32      8      checksum of bytes 0 ..< 32 and the head
///     40      H      head
///     40 + H  B      body
///     40 + H + B     to the end of the file: nothing, or a renewal, whole or not (``DiskRenewal``)
///
/// The head, where *text* is a length of 4 bytes and as many bytes of UTF-8, *date* the 8 bytes of
/// the IEEE 754 number of seconds since 2001-01-01 00:00 UTC, and *x?* a byte that is 0, or 1 and
/// then x:
///
///     key text | stored date | expires date? | keep-until date? | media type text?
///     | response (URL text, status 8 bytes, field count 4 bytes, (name text, value text)…)?
///     | record (asked text, answered text, requested date, received date, authorized 1 byte,
///       selector count 4 bytes, (name text, digest text?)…, (body count 8 bytes, checksum)?)?
///     | user data (length of 4 bytes, bytes)
///     | user data of the request, in version 5 only (length of 4 bytes, bytes)
///
/// An entry without data of its request is of version 4, which older programs read. Files of
/// earlier versions are dropped. Later versions keep bytes 0 ..< 40 and their checksum, and are
/// left alone.
///
/// No bytes may follow these fields. The first 40 + H bytes are written last, when length and
/// checksum of a streamed body are known: until then the file begins with zeros, which is no entry.
/// Any change of one byte is found; in a renewal it costs that renewal only. Decoding traps on no
/// input.
package struct DiskEntry: Hashable, Sendable {
    let version: UInt32
    package let key: String
    package private(set) var head: EntryHead
    package let bodyCount: Int
    package let bodyChecksum: UInt64
    package let bodyOffset: Int

    package static let preambleCount = 40
    /// The longest head that is written or read.
    package static let maxHeadCount = 16 << 20

    private static let magic: UInt64 = 0x0a79_7274_6e45_4957
    static let version: UInt32 = 5
    /// The oldest version that is read.
    static let oldestVersion: UInt32 = 4

    package enum Start: Hashable, Sendable {
        case entry(DiskEntry)
        /// An earlier or later version, whose bytes may mean anything.
        case version(UInt32)
        case damaged(EntryDamage.Reason)
    }

    /// Reads the start of a file.
    ///
    /// A later version needs a right checksum of its head, since it keeps the first 40 bytes.
    ///
    /// - Parameter bytes: At least preamble and head.
    package static func start(of bytes: RawSpan) -> Start {
        guard bytes.byteCount >= preambleCount else { return .damaged(.length) }
        guard bytes.integer(at: 0, as: UInt64.self) == magic else { return .damaged(.start) }
        let version = bytes.integer(at: 8, as: UInt32.self)
        if version < oldestVersion { return .version(version) }
        guard let bodyOffset = bodyOffset(decoding: bytes) else { return .damaged(.head) }
        guard bodyOffset <= bytes.byteCount else { return .damaged(.length) }
        let checksum = checksum(
            of: bytes.extracting(0..<32), bytes.extracting(preambleCount..<bodyOffset))
        guard checksum == bytes.integer(at: 32, as: UInt64.self) else { return .damaged(.head) }
        if version > Self.version { return .version(version) }
        return DiskEntry(decoding: bytes, bodyOffset: bodyOffset).map { .entry($0) }
            ?? .damaged(.head)
    }

    private init?(decoding bytes: RawSpan, bodyOffset: Int) {
        let version = bytes.integer(at: 8, as: UInt32.self)
        var cursor = ByteCursor(bytes.extracting(Self.preambleCount..<bodyOffset))
        guard let bodyCount = Int(exactly: bytes.integer(at: 16, as: UInt64.self)),
            let key = cursor.text(), let head = EntryHead(from: &cursor, version: version),
            cursor.isAtEnd
        else { return nil }
        self.version = version
        self.key = key
        self.head = head
        self.bodyCount = bodyCount
        bodyChecksum = bytes.integer(at: 24, as: UInt64.self)
        self.bodyOffset = bodyOffset
    }

    /// Returns the offset of the body from the preamble alone; nil if it is not of a version that
    /// is read, or later.
    package static func bodyOffset(decoding bytes: RawSpan) -> Int? {
        guard bytes.byteCount >= preambleCount, bytes.integer(at: 0, as: UInt64.self) == magic,
            bytes.integer(at: 8, as: UInt32.self) >= oldestVersion
        else { return nil }
        let headCount = Int(bytes.integer(at: 12, as: UInt32.self))
        return headCount <= maxHeadCount ? preambleCount + headCount : nil
    }

    /// The end of the body, where a renewal may begin.
    package var bodyEnd: Int { bodyOffset + bodyCount }

    /// Returns the number of bytes after the body that may be a renewal.
    func tailCount(of fileByteCount: Int) -> Int {
        min(fileByteCount - bodyEnd, 2 * Self.maxHeadCount)
    }

    /// Returns `true` if it is the entry of exactly that key.
    ///
    /// Swift compares text by canonical equivalence. A key is ASCII; an equivalent text that is not
    /// has more bytes.
    func isOf(_ key: CacheKey) -> Bool {
        self.key.utf8.count == key.text.utf8.count && self.key == key.text
    }

    /// Reads a whole file and verifies that it is the entry of that key.
    static func whole(file: RawSpan, key: CacheKey) -> Start {
        let start = start(of: file)
        guard case .entry(let entry) = start else { return start }
        if let reason = entry.damage(in: file) { return .damaged(reason) }
        guard entry.isOf(key) else { return .damaged(.key) }
        return .entry(entry.renewed(by: file.extracting(entry.bodyEnd...)))
    }

    /// Returns the damage of the file after its head; nil if there is none.
    package func damage(in file: RawSpan) -> EntryDamage.Reason? {
        guard bodyCount <= file.byteCount - bodyOffset,
            file.byteCount == bodyEnd || DiskRenewal.begins(file.extracting(bodyEnd...))
        else { return .length }
        let checksum = Checksum.digest(of: file.extracting(bodyOffset..<bodyEnd))
        return checksum == bodyChecksum ? nil : .body
    }

    /// Returns the entry with the head of its renewal after the body, if that is whole.
    package func renewed(by tail: RawSpan) -> DiskEntry {
        guard let head = DiskRenewal.head(in: tail, of: self) else { return self }
        var entry = self
        entry.head = head
        return entry
    }

    /// Returns key and head in the version that holds the head, or in a later one.
    package static func encodeHead(
        key: String, _ head: EntryHead, version: UInt32? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: key)
        head.append(to: &bytes, version: version ?? head.version)
        return bytes
    }

    /// - Throws: `DiskError` for `path` if the head is longer than 16 MB.
    static func encodeHead(
        of key: CacheKey, _ head: EntryHead, path: String
    ) throws(DiskError) -> [UInt8] {
        let bytes = encodeHead(key: key.text, head)
        guard bytes.count <= maxHeadCount else {
            throw DiskError("cannot write an entry head that is too long", path: path, code: EFBIG)
        }
        return bytes
    }

    /// Returns preamble and head of a file with that body.
    ///
    /// - Parameter version: The version in which the head was encoded.
    package static func encode(
        head: [UInt8], version: UInt32, bodyCount: Int, bodyChecksum: UInt64
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(preambleCount + head.count)
        bytes.append(integer: magic)
        bytes.append(integer: version)
        bytes.append(integer: UInt32(truncatingIfNeeded: head.count))
        bytes.append(integer: UInt64(bodyCount))
        bytes.append(integer: bodyChecksum)
        // Safe because bytes have no padding.
        let checksum = unsafe checksum(of: bytes.span.bytes, head.span.bytes)
        bytes.append(integer: checksum)
        bytes += head
        return bytes
    }

    private static func checksum(of preamble: RawSpan, _ head: RawSpan) -> UInt64 {
        var checksum = Checksum()
        checksum.update(preamble)
        checksum.update(head)
        return checksum.digest
    }
}
