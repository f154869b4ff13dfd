import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding

/// An entry in one contiguous block of bytes.
struct StoredEntryTests {
    private let key = CacheKey("one")
    private let head = EntryHead(
        mediaType: "image/png", storedAt: Date(), expires: Date() + 60, userData: [1, 2])

    private func encoded(_ bytes: [UInt8]) throws -> [UInt8] {
        try StoredEntry(head: head, bytes: ByteBlock(copying: bytes)).encoded(for: key).array
    }

    private func decoded(_ bytes: [UInt8], for key: CacheKey) -> StoredEntry? {
        StoredEntry(decoding: ByteBlock(copying: bytes), for: key)
    }

    @Test(arguments: [0, 1, 5000])
    func `it is read back as it was`(count: Int) throws {
        let entry = try #require(decoded(encoded(noise(count)), for: key))
        #expect(entry.head == head)
        #expect(entry.bytes.array == noise(count))
    }

    @Test func `another key's, or one with any byte changed, is none`() throws {
        let value = try encoded(noise(50))
        #expect(decoded(value, for: CacheKey("two")) == nil)
        for place in value.indices {
            var damaged = value
            damaged[place] ^= 1
            #expect(decoded(damaged, for: key) == nil, "byte \(place)")
            #expect(decoded(Array(value[..<place]), for: key) == nil, "\(place) bytes")
        }
        #expect(decoded(value + [0], for: key) == nil)
    }

    @Test func `it is what a disk cache has in its file`() throws {
        let folder = try DiskFolder()
        try DiskCache(folder: folder.path).put(noise(300), for: key, head: head)
        let file = try Data(contentsOf: URL(filePath: folder.file(of: key)))
        #expect(try Array(file) == encoded(noise(300)))
    }

    @Test func `a head that is too long is an error`() {
        let long = EntryHead(storedAt: Date(), userData: [UInt8](repeating: 0, count: 17 << 20))
        let error = #expect(throws: DiskError.self) {
            try StoredEntry(head: long, bytes: ByteBlock(copying: [])).encoded(for: key)
        }
        #expect(error?.code == EFBIG)
    }

    @Test func `an entry's own expiry comes before the lifetime, keeping before both`() {
        let now = Date()
        var head = EntryHead(storedAt: now)
        #expect(head.expiry(lifetime: nil) == .distantFuture)
        #expect(head.expiry(lifetime: .seconds(9)) == now + 9)
        head.expires = now + 60
        #expect(head.expiry(lifetime: .seconds(9)) == now + 60)
        head.keepUntil = now + 30
        #expect(head.expiry(lifetime: nil) == now + 60)
        head.keepUntil = now + 90
        #expect(head.expiry(lifetime: nil) == now + 90)
    }
}
