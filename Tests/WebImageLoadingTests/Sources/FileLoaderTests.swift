import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading

@Suite final class FileLoaderTests: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "webimage-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func load(_ path: String, limits: LoadLimits = LoadLimits()) async throws -> LoadedBody
    {
        try await FileLoader().load(LoadRequest(source: .file(path), limits: limits))
    }

    @Test(arguments: [0, 1, 100_000])
    func `a file's bytes arrive whole`(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: folder.appending(path: "a b.bin"))
        let answer = try await load(path("a b.bin"))
        #expect(answer.expectedByteCount == count)
        #expect(answer.origin == .file)
        #expect(answer.head.status == 200)
        #expect(answer.head.url == path("a b.bin"))
        #expect(try await answer.bytes() == bytes)
    }

    @Test(arguments: ["none", "none/none"])
    func `a file that is not there is not found`(_ name: String) async {
        #expect(await loadFailure { try await load(path(name)) }?.kind == .fileNotFound)
    }

    @Test func `a folder is unreadable`() async {
        let failure = await loadFailure { try await load(folder.path) }
        #expect(failure?.kind == .fileUnreadable)
        #expect(failure?.reason == "\(folder.path): is a folder")
    }

    @Test func `a pipe is refused without waiting for a writer`() async {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(await loadFailure { try await load(path("pipe")) }?.kind == .fileUnreadable)
    }

    @Test func `a device is refused`() async {
        #expect(await loadFailure { try await load("/dev/zero") }?.kind == .fileUnreadable)
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
    func `a file without permission is unreadable`() async throws {
        try Data([1]).write(to: folder.appending(path: "a"))
        #expect(chmod(path("a"), 0) == 0)
        #expect(await loadFailure { try await load(path("a")) }?.kind == .fileUnreadable)
    }

    @Test func `a file over the limit is too large`() async throws {
        try Data(count: 11).write(to: folder.appending(path: "a"))
        let limits = LoadLimits(maxBodyBytes: 10)
        #expect(await loadFailure { try await load(path("a"), limits: limits) }?.kind == .tooLarge)
    }

    @Test(arguments: ["", "/etc/passwd\u{0}.png"])
    func `what is no path is refused`(_ path: String) async {
        #expect(await isRefused { try await load(path) })
    }

    @Test func `a URL is refused`() async {
        let request = LoadRequest(source: .url("file:///etc/passwd"))
        #expect(await isRefused { try await FileLoader().load(request) })
    }
}
