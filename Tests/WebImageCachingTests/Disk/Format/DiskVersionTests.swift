import Foundation
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageCaching
@testable import WebImageRuntime

/// Files written by other versions of this library.
struct DiskVersionTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")
    private var file: URL { URL(filePath: folder.file(of: key)) }

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path, limits: DiskLimits(lifetime: nil))
    }

    /// Writes a file of version 2 byte by byte, as it was documented.
    private func writeVersion2(_ body: [UInt8], damaged: Bool = false) throws {
        let head = DiskEntry.encodeHead(key: key.text, EntryHead(storedAt: Date()))
        var start: [UInt8] = [0x57, 0x49, 0x45, 0x6e, 0x74, 0x72, 0x79, 0x0a]
        start.append(integer: UInt32(2))
        start.append(integer: UInt32(head.count))
        start.append(integer: UInt64(body.count))
        start.append(
            integer: ByteBlock(copying: body).withSpan { XXHash64.digest(of: $0) })
        start.append(
            integer: ByteBlock(copying: start + head).withSpan { XXHash64.digest(of: $0) })
        var bytes = start + head + body
        if damaged { bytes[bytes.count - 1] ^= 1 }
        try cache.put([0], for: key)
        try Data(bytes).write(to: file)
    }

    @Test(arguments: [0, 10, 240, 241, 30_000])
    func `an entry of version 2 is read`(count: Int) throws {
        try writeVersion2(noise(count))
        #expect(try cache.get(key) == noise(count))
        try cache.trim()
        #expect(try cache.head(for: key) != nil)
    }

    @Test(arguments: [10, 30_000])
    func `a damaged entry of version 2 is a miss and goes`(count: Int) throws {
        try writeVersion2(noise(count), damaged: true)
        #expect(try cache.find(key, atMost: .max).damage.map(\.reason) == [.body])
        #expect(!folder.exists(file.path))
    }

    @Test func `an entry of version 2 can be renewed, and stays one`() throws {
        try writeVersion2(noise(1000))
        let old = try #require(try cache.head(for: key))
        var new = old
        new.mediaType = "image/png"
        try cache.renew(key, from: old, to: new)
        #expect(try cache.reader(for: key)?.head == new)
        #expect(try cache.get(key) == noise(1000))
        #expect(try Data(contentsOf: file)[8] == 2)
    }

    @Test(arguments: [0, 1] as [UInt32], [40, 41, 400])
    func `a file of a version before those is dropped unread`(
        version: UInt32, count: Int
    ) throws {
        var bytes: [UInt8] = [0x57, 0x49, 0x45, 0x6e, 0x74, 0x72, 0x79, 0x0a]
        bytes.append(integer: version)
        bytes += noise(count - bytes.count)
        try cache.put([0], for: key)
        try Data(bytes).write(to: file)
        let finding = try cache.find(key, atMost: .max)
        #expect(finding.entry == nil)
        #expect(finding.damage.isEmpty)
        #expect(!folder.exists(file.path))
    }
}
