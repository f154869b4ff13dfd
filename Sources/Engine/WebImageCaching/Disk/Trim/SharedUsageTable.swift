/// The usage of each part of a cache folder, as all processes that share the folder know it.
///
/// It takes a few kilobytes for any number of entries, and touches no file. ``UsageFile`` keeps it
/// in this form, numbers little-endian:
///
///     offset  bytes  content
///     0       8      57 49 55 73 61 67 65 0a ("WIUsage", line feed)
///     8       4      version, 2
///     12      2      the part that the next step begins with, 0 … 255
///     14      2      the number of parts that the running round of trimming has still to visit, 0 … 256
///     16      8      the bytes of all parts when the running round began
///     24      8      the number of entries of all parts then
///     32      16 n   for each of the 256 parts: bytes of its files (8 bytes), its number of entries
///                    (4 bytes), 1 if both were counted, 0 if they are only the additions since
///                    (4 bytes)
///     4128    8      ``Checksum`` of the bytes before
///
/// Later versions keep bytes 0 ..< 12, and end with the same checksum of all bytes before it. They
/// are left alone; this program then goes by its own counters.
///
/// The table is a hint: a process may be killed between a change and its note, and other programs
/// may remove files. Each look at a part corrects it.
package struct SharedUsageTable: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        package var usage: CacheUsage
        /// `true` if the part was counted; else its usage is the additions since the table was
        /// made.
        package var isCounted: Bool

        package init(_ usage: CacheUsage, isCounted: Bool) {
            self.usage = usage
            self.isCounted = isCounted
        }

        package static let empty = Part(.none, isCounted: true)
        package static let unknown = Part(.none, isCounted: false)
    }

    /// The number of parts: a folder for each first byte of a digest.
    package static let partCount = 256
    package static let encodedCount = 8 * wordCount
    /// The most bytes of a part; far beyond any disk, far from overflow.
    package static let maxPartBytes = 1 << 48

    private static let headerCount = 4
    private static let wordCount = headerCount + 2 * partCount + 1
    private static let magic: UInt64 = 0x0a65_6761_7355_4957
    private static let version: UInt32 = 2
    private static let countedFlag: UInt64 = 1 << 32

    private var parts: [Part]
    /// The part that the next step begins with.
    private var nextPart = 0
    /// The number of parts that the running round of trimming has still to visit; 0 without a
    /// round.
    package private(set) var partsLeft = 0
    /// The usage of all parts when the running round began: the same share goes of each.
    package private(set) var totalOfRound = CacheUsage.none

    /// A table of empty parts and unknown ones.
    package init(emptyWhere isEmpty: (Int) -> Bool) {
        parts = (0..<Self.partCount).map { isEmpty($0) ? .empty : .unknown }
    }

    package subscript(part: Int) -> Part {
        get { parts[part] }
        set {
            let usage = newValue.usage
            parts[part].usage.byteCount = min(max(usage.byteCount, 0), Self.maxPartBytes)
            parts[part].usage.entryCount = min(max(usage.entryCount, 0), Int(UInt32.max))
            parts[part].isCounted = newValue.isCounted
        }
    }

    package var total: CacheUsage { parts.reduce(into: .none) { $0 += $1.usage } }

    package var isCounted: Bool { parts.allSatisfy(\.isCounted) }

    /// Adds to a part, or subtracts from it; never below zero.
    package mutating func add(_ change: CacheUsage, to part: Int) { self[part].usage += change }

    /// Sets a part to the result of a look, and keeps additions since the look began.
    ///
    /// The look may have seen those additions too: rather too much is noted than too little.
    package mutating func set(_ part: Int, to found: CacheUsage, since before: Part) {
        let now = self[part].usage
        var usage = found
        usage += CacheUsage(
            entryCount: max(now.entryCount - before.usage.entryCount, 0),
            byteCount: max(now.byteCount - before.usage.byteCount, 0))
        self[part] = Part(usage, isCounted: true)
    }

    /// Begins a round of trimming, which visits each part once.
    package mutating func beginRound() {
        totalOfRound = total
        partsLeft = Self.partCount
    }

    package mutating func endRound() { partsLeft = 0 }

    /// Takes the next parts, which no other process gets before all others had their turn; unknown
    /// parts come first.
    package mutating func claim(_ count: Int) -> [Int] {
        let count = min(max(count, 1), Self.partCount)
        let inOrder = (0..<Self.partCount).map { (nextPart + $0) % Self.partCount }
        let unknown = inOrder.filter { !parts[$0].isCounted }
        if !unknown.isEmpty { return Array(unknown.prefix(count)) }
        nextPart = (nextPart + count) % Self.partCount
        partsLeft = max(partsLeft - count, 0)
        return Array(inOrder.prefix(count))
    }
}

extension SharedUsageTable {
    /// Reads a file; nil if it has another version, or is damaged.
    package init?(decoding bytes: RawSpan) {
        guard bytes.byteCount == Self.encodedCount, Self.version(of: bytes) == Self.version else {
            return nil
        }
        var words: [UInt64] = []
        words.reserveCapacity(Self.wordCount)
        for offset in stride(from: 0, to: bytes.byteCount, by: 8) {
            words.append(bytes.integer(at: offset, as: UInt64.self))
        }
        nextPart = Int(words[1] >> 32 & 0xffff)
        partsLeft = Int(words[1] >> 48)
        guard nextPart < Self.partCount, partsLeft <= Self.partCount, words[2] <= 1 << 60,
            words[3] <= 1 << 60
        else { return nil }
        totalOfRound = CacheUsage(entryCount: Int(words[3]), byteCount: Int(words[2]))
        parts = []
        parts.reserveCapacity(Self.partCount)
        for place in stride(from: Self.headerCount, to: Self.wordCount - 1, by: 2) {
            guard words[place] <= UInt64(Self.maxPartBytes) else { return nil }
            let count = words[place + 1]
            let usage = CacheUsage(
                entryCount: Int(count & 0xffff_ffff), byteCount: Int(words[place]))
            parts.append(Part(usage, isCounted: count & Self.countedFlag != 0))
        }
    }

    /// Returns the version of a table; nil if it is no table, or damaged.
    private static func version(of bytes: RawSpan) -> UInt32? {
        let end = bytes.byteCount - 8
        guard end >= 16, bytes.integer(at: 0, as: UInt64.self) == magic,
            Checksum.digest(of: bytes.extracting(0..<end))
                == bytes.integer(at: end, as: UInt64.self)
        else { return nil }
        return bytes.integer(at: 8, as: UInt32.self)
    }

    /// Returns `true` if a file is the table of a newer program.
    package static func isOfLaterVersion(_ bytes: RawSpan) -> Bool {
        version(of: bytes).map { $0 > version } ?? false
    }

    package func encoded() -> [UInt64] {
        var words = [
            Self.magic,
            UInt64(Self.version) | UInt64(nextPart) << 32 | UInt64(partsLeft) << 48,
            UInt64(totalOfRound.byteCount), UInt64(totalOfRound.entryCount),
        ]
        words.reserveCapacity(Self.wordCount)
        for part in parts {
            words.append(UInt64(part.usage.byteCount))
            words.append(UInt64(part.usage.entryCount) | (part.isCounted ? Self.countedFlag : 0))
        }
        for index in words.indices { words[index] = words[index].littleEndian }
        // Safe because numbers have no padding.
        let checksum = unsafe Checksum.digest(of: words.span.bytes)
        words.append(checksum.littleEndian)
        return words
    }
}
