import Testing
import WebImage

@testable import webimage_demo

struct DemoTableTests {
    private static func row(_ source: String, _ byteCount: Int, _ time: Duration) -> DemoTable.Row {
        DemoTable.Row(
            source: source, format: .jpeg, size: PixelSize(width: byteCount, height: 7),
            byteCount: byteCount,
            loads: [(.network, time), (.disk, time / 10), (.memory, time / 10_000)])
    }

    @Test func `columns stand below each other`() throws {
        let lines = DemoTable.lines([
            Self.row("a.jpg", 12, .milliseconds(5)),
            Self.row("a-longer-name.jpeg", 1_234_567, .milliseconds(1234)),
        ])
        let columns = lines.map { line in
            line.enumerated().filter { $0.element == "·" }.map(\.offset)
        }
        #expect(columns.first?.count == 2)
        #expect(Set(columns).count == 1)
        #expect(Set(lines.dropFirst().map(\.count)).count == 1)
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test func `a line says where each image came from and how long it took`() {
        let lines = DemoTable.lines([Self.row("a.jpg", 1000, .milliseconds(50))])
        #expect(lines.count == 2)
        for part in ["a.jpg", "jpeg", "1000x7", "1,000", "network", "50.0 ms", "disk", "5.0 ms"] {
            #expect(lines[1].contains(part))
        }
    }

    @Test(arguments: [
        (Duration.milliseconds(23.44), "23.4"), (.microseconds(20), "0.02"), (.zero, "0.00"),
        (.milliseconds(1), "1.0"), (.milliseconds(6.07), "6.1"), (.seconds(12), "12000.0"),
    ])
    func `milliseconds have as many decimals as they need`(time: Duration, text: String) {
        #expect(DemoTable.milliseconds(time) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
    func `bytes are grouped by thousands`(number: Int, text: String) {
        #expect(DemoTable.grouped(number) == text)
    }
}
