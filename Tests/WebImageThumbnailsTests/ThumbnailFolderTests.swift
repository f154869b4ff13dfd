import Foundation
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageThumbnails

/// The files of a folder of thumbnails.
struct ThumbnailFolderTests {
    private let root: DiskFolder

    init() throws { root = try DiskFolder() }

    private var folder: ThumbnailFolder { ThumbnailFolder(path: root.path + "/thumbnails/large") }

    private func mode(_ path: String) throws -> Int {
        try #require(
            FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `files and folders are the user's alone`() throws {
        let bytes = ByteBlock(copying: [1, 2, 3])
        #expect(folder.put(bytes, as: "a.png"))
        #expect(folder.bytes(of: "a.png") == bytes)
        #expect(try mode(folder.path + "/a.png") == 0o600)
        #expect(try mode(folder.path) == 0o700)
        #expect(try mode(root.path + "/thumbnails") == 0o700)
    }

    @Test func `of fifty writers at once one wins, and nothing else is left`() async throws {
        let folder = folder
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<50 {
                group.addTask {
                    let bytes = [UInt8](repeating: UInt8(writer), count: 20_000)
                    #expect(folder.put(ByteBlock(copying: bytes), as: "a.png"))
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    guard let found = folder.bytes(of: "a.png") else { continue }
                    let values = Set(found.withUnsafeBytes { Array($0) })
                    #expect(found.count == 20_000 && values.count == 1)
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
    }

    @Test func `a folder that cannot be made or written keeps nothing`() throws {
        try Data([1]).write(to: URL(filePath: root.path + "/file"))
        for path in [root.path + "/file/large", "/proc/large", "/proc/self/large"] {
            let folder = ThumbnailFolder(path: path)
            #expect(!folder.put(ByteBlock(copying: [1]), as: "a.png"), "\(path)")
        }
        #expect(folder.put(ByteBlock(copying: [1]), as: "a.png"))
        // A folder in the place of the file.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/b.png/c", withIntermediateDirectories: true)
        #expect(!folder.put(ByteBlock(copying: [1]), as: "b.png"))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["a.png", "b.png"])
    }

    @Test func `only regular files of a bounded length are read`() throws {
        #expect(folder.put(ByteBlock(copying: [1]), as: "a.png"))
        let path = folder.path
        #expect(symlink("a.png", path + "/link.png") == 0)
        #expect(mkfifo(path + "/pipe.png", 0o600) == 0)
        try Data().write(to: URL(filePath: path + "/empty.png"))
        #expect(FileManager.default.createFile(atPath: path + "/long.png", contents: nil))
        #expect(truncate(path + "/long.png", off_t(ThumbnailFolder.maxByteCount + 1)) == 0)
        for name in ["link.png", "pipe.png", "empty.png", "long.png", "none.png", "."] {
            #expect(folder.bytes(of: name) == nil, "\(name)")
        }
    }
}

/// The times that thumbnails state.
struct ThumbnailTimeTests {
    @Test(arguments: [
        ("S", true), ("S.M", true), ("S.000001", false), ("1", false), ("S.", false), ("x", false),
        ("S.12", false), ("-1.M", false),
    ])
    func `whole seconds count, or microseconds`(pattern: String, expected: Bool) throws {
        let folder = try DiskFolder()
        let path = folder.path + "/a.jpg"
        try Data([1]).write(to: URL(filePath: path))
        let original = try #require(OriginalFile(path))
        let micro = String(1_000_000 + original.nanoseconds / 1000).dropFirst()
        let time = pattern.replacing("S", with: "\(original.modified)")
            .replacing("M", with: micro)
        let bytes = try ThumbnailFile.adding(
            [("Thumb::URI", original.uri), ("Thumb::MTime", time)], to: ThumbnailStore.nothing)
        let file = try #require(bytes.withSpan { ThumbnailFile($0, side: 1) })
        #expect(file.shows(original, as: original.uri) == expected, "\(time)")
        #expect(!file.shows(original, as: original.uri + "x"))
    }
}
