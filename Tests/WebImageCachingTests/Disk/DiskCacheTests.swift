import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding

struct DiskCacheTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path)
    }

    @Test(arguments: [0, 1, 1000, 70_000, 1 << 20, (1 << 20) + 4097])
    func `what is written is read, by another instance too`(count: Int) throws {
        let head = EntryHead(
            mediaType: "image/png",
            response: ResponseHead(url: "https://a/b", status: 203, headers: ["ETag": "x"]),
            storedAt: Date(), expires: Date() + 60, userData: [1, 2])
        try cache.put(noise(count), for: key, head: head)
        for reader in [cache, DiskCache(folder: folder.path + "/")] {
            let entry = try #require(try reader.reader(for: key))
            #expect(entry.head == head)
            #expect(entry.bytes.array == noise(count))
        }
    }

    @Test func `user data of an entry is that of the last store, none if that has none`() throws {
        for userData in [[1, 2], [], [0, 255, 10]] as [[UInt8]] {
            let head = EntryHead(storedAt: Date(), userData: userData)
            try cache.put([7], for: key, head: head)
            for reader in [cache, DiskCache(folder: folder.path)] {
                #expect(try #require(try reader.reader(for: key)).head.userData == userData)
            }
        }
        try cache.remove(key)
        #expect(try cache.reader(for: key) == nil)
    }

    @Test func `nothing is read, counted or made before something is written`() throws {
        let cache = DiskCache(folder: folder.path + "/deep/er")
        #expect(try cache.reader(for: key) == nil)
        #expect(try cache.usage() == CacheUsage(entryCount: 0, byteCount: 0))
        try cache.remove(key)
        try cache.removeAll()
        try cache.trim()
        #expect(!folder.exists(folder.path + "/deep"))
        try cache.put([1], for: key)
        #expect(try cache.get(key) == [1])
    }

    @Test func `chunks are joined`() throws {
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        for chunk in [[1, 2], [], [3], [4, 5, 6]] as [[UInt8]] { try writer.append(array: chunk) }
        try writer.commit()
        #expect(try cache.get(key) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `an entry isn't seen before it is committed`() throws {
        try cache.put([1], for: key)
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        try writer.append(array: [2])
        #expect(try cache.get(key) == [1])
        try writer.commit()
        #expect(try cache.get(key) == [2])
        #expect(folder.files == [folder.file(of: key)])
    }

    @Test func `a discarded entry leaves no file`() throws {
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        try writer.append(array: [1])
        #expect(folder.files.count == 1)
        writer.discard()
        #expect(folder.files.isEmpty)
        #expect(throws: DiskError.self) { try writer.commit() }
        #expect(try cache.get(key) == nil)
    }

    @Test func `a dropped writer leaves no file`() throws {
        do {
            let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
            try writer.append(array: [1])
            #expect(folder.files.count == 1)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func `a committed entry can't be changed by its writer`() throws {
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        try writer.append(array: [1])
        try writer.commit()
        try writer.commit()
        #expect(throws: DiskError.self) { try writer.append(array: [2]) }
        writer.discard()
        #expect(try cache.get(key) == [1])
    }

    @Test(arguments: [10, 1 << 20, (1 << 20) + 10])
    func `what was written can be read at any time`(count: Int) throws {
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        #expect(try writer.written().array == [])
        try writer.append(array: noise(count))
        let early = try writer.written()
        try writer.append(array: [7])
        try writer.commit()
        try cache.removeAll()
        #expect(early.array == noise(count))
        #expect(try writer.written().array == noise(count) + [7])
    }

    @Test func `bytes stay readable when their entry is removed`() throws {
        try cache.put(noise(2 << 20), for: key)
        let bytes = try #require(try cache.reader(for: key)).bytes
        try cache.removeAll()
        #expect(bytes.array == noise(2 << 20))
        #expect(try cache.reader(for: key) == nil)
    }

    @Test func `another key's file under this key's name is a miss and goes`() throws {
        let other = CacheKey("other")
        try cache.put([1], for: other)
        let name = folder.file(of: key)
        try FileManager.default.createDirectory(
            atPath: (name as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.file(of: other), toPath: name)
        #expect(try cache.get(key) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test func `keys of the same meaning but other bytes are two`() throws {
        let (one, other) = (CacheKey("a\u{301}\u{327}"), CacheKey("a\u{327}\u{301}"))
        try cache.put([1], for: one)
        #expect(try cache.get(other) == nil)
        #expect(try cache.get(one) == [1])
    }

    @Test func `removing removes one entry`() throws {
        try cache.put([1], for: key)
        try cache.put([2], for: CacheKey("two"))
        try cache.remove(key)
        #expect(try cache.get(key) == nil)
        #expect(try cache.get(CacheKey("two")) == [2])
    }

    @Test func `removing all leaves what isn't ours`() throws {
        for i in 0..<20 { try cache.put([1], for: CacheKey("\(i)")) }
        let foreign = ["/mine", "/v1/mine", "/v1/tmp/mine", "/v1/ab/mine.entry"]
        try FileManager.default.createDirectory(
            atPath: folder.path + "/v1/ab", withIntermediateDirectories: true)
        for name in foreign { try Data([1]).write(to: URL(filePath: folder.path + name)) }
        try cache.removeAll()
        #expect(folder.files == foreign.map { folder.path + $0 }.sorted())
    }

    @Test func `usage counts entries and the bytes of their files`() throws {
        try cache.put(noise(1000), for: key)
        let one = try cache.usage()
        #expect(one.entryCount == 1)
        #expect(one.byteCount > 1000 && one.byteCount < 1200)
        try cache.put(noise(1000), for: key)
        #expect(try cache.usage() == one)
        try cache.put(noise(1000), for: CacheKey("two"))
        #expect(try cache.usage() == CacheUsage(entryCount: 2, byteCount: one.byteCount * 2))
    }

    @Test func `caches of one folder are the same place`() {
        #expect(cache.identity == DiskCache(folder: folder.path + "//").identity)
        #expect(cache.identity != DiskCache(folder: folder.path + "/a").identity)
        #expect(DiskCache(folder: "a").folder == FileManager.default.currentDirectoryPath + "/a")
    }

    @Test func `a file can be read by its owner only`() throws {
        try cache.put([1], for: key)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(of: key))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
