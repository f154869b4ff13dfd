import Testing
import WebImageCaching
import WebImageCoding

struct SharedUsageTableTests {
    private let empty = SharedUsageTable { _ in true }

    private func decode(_ bytes: [UInt8]) -> SharedUsageTable? {
        ByteBlock(copying: bytes).withSpan { SharedUsageTable(decoding: $0) }
    }

    private func encode(_ table: SharedUsageTable) -> [UInt8] {
        table.encoded().flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word.littleEndian >> (8 * $0)) }
        }
    }

    private func filled() -> SharedUsageTable {
        var table = SharedUsageTable { $0 % 3 == 0 }
        for part in 0..<256 {
            table.add(CacheUsage(entryCount: part, byteCount: part * 1000), to: part)
        }
        table.beginRound()
        return table
    }

    @Test func `what is written is read`() throws {
        let table = filled()
        let read = try #require(decode(encode(table)))
        #expect(read == table)
        #expect(read[5] == .init(CacheUsage(entryCount: 5, byteCount: 5000), isCounted: false))
        #expect(
            read[255] == .init(CacheUsage(entryCount: 255, byteCount: 255_000), isCounted: true))
        #expect(read.partsLeft == 256)
        #expect(read.totalOfRound == table.total)
    }

    @Test func `a table with any byte changed, missing or too much is none`() {
        let bytes = encode(filled())
        #expect(bytes.count == SharedUsageTable.encodedCount)
        for at in bytes.indices {
            var damaged = bytes
            damaged[at] ^= 0x10
            #expect(decode(damaged) == nil, "byte \(at)")
        }
        for count in [0, 8, 4128, bytes.count - 1] {
            #expect(decode(Array(bytes[..<count])) == nil)
        }
        #expect(decode(bytes + [0]) == nil)
    }

    @Test(
        arguments: [(8, 1), (12, 0xff), (13, 1), (14, 2), (23, 0x80), (39, 0x80)] as [(Int, UInt8)])
    func `a table that lies with a right checksum is none`(at: Int, value: UInt8) {
        var bytes = encode(filled())
        bytes[at] = value
        if at == 14 { bytes[15] = 2 }
        if at == 12 { bytes[13] = 0xff }
        let sum = ByteBlock(copying: bytes[..<4128]).withSpan { Checksum.digest(of: $0) }
        for i in 0..<8 { bytes[4128 + i] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * i)) }
        #expect(decode(bytes) == nil)
    }

    @Test func `the format is what its documentation says`() {
        var table = empty
        table.add(CacheUsage(entryCount: 3, byteCount: 0x0102), to: 1)
        table.beginRound()
        _ = table.claim(2)
        table[0] = .init(CacheUsage(entryCount: 1, byteCount: 4), isCounted: false)
        let bytes = encode(table)
        #expect(bytes[..<8] == [0x57, 0x49, 0x55, 0x73, 0x61, 0x67, 0x65, 0x0a])
        #expect(bytes[8..<16] == [2, 0, 0, 0, 2, 0, 254, 0])
        #expect(bytes[16..<32] == [2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0])
        #expect(bytes[32..<48] == [4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        #expect(bytes[48..<64] == [2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0])
    }

    @Test func `the total is that of all parts`() {
        let sum = 255 * 256 / 2
        #expect(filled().total == CacheUsage(entryCount: sum, byteCount: sum * 1000))
        #expect(!filled().isCounted)
        #expect(empty.isCounted)
        #expect(empty.total == CacheUsage(entryCount: 0, byteCount: 0))
    }

    @Test func `a part never holds less than nothing, nor so much that sums overflow`() {
        var table = empty
        table.add(CacheUsage(entryCount: -1, byteCount: -5), to: 3)
        #expect(table[3] == .empty)
        for part in 0..<256 {
            table.add(CacheUsage(entryCount: Int(UInt32.max), byteCount: .max), to: part)
        }
        for part in 0..<256 { table.add(CacheUsage(entryCount: 1, byteCount: .max), to: part) }
        #expect(table.total.byteCount == 256 << 48)
        #expect(decode(encode(table)) == table)
        table.add(CacheUsage(entryCount: .min / 2, byteCount: .min), to: 0)
        #expect(table[0] == .empty)
    }

    @Test func `claims go round, so that each part has its turn`() {
        var table = empty
        var seen: [Int] = []
        while seen.count < 256 { seen += table.claim(10) }
        #expect(Set(seen).count == 256)
        #expect(seen.suffix(4) == [0, 1, 2, 3])
        #expect(table.claim(1000).count == 256)
        #expect(table.claim(0) == [4])
    }

    @Test func `parts that nobody has looked into have their turn first`() {
        var table = SharedUsageTable { $0 != 9 && $0 != 200 }
        #expect(table.claim(256) == [9, 200])
        table.set(9, to: CacheUsage(entryCount: 1, byteCount: 1), since: .unknown)
        #expect(table.claim(256) == [200])
        table.set(200, to: CacheUsage(entryCount: 1, byteCount: 1), since: .unknown)
        #expect(table.claim(256).count == 256)
    }

    @Test func `a round ends when each part had its turn`() {
        var table = empty
        table.beginRound()
        for left in [156, 56, 0, 0] {
            _ = table.claim(100)
            #expect(table.partsLeft == left)
        }
    }

    @Test func `a round goes by what there was when it began`() {
        var table = empty
        table.add(CacheUsage(entryCount: 2, byteCount: 100), to: 4)
        table.beginRound()
        table.add(CacheUsage(entryCount: 1, byteCount: 50), to: 4)
        #expect(table.totalOfRound == CacheUsage(entryCount: 2, byteCount: 100))
        table.endRound()
        #expect(table.partsLeft == 0)
    }

    @Test func `a look sets a part right, and keeps what was added meanwhile`() {
        var table = empty
        table.add(CacheUsage(entryCount: 5, byteCount: 500), to: 1)
        let before = table[1]
        table.add(CacheUsage(entryCount: 1, byteCount: 30), to: 1)
        table.set(1, to: CacheUsage(entryCount: 2, byteCount: 200), since: before)
        #expect(table[1] == .init(CacheUsage(entryCount: 3, byteCount: 230), isCounted: true))
    }

    @Test func `what went during a look isn't taken twice`() {
        var table = empty
        table.add(CacheUsage(entryCount: 5, byteCount: 500), to: 1)
        let before = table[1]
        table.add(CacheUsage(entryCount: -1, byteCount: -100), to: 1)
        table.set(1, to: CacheUsage(entryCount: 4, byteCount: 400), since: before)
        #expect(table[1] == .init(CacheUsage(entryCount: 4, byteCount: 400), isCounted: true))
    }
}
