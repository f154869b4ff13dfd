import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// A pipeline whose disk cache fails: loads go on, observers are told the reason.
struct DiskFaultTests {
    @Test func `a process without free descriptors loads on`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let test = UnluckyPipeline.make(DiskCache(folder: folder.path))
            var limit = rlimit()
            #expect(getrlimit(RLIMIT_NOFILE.resource, &limit) == 0)
            var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
            #expect(setrlimit(RLIMIT_NOFILE.resource, &none) == 0)
            let usual = limit
            try await UnluckyPipeline.expectLoads(test, because: "Too many open files") {
                var usual = usual
                #expect(setrlimit(RLIMIT_NOFILE.resource, &usual) == 0)
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func `loads go on where the folder is somebody else's`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            #expect(chmod(folder.path, 0o700) == 0)
            let test = UnluckyPipeline.make(DiskCache(folder: folder.path))
            #expect(seteuid(65_534) == 0)
            try await UnluckyPipeline.expectLoads(test, because: "it belongs to user 0") {
                #expect(seteuid(0) == 0)
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func `loads go on where the folder can only be read`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            #expect(chmod(folder.path, 0o555) == 0)
            let test = UnluckyPipeline.make(
                DiskCache(folder: folder.path, allowsSharedFolder: true))
            #expect(seteuid(65_534) == 0)
            try await UnluckyPipeline.expectLoads(test, because: "Permission denied") {
                #expect(seteuid(0) == 0)
            }
        }
    }

    @Test func `loads go on while somebody removes the folder again and again`() async throws {
        let folder = try DiskFolder()
        let test = UnluckyPipeline.make(DiskCache(folder: folder.path), side: 20)
        let path = folder.path
        async let removals: Void = onThread {
            for _ in 0..<100 {
                try? FileManager.default.removeItem(atPath: path)
                usleep(2000)
            }
        }
        try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for number in 0..<200 {
                group.addTask { [pipeline = test.pipeline] in
                    let url = ImageRequest("http://origin.test/\(number % 40).bmp")
                    return try await pipeline.image(for: url).image.size
                }
            }
            for try await size in group { #expect(size == PixelSize(width: 20, height: 20)) }
        }
        try await removals
        // Every failed store has the same reason: the folder was gone.
        #expect(test.trace.complaints.allSatisfy { $0.contains("No such file or directory") })
        for origin in [ImageOrigin.network, .disk] {
            let found = try await test.pipeline.image(for: "http://origin.test/after.bmp").origin
            #expect(found == origin)
        }
    }
}
