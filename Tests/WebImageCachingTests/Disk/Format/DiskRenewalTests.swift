import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding

/// A renewal marks an entry as confirmed without writing its bytes again.
struct DiskRenewalTests {
    private let folder: DiskFolder
    private let clock = DiskClock()
    private let cache: DiskCache
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path) { [clock] in clock.now }
    }

    private func head(_ tag: String, lifetime: Double) -> EntryHead {
        EntryHead(
            response: ResponseHead(url: "http://a.test/", headers: ["ETag": tag]),
            storedAt: clock.now, expires: clock.now + lifetime)
    }

    @Test(arguments: [3, 2 << 20])
    func `the head is the new one, the bytes and the file are the old ones`(count: Int) throws {
        let bytes = noise(count)
        let old = head("a", lifetime: 60)
        try cache.put(bytes, for: key, head: old)
        let before = try #require(try inode())
        let new = head("b", lifetime: 600)
        try cache.renew(key, from: old, to: new)
        #expect(try cache.reader(for: key)?.head == new)
        #expect(try cache.get(key) == bytes)
        #expect(try inode() == before)
    }

    @Test func `a renewal can be renewed, by a longer and by a shorter head`() throws {
        var last = head("a", lifetime: 60)
        try cache.put([1, 2, 3], for: key, head: last)
        for tag in ["a longer one that is", "b", "one in between"] {
            let next = head(tag, lifetime: 60)
            try cache.renew(key, from: last, to: next)
            last = next
        }
        #expect(try cache.reader(for: key)?.head == last)
        #expect(try cache.get(key) == [1, 2, 3])
    }

    @Test func `an entry that says anything else by now stays as it is`() throws {
        let old = head("a", lifetime: 60)
        let other = head("other", lifetime: 60)
        try cache.put([1], for: key, head: other)
        try cache.renew(key, from: old, to: head("b", lifetime: 600))
        #expect(try cache.reader(for: key)?.head == other)
        try cache.renew(CacheKey("missing"), from: old, to: old)
        #expect(folder.files.count == 1)
    }

    @Test func `an entry lives as long as its renewal says`() throws {
        let old = head("a", lifetime: 60)
        try cache.put([1], for: key, head: old)
        try cache.renew(key, from: old, to: head("a", lifetime: 600))
        clock.advance(by: 300)
        try cache.trim()
        #expect(try cache.get(key) == [1])
        clock.advance(by: 301)
        try cache.trim()
        #expect(folder.files.isEmpty)
    }

    @Test func `a stale entry that is worth keeping is kept that long`() throws {
        var kept = head("a", lifetime: 60)
        kept.keepUntil = clock.now + 600
        try cache.put([1], for: key, head: kept)
        clock.advance(by: 599)
        try cache.trim()
        #expect(try cache.reader(for: key)?.head == kept)
        clock.advance(by: 1)
        #expect(try cache.get(key) == nil)
    }

    @Test func `a renewal of which any byte is wrong or missing costs itself only`() throws {
        let old = head("a", lifetime: 60)
        let new = head("b", lifetime: 600)
        try cache.put([1, 2, 3], for: key, head: old)
        let path = folder.file(of: key)
        let plain = try Data(contentsOf: URL(fileURLWithPath: path))
        try cache.renew(key, from: old, to: new)
        let renewed = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(renewed.prefix(plain.count) == plain)
        for index in plain.count + 8..<renewed.count {
            var damaged = renewed
            damaged[index] ^= 0x55
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect(try cache.reader(for: key)?.head == old, "byte \(index)")
            try renewed.prefix(index).write(to: URL(fileURLWithPath: path))
            #expect(try cache.reader(for: key)?.head == old, "cut at \(index)")
        }
        try (renewed + plain).write(to: URL(fileURLWithPath: path))
        #expect(try cache.reader(for: key)?.head == new)
    }

    @Test(arguments: 1..<8)
    func `a renewal that has hardly begun costs itself only`(count: Int) throws {
        let old = head("a", lifetime: 60)
        try cache.put([1, 2, 3], for: key, head: old)
        let file = URL(fileURLWithPath: folder.file(of: key))
        let plain = try Data(contentsOf: file)
        try cache.renew(key, from: old, to: head("b", lifetime: 600))
        try Data(contentsOf: file).prefix(plain.count + count).write(to: file)
        let found = try cache.find(key, atMost: .max)
        #expect(found.entry?.head == old)
        #expect(found.damage.isEmpty)
        #expect(try cache.get(key) == [1, 2, 3])
    }

    @Test func `a renewal belongs to its bytes, not to others of the same key`() throws {
        let old = head("a", lifetime: 60)
        try cache.put([1, 2, 3], for: key, head: old)
        try cache.renew(key, from: old, to: head("b", lifetime: 600))
        let renewed = try Data(contentsOf: URL(fileURLWithPath: folder.file(of: key)))
        try cache.put([4, 5, 6], for: key, head: old)
        let plain = try Data(contentsOf: URL(fileURLWithPath: folder.file(of: key)))
        try (plain + renewed.suffix(from: plain.count)).write(
            to: URL(fileURLWithPath: folder.file(of: key)))
        #expect(try cache.reader(for: key)?.head == old)
        #expect(try cache.get(key) == [4, 5, 6])
    }

    @Test func `an entry of the version before is a miss, and goes`() throws {
        try cache.put([1], for: key, head: head("a", lifetime: 60))
        let path = folder.file(of: key)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[8] = 1
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try cache.get(key) == nil)
        #expect(folder.files.isEmpty)
    }

    private func inode() throws -> UInt64? {
        let file = try FileManager.default.attributesOfItem(atPath: folder.file(of: key))
        return (file[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}
