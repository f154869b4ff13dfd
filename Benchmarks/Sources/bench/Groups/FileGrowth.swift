/// Memory and processor time of one new encoded result against the number of its callers.
struct FileGrowth {
    let peers: Peers

    private static let callers = [1, 1000]
    /// The peak varies between runs.
    private static let rounds = 5

    func section() throws -> Section {
        let places = peers.places
        let origin = try Origin(itself: places.itself, file: "\(places.inputs)/2mp.jpg")
        var section = Section(
            group: GrowthGroup.name,
            title: "one new file of a 2-megapixel JPEG, with all callers at once",
            columns: [
                Section.Column(name: "peak", unit: "MB"), Section.Column(name: "CPU", unit: "ms"),
            ])
        let runs = try (0..<Self.rounds).map { _ in
            try Self.callers.map { try run(origin.url, $0) }
        }
        section.rows = Self.callers.indices.map { index in
            let values = (0..<2).map { column in Median.of(runs.map { $0[index][column] }) }
            return Section.Row(
                name: String(Self.callers[index]), values: values, note: nil)
        }
        try origin.stop()
        if let one = section.rows.first?.values[0], let all = section.rows.last?.values[0] {
            section.verdicts = [
                Verdict("peak memory, 1000 callers / one", all / one, "×", .atMost(1.25))
            ]
        }
        return section
    }

    /// Returns peak memory and processor time, by column.
    private func run(_ url: String, _ callers: Int) throws -> [Double] {
        let child = try Child.run([
            peers.places.itself, "loads", url, String(callers), String(callers), "file",
        ])
        guard child.status == 0 else {
            throw BenchError("\(callers) callers of a file end with \(child.status)")
        }
        return [Double(child.peakBytes) / 1e6, child.cpu * 1e3]
    }
}
