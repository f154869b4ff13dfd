import Foundation
import TestSupport
import Testing
import WebImageCaching

struct DiskDamageTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")
    private var file: String { folder.file(of: key) }

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path)
    }

    private func expectMissAndRemoval(
        _ bytes: some Collection<UInt8>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try Data(bytes).write(to: URL(filePath: file))
        #expect(try cache.get(key) == nil, sourceLocation: sourceLocation)
        #expect(!folder.exists(file), sourceLocation: sourceLocation)
    }

    @Test(arguments: [1000, (1 << 20) + 1000])
    func `a truncated entry is a miss and goes`(count: Int) throws {
        try cache.put(noise(count), for: key)
        let whole = try Data(contentsOf: URL(filePath: file))
        for part in 0..<50 { try expectMissAndRemoval(whole.prefix(whole.count * part / 50)) }
        try expectMissAndRemoval(whole.dropLast())
        try whole.write(to: URL(filePath: file))
        #expect(try cache.get(key) == noise(count))
    }

    @Test func `an entry with any byte changed is a miss and goes`() throws {
        try cache.put(noise(50), for: key)
        let whole = try Data(contentsOf: URL(filePath: file))
        for at in whole.indices {
            var damaged = whole
            damaged[at] ^= 0xff
            try expectMissAndRemoval(damaged)
        }
    }

    @Test func `a large entry with a changed byte is a miss and goes`() throws {
        try cache.put(noise(2 << 20), for: key)
        var whole = try Data(contentsOf: URL(filePath: file))
        whole[whole.count - 1] ^= 1
        try expectMissAndRemoval(whole)
    }

    @Test func `an entry with more bytes is a miss and goes`() throws {
        try cache.put(noise(50), for: key)
        try expectMissAndRemoval(try Data(contentsOf: URL(filePath: file)) + [0])
    }

    @Test func `a link in place of an entry isn't followed`() throws {
        try cache.put([1], for: key)
        let target = folder.path + "/target"
        try FileManager.default.moveItem(atPath: file, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        #expect(try cache.get(key) == nil)
        #expect(folder.files == [target])
    }

    @Test func `a folder in place of an entry is a miss, and an error to write`() throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(try cache.get(key) == nil)
        let error = #expect(throws: DiskError.self) { try cache.put([1], for: key) }
        #expect(error?.code == EISDIR)
        #expect(folder.exists(file))
        #expect(folder.files.isEmpty)
        try cache.trim()
        try cache.removeAll()
    }

    @Test func `a pipe in place of an entry isn't waited for`() throws {
        try cache.put([1], for: key)
        try cache.remove(key)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(try cache.get(key) == nil)
    }

    @Test(arguments: [0, 39, 100])
    func `trimming removes files that are no entries`(count: Int) throws {
        try cache.put([1], for: key)
        try cache.remove(key)
        try Data(repeating: 0, count: count).write(to: URL(filePath: file))
        try cache.trim()
        #expect(folder.files.isEmpty)
    }
}
