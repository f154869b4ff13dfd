import WebImage

/// The demo's measurements as lines of a table.
struct DemoTable {
    /// One sample and its loads.
    struct Row: Sendable {
        /// The file's name.
        let source: String
        let format: ImageFormat
        /// The upright size.
        let size: PixelSize
        /// The file's length in bytes.
        let byteCount: Int
        /// The origin and the duration of each load.
        let loads: [(origin: ImageOrigin, time: Duration)]
    }

    private enum Alignment { case left, right }

    private static let alignments: [Alignment] = [.left, .left, .right, .right]

    /// Returns a header, then one line for each row; no line ends with spaces.
    static func lines(_ rows: [Row]) -> [String] {
        let loadCount = rows.map(\.loads.count).max() ?? 0
        let ordinals = ["first", "second", "third"]
        let titles = (0..<loadCount).map { $0 < ordinals.count ? "\(ordinals[$0]) load" : "load" }
        let table = [["source", "format", "size", "bytes"] + titles] + rows.map(cells)
        let columns = 4 + loadCount
        let widths = (0..<columns).map { column in
            table.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return table.map { line in
            let cells = line.enumerated().map { column, text in
                padded(text, to: widths[column], alignment(column))
            }
            let times = cells.dropFirst(4).joined(separator: " · ")
            return trimmed((cells.prefix(4) + [times]).joined(separator: "  "))
        }
    }

    private static func alignment(_ column: Int) -> Alignment {
        column < alignments.count ? alignments[column] : .left
    }

    private static func cells(_ row: Row) -> [String] {
        let times = row.loads.map { load in
            let time = milliseconds(load.time)
            let name = padded(load.origin.rawValue, to: 7, .left)
            return "\(name) \(padded(time, to: 6, .right)) ms"
        }
        return [row.source, row.format.rawValue, "\(row.size)", grouped(row.byteCount)] + times
    }

    private static func padded(_ text: String, to width: Int, _ alignment: Alignment) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return alignment == .left ? text + space : space + text
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Returns text such as `23.4`; times below one millisecond have two decimals.
    static func milliseconds(_ time: Duration) -> String {
        let decimals = time < .milliseconds(1) ? 2 : 1
        let unit = decimals == 2 ? 100 : 10
        let count = Int((time / .milliseconds(1) * Double(unit)).rounded())
        let fraction = String(count % unit)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(count / unit).\(zeros)\(fraction)"
    }

    /// Returns text such as `1,234,567`.
    static func grouped(_ number: Int) -> String {
        let digits = String(number)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result
    }
}
