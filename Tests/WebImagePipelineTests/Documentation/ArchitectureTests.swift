import Foundation
import Testing
import WebImageCaching
import WebImageRuntime

/// Sources/Library/WebImage/WebImage.docc/Reference/Architecture.md, which must name existing
/// files.
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folders to which paths on the page are relative.
    private static let starts = [
        "", "Sources/Engine/WebImagePipeline/", "Sources/Engine/WebImagePipeline/Options/",
        "Tools/Sources/WebImageTool/", "Sources/Engine/WebImageRuntime/",
        "Sources/Engine/WebImageCaching/", "Sources/Pictures/WebImageBytes/",
        "Sources/Pictures/WebImageMetadata/",
        "Sources/Engine/WebImageLoading/", "Sources/Engine/WebImageLoading/Options/",
    ]

    private static func paths() throws -> [String] {
        let page = root.appending(
            path: "Sources/Library/WebImage/WebImage.docc/Reference/Architecture.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.matches(of: /`([A-Za-z+\/]+(?:\.swift|\/))`/).map { String($0.1) }
    }

    @Test func `each file and folder it names exists`() throws {
        let paths = try Self.paths()
        #expect(paths.count > 30)
        for path in paths {
            let exists = Self.starts.contains { start in
                FileManager.default.fileExists(
                    atPath: Self.root.appending(path: start + path).path)
            }
            #expect(exists, "\(path)")
        }
    }
}
