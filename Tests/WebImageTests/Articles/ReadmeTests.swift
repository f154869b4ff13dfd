import Foundation
import Testing
import WebImage

/// The tables in articles, compared with the code, and the links of README.md.
@Suite struct ReadmeTests {
    @Test(arguments: Vocabulary.withInputs.entries)
    func `the table of transforms has a row for each of them`(entry: Vocabulary.Entry) throws {
        let usage = entry.usage.replacing("|", with: "\\|")
        let examples = entry.examples.map { "`\($0)`" }.joined(separator: " ")
        let row = "| `\(usage)` | \(entry.meaning) | e.g. \(examples) |"
        #expect(try Self.lines("Guides/Transforms").contains(row))
    }

    @Test func `the table of transforms names no other`() throws {
        let rows = try Self.lines("Guides/Transforms").filter { $0.contains(" | e.g. ") }
        #expect(rows.count == Vocabulary.withInputs.names.count)
    }

    @Test(
        arguments: [
            ("Transfers at once", "\(LoadLimits().maxTransfers)"),
            ("Transfers at once for one host", "\(LoadLimits().maxTransfersPerHost)"),
            ("Time to connect", "\(LoadLimits().connectTimeout.components.seconds) s"),
            ("Silence of the origin", "\(LoadLimits().idleTimeout.components.seconds) s"),
            (
                "Least rate of a body",
                "\(LoadLimits().minimumTransferRate) bytes/s over "
                    + "\(LoadLimits().transferRateWindow.components.seconds) s"
            ),
            ("Interim responses before a head", "\(LoadLimits.maxInterimResponses)"),
            (
                "Time in total under a network policy",
                "\(NetworkPolicy().totalTimeout?.components.seconds ?? 0) s"
            ),
            ("Redirects followed", "\(LoadLimits().maxRedirects)"),
            ("Body after decompression", "\(LoadLimits().maxBodyBytes >> 20) MB"),
            ("Size of a picture", "\(DecodeLimits().maxPixels / 1_000_000) megapixels"),
            ("Samples of a pixel", "\(DecodeLimits.maxSamplesPerPixel)"),
            ("Samples read for a picture", "\(DecodeLimits().maxSamples / 1_000_000) million"),
            ("Memory of a picture", "\(DecodeLimits().maxBytes >> 20) MB"),
            ("Frames of an animation", "\(DecodeLimits().maxFrames)"),
            ("Disk cache", "\(DiskLimits().maxBytes >> 30) GB"),
        ])
    func `the table of limits says what the code says`(name: String, value: String) throws {
        let row = try #require(
            try Self.lines("Reference/LimitsAndDefaults").first { $0.hasPrefix("| \(name) |") })
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(cells[1] == value)
    }

    @Test(arguments: [
        "HTTP", "Color", "JPEG", "PNG", "GIF", "WebP", "AVIF", "HEIF", "JPEGXL", "SVG", "TIFF",
        "Sandbox", "Logging", "Metrics", "Tracing", "All",
    ])
    func `the table of traits names each trait`(trait: String) throws {
        #expect(
            try Self.lines("Reference/ModulesAndTraits").contains { $0.hasPrefix("| `\(trait)` |") }
        )
    }

    @Test func `the table of defaults names the memory budget`() throws {
        let line = "| Memory of work in flight | a quarter of what the process may use |"
        #expect(try Self.lines("Reference/LimitsAndDefaults").contains { $0.hasPrefix(line) })
        #expect(MemoryBudget.workLimit(of: 400) == 100)
    }

    /// Ignores the picture, since `make run` makes it.
    @Test func `every relative link leads to a file`() throws {
        let links = try Self.text("README.md").matches(of: /[^!]\[[^\]]*\]\(([A-Za-z][^):#]*)\)/)
            .map { String($0.output.1) }
        #expect(!links.isEmpty)
        let missing = links.filter { !FileManager.default.fileExists(atPath: "\(Self.root)/\($0)") }
        #expect(missing == [])
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    private static func lines(_ article: String) throws -> [String] {
        try text("Sources/Library/WebImage/WebImage.docc/\(article).md").split(separator: "\n").map(
            String.init)
    }
}
