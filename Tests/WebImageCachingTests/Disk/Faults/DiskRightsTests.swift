import Foundation
import TestSupport
import Testing
import WebImageCoding
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

/// A folder with partial permissions; users and limits are changed in a child process only.
struct DiskRightsTests {
    private static let isRoot: ConditionTrait = .enabled(
        if: getuid() == 0, "needs root, to become somebody else")

    @Test(isRoot)
    func `an entry that may not be removed stays, is counted, and is an error`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let key = CacheKey("one")
            try DiskCache(folder: folder.path).put([1], for: key)
            for path in [folder.path, folder.path + "/v1", folder.path + "/v1/tmp"] {
                #expect(chmod(path, 0o777) == 0)
            }
            #expect(chmod(folder.path + "/v1/usage", 0o666) == 0)
            #expect(chmod((folder.file(of: key) as NSString).deletingLastPathComponent, 0o755) == 0)
            try actingAsNobody {
                let cache = DiskCache(folder: folder.path, allowsSharedFolder: true)
                let calls: [() throws -> Void] = [
                    { try cache.remove(key) }, { try cache.removeAll() },
                    { try cache.put([2], for: key) },
                ]
                for call in calls {
                    let error = #expect(throws: DiskError.self, performing: call)
                    #expect(error?.code == EACCES)
                }
                #expect(cache.estimatedUsage()?.entryCount == 1)
            }
            // Nothing is left of the failed store.
            #expect(folder.files == [folder.file(of: key)])
            let kept = try DiskCache(folder: folder.path, allowsSharedFolder: true).get(key)
            #expect(kept == [1])
        }
    }

    @Test(isRoot)
    func `an entry that can't be read is told, loaded, and replaced`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let test = UnluckyPipeline.make(
                DiskCache(folder: folder.path, allowsSharedFolder: true))
            _ = try await test.pipeline.image(for: UnluckyPipeline.url)
            let file = try #require(folder.files.first)
            #expect(chmod(file, 0) == 0)
            for path in [
                folder.path, folder.path + "/v1", folder.path + "/v1/tmp",
                (file as NSString).deletingLastPathComponent,
            ] { #expect(chmod(path, 0o777) == 0) }
            #expect(chmod(folder.path + "/v1/usage", 0o666) == 0)
            test.trace.reset()
            #expect(seteuid(65_534) == 0)
            let loaded = try await test.pipeline.image(for: UnluckyPipeline.url).origin
            #expect(loaded == .network)
            #expect(test.trace.complaints.count == 1)
            #expect(test.trace.complaints.allSatisfy { $0.contains("Permission denied") })
            let kept = try await test.pipeline.image(for: UnluckyPipeline.url).origin
            #expect(kept == .disk)
            #expect(seteuid(0) == 0)
        }
    }

    @Test func `a step of trimming without free descriptors forgets no entry`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let cache = DiskCache(folder: folder.path)
            for name in ["a", "b", "c"] { try cache.put([1], for: CacheKey(name)) }
            #expect(await eventually { cache.trimmer.isIdle })
            var limit = rlimit()
            #expect(getrlimit(RLIMIT_NOFILE.resource, &limit) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            #expect(setrlimit(RLIMIT_NOFILE.resource, &none) == 0)
            let error = #expect(throws: DiskError.self) { try cache.trimmer.step() }
            #expect(error?.code == EMFILE)
            #expect(setrlimit(RLIMIT_NOFILE.resource, &limit) == 0)
            #expect(cache.estimatedUsage()?.entryCount == 3)
        }
    }
}
