import Foundation
import TestSupport
import Testing
import WebImageCoding
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

/// Folders that other users can access.
struct CacheFolderTests {
    private static let isRoot: ConditionTrait = .enabled(
        if: getuid() == 0, "needs root, to give files away")
    private let folder: DiskFolder
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
        #expect(chmod(folder.path, 0o700) == 0)
        try DiskCache(folder: folder.path).put([1], for: key)
    }

    /// Expects that a cache rejects the folder with that reason, and neither reads nor writes it.
    private func expectRefusal(
        _ cache: DiskCache, because reason: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try folder.snapshot
        let head = EntryHead(storedAt: Date())
        let calls: [() throws -> Void] = [
            { _ = try cache.get(key) }, { _ = try cache.head(for: key) },
            { try cache.put([2], for: key) }, { try cache.renew(key, from: head, to: head) },
            { try cache.remove(key) }, { try cache.removeAll() }, { try cache.trim() },
            { _ = try cache.usage() },
        ]
        for call in calls {
            let error = #expect(
                throws: DiskError.self, sourceLocation: sourceLocation, performing: call)
            #expect(error?.code == EACCES, sourceLocation: sourceLocation)
            #expect(error?.path == folder.path, sourceLocation: sourceLocation)
            let words = error?.description ?? ""
            #expect(words.contains(reason), sourceLocation: sourceLocation)
            #expect(words.contains("allowsSharedFolder"), sourceLocation: sourceLocation)
        }
        #expect(try folder.snapshot == before, sourceLocation: sourceLocation)
    }

    @Test(arguments: [0o777, 0o1777, 0o702] as [mode_t])
    func `a folder that any user may write to is refused`(mode: mode_t) throws {
        #expect(chmod(folder.path, mode) == 0)
        let words = "every user can write to it (mode \(String(mode, radix: 8)))"
        try expectRefusal(DiskCache(folder: folder.path), because: words)
        let allowed = DiskCache(folder: folder.path, allowsSharedFolder: true)
        #expect(try allowed.get(key) == [1])
        try allowed.put([2], for: key)
        #expect(try allowed.find(key, atMost: .max).warnings.isEmpty)
    }

    @Test(isRoot)
    func `a folder of another user is refused`() throws {
        #expect(chown(folder.path, 65_534, 65_534) == 0)
        let words = "it belongs to user 65534, not to user 0"
        try expectRefusal(DiskCache(folder: folder.path), because: words)
        let allowed = DiskCache(folder: folder.path, allowsSharedFolder: true)
        #expect(try allowed.get(key) == [1])
        try allowed.put([2], for: key)
    }

    @Test func `a folder that becomes open to all is refused from the next store on`() throws {
        let cache = DiskCache(folder: folder.path)
        #expect(try cache.get(key) == [1])
        #expect(chmod(folder.path, 0o777) == 0)
        #expect(throws: DiskError.self) { try cache.put([2], for: key) }
        try expectRefusal(cache, because: "every user can write to it")
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try cache.get(key) == [1])
        try cache.put([2], for: key)
    }

    @Test func `a folder that its group may write to is warned of once`() throws {
        #expect(chmod(folder.path, 0o770) == 0)
        let cache = DiskCache(folder: folder.path)
        try cache.put([2], for: key)
        let warned = try cache.find(key, atMost: .max)
        #expect(warned.entry?.bytes.array == [2])
        #expect(warned.warnings == [FolderWarning(path: folder.path, mode: 0o770)])
        #expect(try cache.find(key, atMost: .max).warnings.isEmpty)
        let words = try #require(warned.warnings.first).description
        #expect(words == "the group of the cache folder \(folder.path) can write to it (mode 770)")
        #expect(
            try DiskCache(folder: folder.path, allowsSharedFolder: true).find(key, atMost: .max)
                .warnings
                .isEmpty)
    }

    @Test func `a pipeline's observers are warned of a folder that its group may write to`()
        async throws
    {
        #expect(chmod(folder.path, 0o770) == 0)
        let test = UnluckyPipeline.make(DiskCache(folder: folder.path))
        for origin in [ImageOrigin.network, .disk, .disk] {
            #expect(try await test.pipeline.image(for: UnluckyPipeline.url).origin == origin)
        }
        let warning = FolderWarning(path: folder.path, mode: 0o770).description
        #expect(test.trace.complaints == [warning])
    }

    @Test func `loads go on where the folder is refused, and observers hear why`() async throws {
        #expect(chmod(folder.path, 0o777) == 0)
        let test = UnluckyPipeline.make(DiskCache(folder: folder.path))
        let before = try folder.snapshot
        try await UnluckyPipeline.expectLoads(test, because: "every user can write to it") {
            let after = try folder.snapshot
            #expect(after == before)
            #expect(chmod(folder.path, 0o700) == 0)
        }
    }

    @Test func `a folder that the cache makes is this user's alone`() throws {
        let path = folder.path + "/a/b"
        try DiskCache(folder: path).put([1], for: key)
        for folder in ["/a", "/a/b", "/a/b/v1", "/a/b/v1/tmp"] {
            var status = stat()
            #expect(stat(self.folder.path + folder, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
        }
    }

    @Test func `an entry that any user may write to is damage`() throws {
        let file = folder.file(of: key)
        #expect(chmod(file, 0o666) == 0)
        let allowed = DiskCache(folder: folder.path, allowsSharedFolder: true)
        #expect(try allowed.get(key) == [1])
        let cache = DiskCache(folder: folder.path)
        #expect(try cache.head(for: key) == nil)
        let damage = try cache.find(key, atMost: .max).damage
        #expect(damage == [EntryDamage(path: file, reason: .owner)])
        #expect(!folder.exists(file))
    }

    @Test(isRoot)
    func `an entry of another user is damage`() throws {
        let file = folder.file(of: key)
        #expect(chown(file, 65_534, 65_534) == 0)
        let allowed = DiskCache(folder: folder.path, allowsSharedFolder: true)
        #expect(try allowed.get(key) == [1])
        let cache = DiskCache(folder: folder.path)
        let damage = try cache.find(key, atMost: .max).damage
        #expect(damage == [EntryDamage(path: file, reason: .owner)])
        #expect(try cache.estimatedUsage() == cache.usage())
    }

    @Test(isRoot)
    func `a table of another user is made anew`() throws {
        let table = folder.path + "/v1/usage"
        #expect(chown(table, 65_534, 65_534) == 0)
        try DiskCache(folder: folder.path).put([1], for: CacheKey("two"))
        var status = stat()
        #expect(stat(table, &status) == 0)
        #expect(status.st_uid == 0)
    }
}
