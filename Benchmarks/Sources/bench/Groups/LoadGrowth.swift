/// Throughput and memory of a pipeline against the number of concurrent loads.
struct LoadGrowth {
    let peers: Peers

    private static let concurrencies = [1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000]

    /// The peak varies between runs by a picture or two.
    private static let rounds = 3

    func section() throws -> Section {
        let places = peers.places
        let origin = try Origin(itself: places.itself, file: "\(places.inputs)/2mp.jpg")
        var section = Section(
            group: GrowthGroup.name, title: "2-megapixel JPEGs from loopback, decoded at full size",
            columns: [
                Section.Column(name: "loads", unit: "/s"), Section.Column(name: "peak", unit: "MB"),
                Section.Column(name: "CPU", unit: "ms"),
            ])
        let runs = try (0..<Self.rounds).map { _ in
            try Self.concurrencies.map { try run(origin.url, $0) }
        }
        section.rows = Self.concurrencies.indices.map { index in
            let values = (0..<3).map { column in Median.of(runs.map { $0[index][column] }) }
            return Section.Row(
                name: String(Self.concurrencies[index]), values: values, note: nil)
        }
        try origin.stop()
        section.plots = [("throughput, loads/s", 0), ("peak memory, MB", 1)].map {
            Plot(style: .lines, title: $0, columns: [$1], x: "loads at once", isLogarithmic: true)
        }
        section.verdicts = verdicts(section.rows)
        return section
    }

    /// Returns throughput, peak memory and processor time of `concurrency` loads, by column.
    private func run(_ url: String, _ concurrency: Int) throws -> [Double] {
        let count = max(200, concurrency)
        let child = try Child.run([
            peers.places.itself, "loads", url, String(count), String(concurrency), "image",
        ])
        guard child.status == 0 else {
            throw BenchError("\(concurrency) loads at once end with \(child.status)")
        }
        return [
            Double(count) / child.wall, Double(child.peakBytes) / 1e6,
            child.cpu / Double(count) * 1e3,
        ]
    }

    /// Returns the verdicts beyond the number of processors, where the figures must be stable.
    private func verdicts(_ rows: [Section.Row]) -> [Verdict] {
        let beyond = rows.filter { (Int($0.name) ?? 0) >= Processors.count }
        guard let first = beyond.first, let last = beyond.last else { return [] }
        let names = "\(last.name) / \(first.name) at once"
        return [(1, "peak memory", Bound.atMost(1.25)), (0, "throughput", .atLeast(0.9))]
            .compactMap { column, title, bound in
                guard let one = first.values[column], let other = last.values[column] else {
                    return nil
                }
                return Verdict("\(title), \(names)", other / one, "×", bound)
            }
    }
}
