/// Cost of a JPEG against its megapixels: our thumbnail, that of pyvips, and all our pixels.
struct PixelGrowth {
    let peers: Peers

    private static let rounds = 3
    private static let series = [
        ("to 320 wide", PeerNames.ours, "thumbnail"), ("all pixels", PeerNames.ours, "decode"),
        ("pyvips, to 320 wide", "pyvips", "thumbnail"),
    ]

    func section(_ report: inout Report) throws -> Section {
        var section = Section(
            group: GrowthGroup.name, title: "JPEGs of 1 to 100 megapixels",
            columns: Self.series.map { Section.Column(name: $0.0, unit: "ms") }
                + Self.series.map { Section.Column(name: $0.0, unit: "MB") })
        _ = try? peers.worker("pyvips", &report)
        for count in Inputs.megapixels {
            let entries = race(count).run()
            for case let (name, failure?) in entries.map({ ($0.name, $0.failure) }) {
                report.fail("\(count) megapixels, \(name): \(failure)")
            }
            let values = entries.map { $0.value(.cpu) } + entries.map { $0.value(.peak) }
            section.rows.append(Section.Row(name: String(count), values: values, note: nil))
        }
        section.plots = [
            Plot(
                style: .lines, title: "CPU of one picture, ms", columns: [0, 1, 2], x: "megapixels"),
            Plot(
                style: .lines, title: "peak memory of a process that does it, MB",
                columns: [3, 4, 5], x: "megapixels"),
        ]
        section.verdicts = verdicts(section.rows)
        return section
    }

    /// Runs each in a process of its own, and measures its second operation.
    private func race(_ megapixels: Int) -> Race {
        let path = "\(peers.places.inputs)/\(megapixels)mp.jpg"
        return Race(
            contestants: Self.series.map { name, peer, operation in
                Contestant(name: name) {
                    let worker = try peers.start(peer)
                    _ = try worker.ask(Command(operation, 1, path, 320))
                    let cost = try worker.ask(Command(operation, 1, path, 320))
                    guard cost.count == 2 else { throw BenchError("no figures") }
                    return Sample(cpu: cost[0], wall: cost[1], peakBytes: try worker.stop())
                }
            }, rounds: Self.rounds)
    }

    /// Returns the ratio of a megapixel of the largest picture to one of the middle size.
    private func verdicts(_ rows: [Section.Row]) -> [Verdict] {
        [0, 1].compactMap { column in
            let values = [10, 100].map { count in
                rows.first { $0.name == String(count) }?.values[column] ?? nil
            }
            guard let middle = values[0], let large = values[1] else { return nil }
            return Verdict(
                "CPU per megapixel, \(Self.series[column].0), 100 / 10", large / middle / 10, "×",
                .atMost(1.2))
        }
    }
}
