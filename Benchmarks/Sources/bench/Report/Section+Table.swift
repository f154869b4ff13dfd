extension Section {
    /// The title, one line per row, one line per verdict.
    var table: String {
        var lines = ["", title, headline]
        lines += rows.map(line)
        lines += verdicts.map(line)
        return lines.joined(separator: "\n")
    }

    private var nameWidth: Int {
        max(24, (rows.map(\.name.count) + verdicts.map(\.name.count)).max() ?? 0)
    }

    private var headline: String {
        "  " + "".left(nameWidth) + headings.map { $0.right(max(12, $0.count + 2)) }.joined()
    }

    private var headings: [String] {
        columns.map { $0.unit.isEmpty ? $0.name : "\($0.name), \($0.unit)" }
    }

    private func line(_ row: Row) -> String {
        let values = zip(row.values, headings).map { value, heading in
            (value?.digits ?? "-").right(max(12, heading.count + 2))
        }.joined()
        return "  " + row.name.left(nameWidth) + values + (row.note.map { "  \($0)" } ?? "")
    }

    private func line(_ verdict: Verdict) -> String {
        let value = "\(verdict.value.digits) \(verdict.unit)".right(14)
        let target = verdict.bound.map { "  target \($0.text)".left(18) + verdict.outcome } ?? ""
        return "  " + verdict.name.left(nameWidth) + value + target
    }
}
