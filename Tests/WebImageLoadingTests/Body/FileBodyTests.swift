import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline

/// A file as the body of a request.
struct FileBodyTests {
    private static func file(_ bytes: [UInt8]) throws -> (path: String, folder: TemporaryFolder) {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let path = folder.path + "/body"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return (path, folder)
    }

    private static func bytes(_ body: RequestBody) async throws -> [UInt8] {
        var answer = answer()
        answer.chunks = body.chunks()
        return try await answer.allBytes()
    }

    @Test(arguments: [0, 1, 256 << 10, (256 << 10) + 1, 1_000_003])
    func `a file is sent as it is, as often as it is sent`(count: Int) async throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
        let (path, folder) = try Self.file(content)
        defer { withExtendedLifetime(folder) {} }
        let body = try RequestBody(file: path)
        #expect(body.byteCount == count)
        #expect(body.bytes == nil)
        #expect(try await Self.bytes(body) == content)
        #expect(try await Self.bytes(body) == content)
    }

    @Test func `a file that changed meanwhile is not sent`() async throws {
        let (path, folder) = try Self.file([1, 2, 3])
        defer { withExtendedLifetime(folder) {} }
        let body = try RequestBody(file: path)
        try Data([1, 2, 3, 4]).write(to: URL(fileURLWithPath: path))
        #expect(await failure { try await Self.bytes(body) }?.kind == .changed)
    }

    @Test func `no file, a folder and no path are refused`() async throws {
        #expect(throws: LoadFailure.self) { try RequestBody(file: "/nowhere/at/all") }
        #expect(throws: LoadFailure.self) { try RequestBody(file: "") }
        let (_, folder) = try Self.file([])
        let body = try RequestBody(file: folder.path)
        #expect(await failure { try await Self.bytes(body) }?.kind == .fileUnreadable)
    }

    @Test func `bodies of different files have different keys`() async throws {
        let (one, folder) = try Self.file([1])
        let (two, other) = try Self.file([1])
        defer { withExtendedLifetime((folder, other)) {} }
        let pipeline = TestPipeline().pipeline
        var keys: Set<CacheKey> = []
        for path in [one, two, one] {
            var request = ImageRequest("http://origin.test/a")
            request.method = "POST"
            request.body = try RequestBody(file: path)
            keys.insert(try await pipeline.prepare(request).dataKey)
        }
        #expect(keys.count == 2)
    }
}
