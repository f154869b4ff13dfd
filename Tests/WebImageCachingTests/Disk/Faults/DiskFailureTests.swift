import Foundation
import TestSupport
import Testing
import WebImageCaching

/// Operations that the system rejects; limits and users are changed in a child process only.
struct DiskFailureTests {
    @Test func `a file in place of the folder is an error that tells where`() throws {
        let folder = try DiskFolder()
        let path = folder.path + "/file"
        try Data([1]).write(to: URL(filePath: path))
        let cache = DiskCache(folder: path)
        let key = CacheKey("one")
        let calls: [() throws -> Void] = [
            { _ = try cache.reader(for: key) }, { try cache.put([1], for: key) },
            { try cache.remove(key) }, { try cache.removeAll() }, { try cache.trim() },
            { _ = try cache.usage() },
        ]
        for call in calls {
            let error = #expect(throws: DiskError.self, performing: call)
            #expect(error?.code == ENOTDIR)
            #expect(error?.path.hasPrefix(path) == true)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    }

    @Test func `a part that nobody can list does not keep the others from being trimmed`() throws {
        let folder = try DiskFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/v1", withIntermediateDirectories: true)
        let keys = (0..<80).map { CacheKey("\($0)") }
        let shard = DiskLayout.shards.first { shard in
            !keys.contains { $0.digest.hasPrefix(shard) }
        }
        let path = try folder.path + "/v1/" + #require(shard)
        try Data([1]).write(to: URL(filePath: path))
        let cache = DiskCache(folder: folder.path, limits: DiskLimits(maxEntries: 20))
        for key in keys { try cache.put([1], for: key) }
        #expect(folder.files.count <= 21)
        let small = DiskCache(folder: folder.path, limits: DiskLimits(maxEntries: 10))
        let error = #expect(throws: DiskError.self) { try small.trim() }
        #expect(error?.code == ENOTDIR)
        #expect(folder.files.count <= 11)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    }

    @Test func `a table that has another name elsewhere is made anew`() throws {
        let folder = try DiskFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/v1", withIntermediateDirectories: true)
        let precious = URL(filePath: folder.path + "/precious")
        try Data(repeating: 7, count: 9000).write(to: precious)
        #expect(link(folder.path + "/precious", folder.path + "/v1/usage") == 0)
        let cache = DiskCache(folder: folder.path)
        try cache.put([1], for: CacheKey("one"))
        #expect(try Data(contentsOf: precious) == Data(repeating: 7, count: 9000))
        #expect(DiskCache(folder: folder.path).estimatedUsage()?.entryCount == 1)
    }

    @Test func `a name that is too long is an error`() {
        let cache = DiskCache(folder: "/tmp/" + String(repeating: "a", count: 300))
        let error = #expect(throws: DiskError.self) { try cache.get(CacheKey("one")) }
        #expect(error?.code == ENAMETOOLONG)
        #expect(throws: DiskError.self) { try cache.put([1], for: CacheKey("one")) }
    }

    @Test func `a process without free descriptors gets an error and loses nothing`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let cache = DiskCache(folder: folder.path)
            let (one, two) = (CacheKey("one"), CacheKey("two"))
            try cache.put([1], for: one)
            var limit = rlimit()
            #expect(getrlimit(RLIMIT_NOFILE.resource, &limit) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            #expect(setrlimit(RLIMIT_NOFILE.resource, &none) == 0)
            let calls: [() throws -> Void] = [
                { _ = try cache.get(one) }, { try cache.put([2], for: two) },
                { try cache.trim() }, { _ = try cache.usage() },
            ]
            for call in calls {
                let error = #expect(throws: DiskError.self, performing: call)
                #expect(error?.code == EMFILE)
            }
            #expect(setrlimit(RLIMIT_NOFILE.resource, &limit) == 0)
            #expect(try cache.get(one) == [1])
            try cache.put([2], for: two)
            #expect(try cache.get(two) == [2])
        }
    }

    @Test func `a failed write keeps what was written before, and no file`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try DiskFolder()
            let cache = DiskCache(folder: folder.path)
            var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
            #expect(setrlimit(RLIMIT_FSIZE.resource, &limit) == 0)
            let writer = try cache.writer(for: CacheKey("one"), head: EntryHead(storedAt: Date()))
            try writer.append(array: noise(6000))
            for _ in 0..<2 {
                let error = #expect(throws: DiskError.self) {
                    try writer.append(array: noise(6000, seed: 2))
                }
                #expect(error?.code == EFBIG)
            }
            #expect(try writer.written().array == noise(6000))
            #expect(throws: DiskError.self) { try writer.commit() }
            #expect(try writer.written().array == noise(6000))
            #expect(folder.files.isEmpty)
            #expect(try cache.get(CacheKey("one")) == nil)
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func `a folder that is somebody else's is an error to read and to write`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            try DiskCache(folder: folder.path).put([1], for: CacheKey("one"))
            #expect(chmod(folder.path, 0o700) == 0)
            try actingAsNobody {
                #expect(open(folder.path + "/x", O_WRONLY | O_CREAT, 0o600) < 0)
                let cache = DiskCache(folder: folder.path)
                let key = CacheKey("one")
                let calls: [() throws -> Void] = [
                    { _ = try cache.get(key) }, { try cache.put([2], for: key) },
                    { try cache.remove(key) }, { try cache.trim() }, { _ = try cache.usage() },
                ]
                for call in calls {
                    let error = #expect(throws: DiskError.self, performing: call)
                    #expect(error?.code == EACCES)
                }
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func `a folder that can only be read serves its entries`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let clock = DiskClock()
            let cache = DiskCache(folder: folder.path, allowsSharedFolder: true) { clock.now }
            let key = CacheKey("one")
            try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
            let file = folder.file(of: key)
            for (path, mode) in [
                (folder.path, 0o755), (folder.path + "/v1", 0o755), (file, 0o644),
                ((file as NSString).deletingLastPathComponent, 0o755),
            ] { #expect(chmod(path, mode_t(mode)) == 0) }
            try actingAsNobody {
                #expect(open(file, O_WRONLY) < 0)
                // Neither recording the access nor removing the expired entry is permitted here.
                clock.advance(by: 7200)
                let hit = try cache.get(key)
                #expect(hit == [1])
                clock.advance(by: 8 * 86_400)
                let miss = try cache.get(key)
                #expect(miss == nil)
                #expect(folder.exists(file))
                let error = #expect(throws: DiskError.self) { try cache.put([2], for: key) }
                #expect(error?.code == EACCES)
            }
        }
    }
}
