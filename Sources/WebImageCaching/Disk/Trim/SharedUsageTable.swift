/// How much each part of a cache folder holds, as all processes that share the folder know it.
///
/// A few kilobytes, whatever the number of entries. It touches no file; ``UsageFile`` keeps it in
/// one of this form, numbers little-endian:
///
///     offset  bytes  content
///     0       8      57 49 55 73 61 67 65 0a ("WIUsage", line feed)
///     8       4      version, 1
///     12      2      the part that the next step begins with, 0 … 255
///     14      2      how many parts the running round of trimming has still to visit, 0 … 256
///     16      8      the bytes of all parts when the running round began
///     24      8      the number of entries of all parts then
///     32      16 n   for each of the 256 parts: bytes of its files (8 bytes), its number of entries
///                    (4 bytes), 1 when both were counted, 0 when they are only what was added
///                    since (4 bytes)
///     4128    8      XXH64, seed 0, of the bytes before
///
/// Later versions keep bytes 0 ..< 12, and end with the same checksum of all bytes before it; they
/// are left alone: this program then goes by what it knows itself.
///
/// What it says is no promise: a process may be killed between a change and its note, and anybody
/// may remove files. Whoever lists a part sets it to the truth.
package struct SharedUsageTable: Hashable, Sendable {
    /// What one part holds.
    package struct Part: Hashable, Sendable {
        /// The bytes of its files.
        package var byteCount: Int
        /// The number of its entries.
        package var entryCount: Int
        /// Whether these are all there is, not only what was added since the table was made.
        package var isCounted: Bool

        /// A part that holds so much.
        package init(byteCount: Int, entryCount: Int, isCounted: Bool) {
            self.byteCount = byteCount
            self.entryCount = entryCount
            self.isCounted = isCounted
        }

        /// A part that is known to hold nothing.
        package static let empty = Part(byteCount: 0, entryCount: 0, isCounted: true)
        /// A part that nobody has looked into.
        package static let unknown = Part(byteCount: 0, entryCount: 0, isCounted: false)
    }

    /// The number of parts: a folder for each first byte of a digest.
    package static let partCount = 256
    /// The bytes of its file.
    package static let encodedCount = 8 * wordCount
    /// The most bytes that a part is said to hold; far beyond any disk, far from overflow.
    package static let maxPartBytes = 1 << 48

    private static let headerCount = 4
    private static let wordCount = headerCount + 2 * partCount + 1
    private static let magic: UInt64 = 0x0a65_6761_7355_4957
    private static let version: UInt64 = 1
    private static let countedFlag: UInt64 = 1 << 32

    /// The file's words, besides the checksum at their end, which is made when they are written.
    private var words: [UInt64]

    /// A table of parts of which that many are known to be empty, the others unknown.
    ///
    /// - Parameter isEmpty: Whether nothing is in that part.
    package init(emptyWhere isEmpty: (Int) -> Bool) {
        words = [UInt64](repeating: 0, count: Self.wordCount)
        (words[0], words[1]) = (Self.magic, Self.version)
        for part in 0..<Self.partCount where isEmpty(part) { self[part] = .empty }
    }

    /// What a part holds.
    package subscript(part: Int) -> Part {
        get {
            let second = words[Self.headerCount + 1 + 2 * part]
            return Part(
                byteCount: Int(truncatingIfNeeded: words[Self.headerCount + 2 * part]),
                entryCount: Int(UInt32(truncatingIfNeeded: second)),
                isCounted: second & Self.countedFlag != 0)
        }
        set {
            let bytes = min(max(newValue.byteCount, 0), Self.maxPartBytes)
            let entries = min(max(newValue.entryCount, 0), Int(UInt32.max))
            words[Self.headerCount + 2 * part] = UInt64(bytes)
            words[Self.headerCount + 1 + 2 * part] =
                UInt64(entries) | (newValue.isCounted ? Self.countedFlag : 0)
        }
    }

    /// What all parts hold.
    package var total: DiskUsage {
        var (bytes, entries): (UInt64, UInt64) = (0, 0)
        for part in 0..<Self.partCount {
            bytes &+= words[Self.headerCount + 2 * part]
            entries &+= words[Self.headerCount + 1 + 2 * part] & 0xffff_ffff
        }
        return DiskUsage(
            entryCount: Int(truncatingIfNeeded: entries), byteCount: Int(truncatingIfNeeded: bytes))
    }

    /// Whether each part was looked into since the table was made.
    package var isCounted: Bool {
        (0..<Self.partCount).allSatisfy {
            words[Self.headerCount + 1 + 2 * $0] & Self.countedFlag != 0
        }
    }

    /// Adds to a part, or takes from it; never below nothing.
    package mutating func add(byteCount: Int, entryCount: Int, to part: Int) {
        var changed = self[part]
        changed.byteCount += min(max(byteCount, -Self.maxPartBytes), Self.maxPartBytes)
        changed.entryCount += min(max(entryCount, -Int(UInt32.max)), Int(UInt32.max))
        self[part] = changed
    }

    /// Says what a look into a part found, besides what was added since the look began.
    ///
    /// What was added meanwhile may have been seen too: the part is rather said to hold more.
    package mutating func set(
        _ part: Int, to found: DiskUsage, since before: Part
    ) {
        let now = self[part]
        self[part] = Part(
            byteCount: found.byteCount.addingWithinBounds(max(now.byteCount - before.byteCount, 0)),
            entryCount: found.entryCount + max(now.entryCount - before.entryCount, 0),
            isCounted: true)
    }

    /// The part that the next step begins with.
    package var nextPart: Int { Int(words[1] >> 32 & 0xffff) }

    /// How many parts the running round of trimming has still to visit; 0 when none runs.
    package private(set) var partsLeft: Int {
        get { Int(words[1] >> 48) }
        set {
            let count = UInt64(min(max(newValue, 0), Self.partCount))
            words[1] = words[1] & 0x0000_ffff_ffff_ffff | count << 48
        }
    }

    /// What all parts held when the running round began: the same share goes of each.
    package var totalOfRound: DiskUsage {
        DiskUsage(
            entryCount: Int(truncatingIfNeeded: words[3]),
            byteCount: Int(truncatingIfNeeded: words[2]))
    }

    /// Begins a round of trimming, which visits each part once.
    package mutating func beginRound() {
        let total = total
        words[2] = UInt64(total.byteCount)
        words[3] = UInt64(total.entryCount)
        partsLeft = Self.partCount
    }

    /// Ends the round of trimming.
    package mutating func endRound() { partsLeft = 0 }

    /// Takes the next parts, which no other process gets before all others had their turn; those
    /// first that nobody has looked into.
    package mutating func claim(_ count: Int) -> [Int] {
        let count = min(max(count, 1), Self.partCount)
        let nextPart = nextPart
        let inOrder = (0..<Self.partCount).map { (nextPart + $0) % Self.partCount }
        let unknown = inOrder.filter { !self[$0].isCounted }
        if !unknown.isEmpty { return Array(unknown.prefix(count)) }
        let next = UInt64((nextPart + count) % Self.partCount)
        words[1] = words[1] & 0xffff_0000_ffff_ffff | next << 32
        partsLeft -= count
        return Array(inOrder.prefix(count))
    }
}

extension SharedUsageTable {
    /// Reads a file; nil when it is none of this version, or damaged.
    package init?(decoding bytes: RawSpan) {
        guard bytes.byteCount == Self.encodedCount else { return nil }
        // Safe because words have no invalid value, and as many bytes are copied as there is room for.
        words = unsafe [UInt64](unsafeUninitializedCapacity: Self.wordCount) { words, count in
            unsafe bytes.withUnsafeBytes {
                unsafe UnsafeMutableRawBufferPointer(words).copyMemory(from: $0)
            }
            count = Self.wordCount
        }
        Self.swap(&words)
        let checksum = XXHash64.digest(of: bytes.extracting(0..<Self.encodedCount - 8))
        guard words[0] == Self.magic, words[1] & 0xffff_ffff == Self.version,
            words[Self.wordCount - 1] == checksum, nextPart < Self.partCount,
            partsLeft <= Self.partCount, words[2] <= 1 << 60, words[3] <= 1 << 60,
            (0..<Self.partCount).allSatisfy({
                words[Self.headerCount + 2 * $0] <= UInt64(Self.maxPartBytes)
            })
        else { return nil }
        words[Self.wordCount - 1] = 0
    }

    /// Between the file's order of bytes and the processor's, which mostly are the same.
    private static func swap(_ words: inout [UInt64]) {
        guard UInt64(1).littleEndian != 1 else { return }
        for index in words.indices { words[index] = words[index].littleEndian }
    }

    /// Whether a file is the table of a newer program.
    package static func isOfLaterVersion(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 24, bytes.integer(at: 0, as: UInt64.self) == magic,
            UInt64(bytes.integer(at: 8, as: UInt32.self)) > version
        else { return false }
        let end = bytes.byteCount - 8
        return XXHash64.digest(of: bytes.extracting(0..<end))
            == bytes.integer(at: end, as: UInt64.self)
    }

    /// The bytes of its file.
    package func encoded() -> [UInt64] {
        var words = words
        Self.swap(&words)
        // Safe because numbers have no padding.
        let checksum = unsafe XXHash64.digest(
            of: words.span.bytes.extracting(0..<Self.encodedCount - 8))
        words[Self.wordCount - 1] = checksum.littleEndian
        return words
    }
}
