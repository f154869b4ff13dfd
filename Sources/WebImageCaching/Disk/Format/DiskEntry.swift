/// The start of an entry file: which key it is of, what it says, which bytes must follow.
///
/// An entry file, version 3; numbers are little-endian, checksums are XXH64 with seed 0 where nothing
/// else is said:
///
///     offset  bytes  content
///     0       8      57 49 45 6e 74 72 79 0a ("WIEntry", line feed)
///     8       4      version, 3
///     12      4      length H of the head
///     16      8      length B of the body
///     24      8      checksum of the body: XXH64 of at most 240 bytes, XXH3 (64 bits) of more
///     32      8      checksum of bytes 0 ..< 32 and the head
///     40      H      head
///     40 + H  B      body
///     40 + H + B     to the end of the file: nothing, or as much as there is of a renewal
///                    (``DiskRenewal``)
///
/// The head, where *text* is a length of 4 bytes and as many bytes of UTF-8, *date* the 8 bytes of
/// the IEEE 754 number of seconds since 2001-01-01 00:00 UTC, and *x?* a byte that is 0, or 1 and
/// then x:
///
///     key text | stored date | expires date? | keep-until date? | media type text?
///     | response (URL text, status 8 bytes, field count 4 bytes, (name text, value text)…)?
///     | receipt (asked text, answered text, requested date, received date, authorized 1 byte,
///       selector count 4 bytes, (name text, digest text?)…, (body count 8 bytes, checksum)?)?
///     | user data (length of 4 bytes, bytes)
///
/// Version 2 differs in the checksum of the body, which is XXH64 whatever its length, and is read;
/// files of versions before are dropped. Later versions keep bytes 0 ..< 40 and their checksum, and
/// are left alone. Nothing may follow user data. The first 40 + H bytes are written last, when length
/// and checksum of a streamed body are known: until then the file begins with zeros, which is no
/// entry. Any change of any one byte is found; in a renewal it costs that renewal only. Reading
/// touches no file and traps on no input.
package struct DiskEntry: Hashable, Sendable {
    /// The whole key.
    package let key: String
    /// What the entry says.
    package private(set) var head: EntryHead
    /// The number of bytes of the body.
    package let bodyCount: Int
    /// The checksum of the body.
    package let bodyChecksum: UInt64
    /// Where the body begins in the file.
    package let bodyOffset: Int
    private let version: UInt32

    /// The fixed part before the head.
    package static let preambleCount = 40
    /// The longest head that is written or read.
    package static let maxHeadCount = 16 << 20

    private static let magic: UInt64 = 0x0a79_7274_6e45_4957
    /// The version that is written.
    static let version: UInt32 = 3
    /// The oldest version that is read.
    static let oldestVersion: UInt32 = 2

    /// What the start of a file is.
    package enum Start: Hashable, Sendable {
        /// The start of an entry.
        case entry(DiskEntry)
        /// That of a version before, or after; its bytes may mean anything.
        case version(UInt32)
        /// Nothing that was ever written.
        case damaged(EntryDamage.Reason)
    }

    /// Reads the start of a file; nil when it is no entry of a version known, or damaged.
    ///
    /// - Parameter bytes: At least preamble and head; what follows is not looked at.
    package init?(decoding bytes: RawSpan) {
        guard case .entry(let entry) = Self.start(of: bytes) else { return nil }
        self = entry
    }

    /// Reads the start of a file.
    ///
    /// A later version is one only where the checksum of its head is right, as this one makes it: it
    /// keeps the first 40 bytes as they are.
    ///
    /// - Parameter bytes: At least preamble and head; what follows is not looked at.
    package static func start(of bytes: RawSpan) -> Start {
        guard bytes.byteCount >= preambleCount else { return .damaged(.length) }
        guard bytes.integer(at: 0, as: UInt64.self) == magic else { return .damaged(.start) }
        let version = bytes.integer(at: 8, as: UInt32.self)
        if version < oldestVersion { return .version(version) }
        guard let bodyOffset = bodyOffset(decoding: bytes) else { return .damaged(.head) }
        guard bodyOffset <= bytes.byteCount else { return .damaged(.length) }
        var hash = XXHash64()
        hash.update(bytes.extracting(0..<32))
        hash.update(bytes.extracting(preambleCount..<bodyOffset))
        guard hash.digest == bytes.integer(at: 32, as: UInt64.self) else { return .damaged(.head) }
        if version > Self.version { return .version(version) }
        return DiskEntry(decoding: bytes, bodyOffset: bodyOffset).map { .entry($0) }
            ?? .damaged(.head)
    }

    private init?(decoding bytes: RawSpan, bodyOffset: Int) {
        var cursor = ByteCursor(bytes, from: Self.preambleCount, to: bodyOffset)
        guard let bodyCount = Int(exactly: bytes.integer(at: 16, as: UInt64.self)),
            let key = cursor.text(), let head = EntryHead(from: &cursor), cursor.isAtEnd
        else { return nil }
        self.key = key
        self.head = head
        self.bodyCount = bodyCount
        bodyChecksum = bytes.integer(at: 24, as: UInt64.self)
        self.bodyOffset = bodyOffset
        version = bytes.integer(at: 8, as: UInt32.self)
    }

    /// Where the body begins, from the preamble alone; nil when it is none of a version that is read,
    /// or later.
    package static func bodyOffset(decoding bytes: RawSpan) -> Int? {
        guard bytes.byteCount >= preambleCount, bytes.integer(at: 0, as: UInt64.self) == magic,
            bytes.integer(at: 8, as: UInt32.self) >= oldestVersion
        else { return nil }
        let headCount = Int(bytes.integer(at: 12, as: UInt32.self))
        return headCount <= maxHeadCount ? preambleCount + headCount : nil
    }

    /// Where the body ends, and a renewal may begin.
    package var bodyEnd: Int { bodyOffset + bodyCount }

    /// Whether the whole file is as it was written.
    ///
    /// - Complexity: Linear in the body.
    package func isIntact(in file: RawSpan) -> Bool { damage(in: file) == nil }

    /// What is wrong with the file behind its head, nil when nothing is.
    ///
    /// - Complexity: Linear in the body.
    package func damage(in file: RawSpan) -> EntryDamage.Reason? {
        guard bodyCount <= file.byteCount - bodyOffset,
            file.byteCount == bodyEnd || DiskRenewal.begins(file.extracting(bodyEnd...))
        else { return .length }
        let body = file.extracting(bodyOffset..<bodyEnd)
        let checksum = version == 2 ? XXHash64.digest(of: body) : BodyChecksum.digest(of: body)
        return checksum == bodyChecksum ? nil : .body
    }

    /// The entry with the head that a renewal gave it, if it has a whole one.
    ///
    /// - Parameter tail: The bytes behind the body.
    package func renewed(by tail: RawSpan) -> DiskEntry {
        guard let head = DiskRenewal.head(in: tail, of: self) else { return self }
        var entry = self
        entry.head = head
        return entry
    }

    /// The head of a file, to be kept until the body is known.
    package static func encodeHead(key: String, _ head: EntryHead) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(text: key)
        head.append(to: &bytes)
        return bytes
    }

    /// Preamble and head of a file with that body.
    package static func encode(head: [UInt8], bodyCount: Int, bodyChecksum: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(preambleCount + head.count)
        bytes.append(integer: magic)
        bytes.append(integer: version)
        bytes.append(integer: UInt32(truncatingIfNeeded: head.count))
        bytes.append(integer: UInt64(bodyCount))
        bytes.append(integer: bodyChecksum)
        var hash = XXHash64()
        // Safe because bytes have no padding.
        unsafe hash.update(bytes.span.bytes)
        unsafe hash.update(head.span.bytes)
        bytes.append(integer: hash.digest)
        bytes += head
        return bytes
    }
}
