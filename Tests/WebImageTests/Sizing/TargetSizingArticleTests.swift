import Foundation
import Testing
import WebImage

/// The tables printed in Sources/Library/WebImage/WebImage.docc/Guides/Sizes.md.
@Suite struct TargetSizingArticleTests {
    private static let text: String = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let page = root.appending(path: "Sources/Library/WebImage/WebImage.docc/Guides/Sizes.md")
        return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }()

    @Test func `the examples have the sizes that are printed`() throws {
        let rows = Self.text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == 20)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
            let (rule, size) = (cells[cells.count - 2], cells[cells.count - 1])
            let plan = try TargetSizing(rule).plan(for: PixelSize(640, 400))
            #expect("\(plan.canvas)" == size, "\(rule)")
        }
    }

    @Test func `the rule and its spelling are the same`() throws {
        var rule = TargetSizing(.fill, 320, 240)
        rule.pixelRatio = 2
        rule.crop = TargetSizing.Crop(0.5, 0.5, at: .gravity(.north))
        rule.padding = TargetSizing.Padding(top: 10, bottom: 10)
        #expect(Self.text.contains("TargetSizing(\"\(rule.spelling)\")"))
    }

    @Test func `the tables name all modes and parts`() {
        for mode in TargetSizing.Mode.allCases {
            #expect(Self.text.contains("\n| `\(mode.rawValue)` | "))
        }
        let parts = TargetSizing.usage.split(separator: "[,").dropFirst().map {
            $0.prefix { $0.isLetter || $0 == "-" }
        }
        #expect(parts.count == 14)
        for part in parts {
            #expect(Self.text.contains("`\(part)"))
        }
    }
}
