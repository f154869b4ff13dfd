/// Throughput on two processors relative to one, by `taskset`.
struct CoreGrowth {
    let peers: Peers

    private static let count = 300

    func section() throws -> Section {
        let places = peers.places
        // The origin runs on processors that are not measured, if there are any.
        let others = Processors.count > 2 ? "2-\(Processors.count - 1)" : "0-1"
        let origin = try Origin(
            itself: places.itself, file: "\(places.inputs)/2mp.jpg", processors: others)
        let entries = Race(
            contestants: [
                ("one processor", "0"), ("two processors", "0,1"),
            ].map { name, list in
                Contestant(name: name) { try run(origin.url, on: list) }
            }, rounds: 15, time: .seconds(60), alternates: true
        ).run()
        try origin.stop()
        var section = Section(
            group: GrowthGroup.name, title: "2-megapixel JPEGs from loopback on one and two cores",
            columns: [Section.Column(name: "loads", unit: "/s")],
            rows: entries.map { entry in
                let rate = entry.value(.wall).map { 1e3 / $0 }
                return Section.Row(name: entry.name, values: [rate], note: entry.failure)
            })
        section.plots = [.bars("throughput, loads/s", 0)]
        if let ratio = entries[0].ratio(to: entries[1], .wall) {
            section.verdicts = [Verdict("throughput, two / one", ratio, "×", .atLeast(1.85))]
            section.rows[1].note = section.rows[1].note ?? spread(of: entries)
        }
        return section
    }

    /// Returns the interquartile range of the rounds' ratios, which is wide on a busy machine.
    private func spread(of entries: [Entry]) -> String {
        let ratios = zip(entries[0].samples, entries[1].samples).map { $0.wall / $1.wall }.sorted()
        let quarter = ratios.count / 4
        return "\(ratios.count) rounds, the middle half of \(ratios[quarter].fixed(2)) to "
            + "\(ratios[ratios.count - 1 - quarter].fixed(2)) ×"
    }

    private func run(_ url: String, on list: String) throws -> Sample {
        let count = Double(Self.count)
        let child = try Child.run([
            "taskset", "--cpu-list", list, peers.places.itself, "loads", url,
            String(Self.count), "16", "image",
        ])
        guard child.status == 0 else { throw BenchError("ended with \(child.status)") }
        return Sample(cpu: child.cpu / count, wall: child.wall / count)
    }
}
