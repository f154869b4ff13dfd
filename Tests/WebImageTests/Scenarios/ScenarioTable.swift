import Foundation
import WebImageCaching

/// The tables of Documentation/scenarios, and all tests.
struct ScenarioTable {
    /// A row: the feature of SDWebImage, and the cell that names its counterpart here.
    struct Row {
        let id: String
        let ours: String

        /// `true` if the cell says that there is no counterpart, with the reason.
        var isNotThere: Bool { ours.hasPrefix("not there: ") }

        /// The tests named by the cell.
        var tests: [String] {
            let parts = ours.split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
        }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the rows of a file, without heads: those whose first cell begins with `00` or
    /// `test`.
    static func rows(of file: String) throws -> [Row] {
        let url = root.appending(path: "Documentation/scenarios/\(file).md")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap {
            let cells = $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard $0.hasPrefix("| "), let id = cells.first, let ours = cells.last,
                cells.count > 1, id.hasPrefix("test") || id.hasPrefix("00")
            else { return nil }
            return Row(id: id, ours: ours)
        }
    }

    /// The tests of the root package and of Tools.
    static let sources = Result { try readSources() }

    private static func readSources() throws -> TestSources {
        var sources = TestSources()
        for folder in ["Tests", "Tools/Tests"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                sources.add(text, suite: file.deletingPathExtension().lastPathComponent)
            }
        }
        return sources
    }
}
