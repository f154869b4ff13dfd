/// One diagram at its position on the sheet.
struct Panel {
    let section: Section
    let plot: Plot

    static let width = 680.0

    var height: Double {
        plot.style == .bars ? 62 + 24 * Double(section.rows.count) : 340
    }

    func draw(into svg: inout SVGText, x: Double, y: Double) {
        svg.text(section.title, x, y + 16, size: 14, weight: "bold")
        svg.text(subtitle, x, y + 35, size: 12, fill: "#555555")
        switch plot.style {
        case .bars: bars(&svg, x, y + 46)
        case .lines: Curves(section: section, plot: plot).draw(into: &svg, x: x, y: y + 46)
        }
    }

    /// The plotted quantity and its ratios to the others.
    private var subtitle: String {
        guard plot.style == .bars, let column = plot.columns.first else { return plot.title }
        let ratios = section.verdicts.filter { $0.name.hasPrefix(section.columns[column].name) }
        return ([plot.title] + ratios.prefix(2).map(\.inWords)).joined(separator: "; ")
    }

    private func bars(_ svg: inout SVGText, _ x: Double, _ y: Double) {
        let column = plot.columns.first ?? 0
        let values = section.rows.map { column < $0.values.count ? $0.values[column] : nil }
        let largest = values.compactMap { $0 }.max() ?? 1
        let (label, span) = (200.0, Self.width - 200 - 110)
        for (index, row) in section.rows.enumerated() {
            let top = y + 24 * Double(index)
            svg.text(row.name, x + label - 8, top + 14, size: 12, anchor: .end)
            guard let value = values[index] else {
                svg.text(row.note ?? "not measured", x + label, top + 14, size: 11, fill: "#999999")
                continue
            }
            let width = largest > 0 ? value / largest * span : 0
            let colour = PeerNames.isOther(row.name) ? SVGText.colour(6) : SVGText.colour(0)
            svg.rectangle(x + label, top + 2, max(width, 1), 16, fill: colour)
            let unit = section.columns[column].unit
            svg.text("\(value.digits) \(unit)", x + label + width + 6, top + 14, size: 12)
        }
    }
}
