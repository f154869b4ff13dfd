import Foundation
import Testing

@testable import Figures

struct ReportTests {
    private var section: Section {
        Section(
            group: "kernels", title: "resize", columns: [.cpu, .peak],
            rows: [
                Section.Row(name: "WebImage", values: [1.25, 8]),
                Section.Row(name: "Pillow", values: [nil, nil], note: "is not there"),
            ],
            verdicts: [Verdict("CPU / Pillow", 1.5, "×", .atMost(1.2))])
    }

    @Test(arguments: [
        (0, "0.000000"), (1, "1.000"), (12.345, "12.35"), (123.45, "123.5"), (99_999.5, "100000"),
        (0.05, "0.0500"), (-2.5, "-2.500"), (-0.0000001, "0.000000"), (.infinity, "-"), (.nan, "-"),
    ])
    func `a number has four digits that count`(value: Double, digits: String) {
        #expect(value.digits == digits)
    }

    @Test func `a table has its figures under its headings, and dashes for none`() {
        let lines = section.table.split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0] == "resize")
        #expect(Set(lines[1...2].map(\.count)).count == 1)
        #expect(lines[1].hasSuffix("CPU, ms    peak, MB"))
        #expect(lines[2].hasSuffix("1.250       8.000"))
        #expect(lines[3].contains("-") && lines[3].hasSuffix("is not there"))
        #expect(lines[4].hasSuffix("MISSED by 25.00 %"))
    }

    @Test func `what is written says all that is shown`() throws {
        var report = Report()
        report.add(section)
        report.note(version: "13.0", of: "Pillow")
        report.run("a group") { _ in throw BenchError("no luck") }
        let json = try JSONSerialization.jsonObject(with: Data(report.json()))
        let all = try #require(json as? [String: Any])
        #expect(all["versions"] as? [String: String] == ["Pillow": "13.0"])
        #expect(all["failures"] as? [String] == ["a group: no luck"])
        let written = try #require((all["sections"] as? [[String: Any]])?.first)
        #expect(written["title"] as? String == "resize")
        let rows = try #require(written["rows"] as? [[String: Any]])
        #expect((rows[0]["values"] as? [Double]) == [1.25, 8])
        #expect((rows[1]["values"] as? [NSNull])?.count == 2)
        let verdict = try #require((written["verdicts"] as? [[String: Any]])?.first)
        #expect(verdict["holds"] as? Bool == false)
        #expect(report.summary.contains("0 of 1 targets hold"))
        #expect(report.summary.contains("MISSED by 25.00 %: resize: CPU / Pillow 1.500 ×"))
        #expect(report.summary.contains("not measured: a group: no luck"))
    }
}
