import Foundation
import Testing

@testable import Figures

struct ChartTests {
    private func section(_ names: [String], _ values: [Double?]) -> Section {
        Section(
            group: "growth", title: "a < b & c", columns: [.cpu],
            rows: zip(names, values).map { Section.Row(name: $0, values: [$1]) })
    }

    /// Returns the numbers of an attribute in drawing order.
    private func numbers(_ attribute: String, of element: String, in svg: String) -> [Double] {
        svg.split(separator: "\n").filter { $0.hasPrefix("<\(element) ") }.compactMap { line in
            line.components(after: " \(attribute)='").flatMap { Double($0) }
        }
    }

    private func drawn(_ section: Section, _ plot: Plot) -> String {
        var svg = SVGText()
        Panel(section: section, plot: plot).draw(into: &svg, x: 0, y: 0)
        return svg.body
    }

    @Test func `bars are as wide as their values`() {
        let svg = drawn(section(["WebImage", "Pillow", "x"], [1, 4, nil]), .bars("CPU", 0))
        let widths = numbers("width", of: "rect", in: svg)
        #expect(widths.count == 2)
        #expect(abs(widths[1] / widths[0] - 4) < 0.01)
        #expect(svg.contains("not measured"))
        #expect(svg.contains("a &lt; b &amp; c"))
    }

    @Test func `points of a line lie as high as their values`() {
        let plot = Plot(style: .lines, title: "CPU", columns: [0])
        let svg = drawn(section(["1", "2", "4"], [0, 4, 8]), plot)
        let heights = numbers("cy", of: "circle", in: svg)
        #expect(heights.count == 3)
        #expect(heights[0] - heights[1] == heights[1] - heights[2])
        #expect(heights[0] > heights[2])
        let places = numbers("cx", of: "circle", in: svg)
        #expect(abs((places[2] - places[1]) - 2 * (places[1] - places[0])) < 0.3)
    }

    @Test func `on a logarithmic axis equal factors lie equally far apart`() {
        let plot = Plot(style: .lines, title: "CPU", columns: [0], isLogarithmic: true)
        let svg = drawn(section(["1", "10", "100", "1000"], [1, 1, 1, 1]), plot)
        let places = numbers("cx", of: "circle", in: svg)
        let steps = zip(places.dropFirst(), places).map { $0 - $1 }
        #expect(steps.count == 3)
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.3 && $0 > 10 })
    }

    @Test(arguments: [0.0, 1e-9, 0.003, 7, 8, 81, 12_345])
    func `whatever the largest value, its point is within the axes`(largest: Double) {
        let plot = Plot(style: .lines, title: "CPU", columns: [0])
        let svg = drawn(section(["1", "2"], [0, largest]), plot)
        let heights = numbers("cy", of: "circle", in: svg)
        let lines = numbers("y1", of: "line", in: svg)
        let (top, bottom) = (lines.min() ?? 0, lines.max() ?? 0)
        #expect(heights.count == 2)
        #expect(heights.allSatisfy { (top...bottom).contains($0) })
    }

    @Test func `a line of one point is drawn`() {
        let plot = Plot(style: .lines, title: "CPU", columns: [0], isLogarithmic: true)
        #expect(numbers("cx", of: "circle", in: drawn(section(["5"], [1]), plot)).count == 1)
    }
}

extension Substring {
    /// Returns the text after `start`, up to the next quotation mark.
    fileprivate func components(after start: String) -> Substring? {
        guard let range = self.range(of: start) else { return nil }
        return self[range.upperBound...].prefix { $0 != "'" }
    }
}
