/// One line per column of a section, over the numbers that name its rows.
struct Curves {
    let section: Section
    let plot: Plot

    private let left = 70.0
    private let height = 215.0
    private var span: Double { Panel.width - left - 20 }
    private var positions: [Double] { section.rows.map { Double($0.name) ?? 1 } }

    func draw(into svg: inout SVGText, x: Double, y: Double) {
        let top = nice(values.max() ?? 1)
        axes(&svg, x + left, y, top)
        for (index, column) in plot.columns.enumerated() {
            let points = section.rows.enumerated().compactMap { row, entry in
                entry.values[column].map { (x + left + place(row), y + height * (1 - $0 / top)) }
            }
            let colour = SVGText.colour(index)
            svg.path(points.map { (x: $0.0, y: $0.1) }, stroke: colour)
            let at = x + left + Double(index) * 200
            svg.rectangle(at, y + height + 52, 12, 12, fill: colour)
            svg.text(section.columns[column].name, at + 18, y + height + 63, size: 12)
        }
    }

    private var values: [Double] {
        section.rows.flatMap { row in plot.columns.compactMap { row.values[$0] } }
    }

    private func axes(_ svg: inout SVGText, _ x: Double, _ y: Double, _ top: Double) {
        for step in 0...4 {
            let at = y + height * (1 - Double(step) / 4)
            svg.line(x, at, x + span, at)
            svg.text(
                (top * Double(step) / 4).shortest, x - 8, at + 4, size: 11, anchor: .end)
        }
        for row in section.rows.indices {
            svg.line(x + place(row), y + height, x + place(row), y + height + 5)
            guard isRoomy(row) else { continue }
            svg.text(
                section.rows[row].name, x + place(row), y + height + 19, size: 11, anchor: .middle)
        }
        svg.text(plot.x, x + span / 2, y + height + 38, size: 12, anchor: .middle)
    }

    /// Returns `true` if the label under the axis does not touch the one before it.
    private func isRoomy(_ row: Int) -> Bool { row == 0 || place(row) - place(row - 1) > 20 }

    /// Returns the position of a row; on a logarithmic axis, equal factors have equal distances.
    private func place(_ row: Int) -> Double {
        let (first, last) = (positions.first ?? 1, positions.last ?? 1)
        guard last > first else { return 0 }
        guard plot.isLogarithmic else { return positions[row] / last * span }
        return Logarithm.of(positions[row] / first) / Logarithm.of(last / first) * span
    }

    /// Returns the next larger one of 1, 2, 4, 8 times a power of ten.
    private func nice(_ value: Double) -> Double {
        var power = 1.0
        while power * 10 <= value { power *= 10 }
        while power > value, power > 1e-6 { power /= 10 }
        return [1.0, 2, 4, 8, 10].map { $0 * power }.first { $0 >= value } ?? 10 * power
    }
}
