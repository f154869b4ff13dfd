import Foundation
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageCaching

/// Symbolic links in a cache folder, and above it.
struct DiskLinkTests {
    /// Possible paths of a link in the folder; the shard is that of the key.
    private static let folders = ["/v1", "/v1/tmp", "/v1/<shard>"]
    private let folder: DiskFolder
    private let elsewhere: DiskFolder
    private let key = CacheKey("one")
    private let other = CacheKey("another")

    init() throws {
        folder = try DiskFolder()
        elsewhere = try DiskFolder()
        // Valid entries, which a link could bring into this cache.
        let cache = DiskCache(folder: elsewhere.path)
        for key in [key, other] { try cache.put([1], for: key) }
        try Data([1, 2, 3]).write(to: URL(filePath: elsewhere.path + "/v1/tmp/old.tmp"))
        let old = [FileAttributeKey.modificationDate: Date() - 7200]
        try FileManager.default.setAttributes(
            old, ofItemAtPath: elsewhere.path + "/v1/tmp/old.tmp")
    }

    private func cache(_ isPortable: Bool, _ path: String? = nil) -> DiskCache {
        let layout = DiskLayout(folder: path ?? folder.path)
        return DiskCache(
            layout: layout, in: CacheFolder(layout.folder, isPortable: isPortable))
    }

    /// Calls all functions that read, write and remove; returns the errors.
    private func useAll(_ cache: DiskCache) -> [DiskError] {
        let head = EntryHead(storedAt: Date())
        let calls: [() throws -> Void] = [
            { _ = try cache.get(key) }, { _ = try cache.head(for: key) },
            { try cache.renew(key, from: head, to: head) }, { try cache.put([2], for: key) },
            { try cache.remove(other) }, { _ = try cache.usage() }, { try cache.trim() },
            { try cache.removeAll() },
        ]
        return calls.compactMap { call in
            do {
                try call()
                return nil
            } catch {
                #expect(error is DiskError)
                return error as? DiskError
            }
        }
    }

    @Test(arguments: folders, [false, true])
    func `a linked folder is an error, and nothing behind it is touched`(
        place: String, isPortable: Bool
    ) throws {
        let place = place.replacing("<shard>", with: key.digest.prefix(2))
        let cache = cache(isPortable)
        try cache.put([7], for: CacheKey("third"))
        try? FileManager.default.removeItem(atPath: folder.path + place)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + place, withDestinationPath: elsewhere.path + place)
        let before = try elsewhere.snapshot
        // Nothing behind the link is returned.
        #expect((try? cache.get(key)) == nil)
        #expect((try? cache.head(for: key)) == nil)
        let errors = useAll(cache)
        #expect(errors.contains { $0.code == ELOOP })
        #expect(errors.contains { $0.description.contains("symbolic link") })
        #expect(try elsewhere.snapshot == before)
        #expect(throws: DiskError.self) { try cache.put([2], for: key) }
        #expect(try elsewhere.snapshot == before)
    }

    @Test(arguments: [false, true])
    func `a linked entry is removed, and its target is not touched`(isPortable: Bool) throws {
        let cache = cache(isPortable)
        try cache.put([7], for: key)
        let file = folder.file(of: key)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: elsewhere.file(of: key))
        let before = try elsewhere.snapshot
        #expect(try cache.head(for: key) == nil)
        #expect(!folder.exists(file))
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: elsewhere.file(of: key))
        #expect(useAll(cache).isEmpty)
        #expect(try elsewhere.snapshot == before)
        try cache.put([2], for: key)
        #expect(try cache.get(key) == [2])
    }

    @Test(arguments: [false, true])
    func `a linked table is not followed`(isPortable: Bool) throws {
        let cache = cache(isPortable)
        try cache.put([7], for: other)
        let table = folder.path + "/v1/usage"
        try FileManager.default.removeItem(atPath: table)
        try FileManager.default.createSymbolicLink(
            atPath: table, withDestinationPath: elsewhere.path + "/v1/usage")
        let before = try elsewhere.snapshot
        #expect(useAll(cache).isEmpty)
        #expect(try elsewhere.snapshot == before)
    }

    @Test(arguments: [false, true])
    func `a folder that is a link itself is refused`(isPortable: Bool) throws {
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: elsewhere.path)
        let before = try elsewhere.snapshot
        let errors = useAll(cache(isPortable, link))
        #expect(errors.count == 8)
        #expect(errors.allSatisfy { $0.code == ELOOP && $0.path == link })
        #expect(try elsewhere.snapshot == before)
    }

    @Test(arguments: [false, true])
    func `links above the folder are followed, also after they lead elsewhere`(
        isPortable: Bool
    ) throws {
        for name in ["first", "second"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        let link = folder.path + "/current"
        func turn(to name: String) throws {
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "\(folder.path)/\(name)")
        }
        try turn(to: "first")
        let cache = cache(isPortable, link + "/cache")
        try cache.put([1], for: key)
        #expect(try cache.get(key) == [1])
        try turn(to: "second")
        try DiskCache(folder: folder.path + "/second/cache").put([3], for: other)
        // A store detects the change; one that began before it may fail.
        try? cache.put([2], for: key)
        try cache.put([2], for: key)
        #expect(try cache.get(key) == [2])
        #expect(try cache.get(other) == [3])
        #expect(try DiskCache(folder: folder.path + "/first/cache").get(key) == [1])
    }

    @Test func `a namespace behind a linked folder is an error`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/spaces", withDestinationPath: elsewhere.path)
        let before = try elsewhere.snapshot
        let cache = DiskCache(folder: folder.path, namespace: "a")
        let error = #expect(throws: DiskError.self) { try cache.put([1], for: key) }
        #expect(error?.code == ELOOP)
        #expect(try elsewhere.snapshot == before)
    }
}
