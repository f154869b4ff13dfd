import Foundation
import Testing
import WebImage
import WebImageTesting

/// The table of the members of JSON in the guide to the command.
struct JSONTableTests {
    /// Returns the members that the table has for a row, sorted.
    private func documented(_ row: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appending(
            path: "Sources/Library/WebImage/WebImage.docc/Reference/TheCommand.md")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let table = lines.drop { !$0.hasPrefix("| `--json` of") }
        let line = try #require(table.first { $0.hasPrefix("| \(row) |") }, "no row \(row)")
        let cell = line.dropFirst(row.count + 5)
        var names = cell.split(separator: "`").enumerated().compactMap { index, part in
            index % 2 == (cell.hasPrefix("`") ? 0 : 1) ? String(part) : nil
        }
        if cell.hasPrefix("those of ") {
            names = try names.dropFirst() + documented("`info`")
        }
        return names.sorted()
    }

    private static let rows: [(row: String, words: String)] = [
        ("`get`", "get a.png"), ("`get`", "get a.png -o b.png"), ("`info`", "info a.png"),
        ("`get`, an output left as it is", "get a.png -o c.png --no-clobber"),
        ("`get --dry-run`", "get a.png -o b.png --dry-run"),
        ("`info --signature`", "info a.png --signature"),
        ("`info --placeholder`", "info a.png --placeholder"), ("`compare`", "compare a.png c.png"),
        ("`sheet`", "sheet a.png -o s.png"), ("`frames`, an animation", "frames a.png -o f.gif"),
        ("`frames`, each picture", "frames a.png -o f/"),
        ("`prefetch`, each picture", "prefetch list --cache-dir d"),
        ("`prefetch --dry-run`", "prefetch list --cache-dir e --dry-run"),
        ("`prefetch`, at the end", "prefetch /dev/null --cache-dir d"),
        ("`cache info`, `cache clear`, `cache trim`", "cache info --cache-dir d"),
        ("`cache info`, `cache clear`, `cache trim`", "cache trim --cache-dir d"),
        ("`cache info`, `cache clear`, `cache trim`", "cache clear --cache-dir d"),
        ("`cache list`", "cache list --cache-dir k"),
        ("`cache remove`", "cache remove --prefix http --cache-dir k"), ("`doctor`", "doctor"),
    ]

    @Test func `the table has the members of each object`() async throws {
        let (origin, folder) = (try OriginServer(), try Folder())
        origin.reply("/a.png", with: OriginReply(body: try Pictures.png()))
        for name in ["a.png", "c.png"] { try folder.write(try Pictures.png(), to: name) }
        try folder.write(Array(origin.url("/a.png").utf8), to: "list")
        var tool = Tool()
        tool.workingFolder = folder.path
        #expect(try await tool.run("prefetch", "list", "--cache-dir", "k").status == 0)
        for (row, words) in Self.rows {
            let outcome = try await tool.run(
                words.split(separator: " ").map(String.init) + ["--json"])
            let object = try #require(try outcome.json().first, "\(words): \(outcome.errors)")
            #expect(object.names == (try documented(row)), "\(words)")
        }
        let failure = try await tool.run("get", "no.png", "--json")
        let object = try #require(try failure.json().first)
        #expect(object.names == ["error", "index", "source"])
        #expect(try object.object("error").names == ["reason", "stage", "status"])
    }
}
