import FoundationEssentials
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageCaching

struct DiskEntryTests {
    private static let heads = [
        EntryHead(storedAt: Date(timeIntervalSince1970: 0)),
        EntryHead(
            mediaType: "image/png", storedAt: Date(timeIntervalSince1970: 1.25),
            expires: .distantFuture, userData: [0, 255, 10]),
        EntryHead(
            mediaType: "",
            response: ResponseHead(
                url: "https://example.com/ü?q=1", status: -1,
                headers: ["ETag": "\"a\"", "Vary": "", "vary": "Accept", "": "x"]),
            storedAt: Date(timeIntervalSinceReferenceDate: -0.1),
            expires: Date(timeIntervalSinceReferenceDate: 1e11)),
        EntryHead(
            storedAt: Date(timeIntervalSince1970: 5), expires: .distantPast,
            keepUntil: .distantFuture,
            record: ExchangeRecord(
                url: "https://example.com/", requestedAt: Date(timeIntervalSince1970: 3),
                receivedAt: Date(timeIntervalSince1970: 4),
                response: ["Vary": "Accept, Cookie"],
                sent: ["Cookie": "secret", "Authorization": "Basic eDp5"],
                body: BodyFingerprint(of: ByteBlock(copying: [1, 2, 3])))),
        noted(EntryHead(storedAt: Date(timeIntervalSince1970: 6), userData: [7])),
    ]

    /// Returns a head of an entry whose request had data.
    private static func noted(_ head: EntryHead, _ data: [UInt8] = [0, 255]) -> EntryHead {
        var head = head
        head.requestUserData = data
        return head
    }

    private func encode(_ key: String, _ head: EntryHead, body: [UInt8] = []) -> [UInt8] {
        let checksum = ByteBlock(copying: body).withSpan { Checksum.digest(of: $0) }
        return DiskEntry.encode(
            head: DiskEntry.encodeHead(key: key, head), version: head.version,
            bodyCount: body.count, bodyChecksum: checksum) + body
    }

    private func decode(_ bytes: [UInt8]) -> DiskEntry? {
        let start = ByteBlock(copying: bytes).withSpan { DiskEntry.start(of: $0) }
        return if case .entry(let entry) = start { entry } else { nil }
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let entry = decode(bytes) else { return false }
        return ByteBlock(copying: bytes).withSpan { entry.damage(in: $0) } == nil
    }

    @Test(arguments: heads, ["", "key", "ключ\0\n"])
    func `what is written is read`(head: EntryHead, key: String) throws {
        let bytes = encode(key, head, body: [1, 2, 3])
        let entry = try #require(decode(bytes))
        #expect(entry.key == key)
        #expect(entry.head == head)
        #expect(entry.bodyCount == 3)
        #expect(Array(bytes[entry.bodyOffset...]) == [1, 2, 3])
        #expect(isWhole(bytes))
    }

    @Test(arguments: heads)
    func `no truncated file is whole`(head: EntryHead) {
        let bytes = encode("key", head, body: noise(20))
        for count in bytes.indices { #expect(!isWhole(Array(bytes[..<count]))) }
    }

    @Test func `no file with more bytes is whole`() {
        #expect(!isWhole(encode("key", Self.heads[0], body: noise(20)) + [0]))
    }

    @Test(arguments: heads)
    func `no file with a flipped bit is whole`(head: EntryHead) {
        let bytes = encode("key", head, body: noise(20))
        for at in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[at] ^= 1 << UInt8(bit)
                #expect(!isWhole(damaged), "byte \(at), bit \(bit)")
            }
        }
    }

    @Test(arguments: [heads[2], heads[4]])
    func `a head that lies with a right checksum is refused without a trap`(_ honest: EntryHead) {
        func encoded(_ head: [UInt8]) -> [UInt8] {
            DiskEntry.encode(head: head, version: honest.version, bodyCount: 0, bodyChecksum: 0)
        }
        let head = DiskEntry.encodeHead(key: "key", honest)
        for at in head.indices {
            for value: UInt8 in [0, 1, 2, 0x7f, 0x80, 0xff] {
                var lying = head
                lying[at] = value
                // Some of these are well-formed; the test is that each is read or rejected.
                let bytes = encoded(lying)
                if let entry = decode(bytes) { #expect(entry.bodyOffset == bytes.count) }
            }
        }
        for count in head.indices {
            #expect(decode(encoded(Array(head[..<count]))) == nil)
        }
        #expect(decode(encoded(head + [0])) == nil)
    }

    @Test func `a moment that is no number is refused`() {
        let head = EntryHead(storedAt: Date(timeIntervalSinceReferenceDate: .nan))
        #expect(decode(encode("key", head)) == nil)
    }

    @Test(arguments: [-1e300, -.infinity, 1e300, .infinity])
    func `a moment of no calendar is the nearest that is read`(_ seconds: Double) {
        let head = EntryHead(storedAt: Date(timeIntervalSinceReferenceDate: seconds))
        let moment = decode(encode("key", head))?.head.storedAt
        #expect(moment == Date(timeIntervalSinceReferenceDate: seconds < 0 ? -1e11 : 1e11))
    }

    @Test func `a length beyond the address space is refused`() {
        var bytes = encode("key", Self.heads[0])
        bytes.replaceSubrange(16..<24, with: repeatElement(0xff, count: 8))
        let hashed = ByteBlock(copying: bytes[..<32] + bytes[40...])
        let digest = hashed.withSpan { Checksum.digest(of: $0) }
        let checksum = (0..<8).map { UInt8(truncatingIfNeeded: digest >> (8 * $0)) }
        bytes.replaceSubrange(32..<40, with: checksum)
        #expect(decode(bytes) == nil)
    }

    @Test func `the format is what its documentation says`() throws {
        let bytes = encode("k", EntryHead(storedAt: Date(timeIntervalSinceReferenceDate: 1)))
        #expect(
            bytes[..<16] == [
                0x57, 0x49, 0x45, 0x6e, 0x74, 0x72, 0x79, 0x0a, 4, 0, 0, 0, 22, 0, 0, 0,
            ])
        #expect(bytes[16..<24] == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(bytes[24..<32] == [0x1f, 0x75, 0xaf, 0xaf, 0xc1, 0x65, 0x68, 0x6a])
        #expect(
            bytes[40...] == [
                1, 0, 0, 0, 0x6b, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ])
    }

    @Test func `data of a request make the entry version 5, with one field more`() {
        let plain = EntryHead(storedAt: Date(timeIntervalSinceReferenceDate: 1), userData: [9])
        let (four, five) = (encode("k", plain), encode("k", Self.noted(plain, [2, 3])))
        #expect(four[8..<12] == [4, 0, 0, 0])
        #expect(five[8..<12] == [5, 0, 0, 0])
        #expect(five[40...] == four[40...] + [2, 0, 0, 0, 2, 3])
    }
}
