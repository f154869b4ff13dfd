/// The disk cache in a folder of 1,000 entries and in one of many more.
struct DiskGrowth {
    let peers: Peers
    let largest: Int

    private var sizes: [Int] { [1_000, largest] }

    func section() throws -> Section {
        for size in sizes { try fill(size) }
        defer { for size in sizes { _ = try? Child.run(["rm", "-rf", folder(size)]) } }
        let actions = CacheTargets.scaling.flatMap { name in
            sizes.map { size in
                CacheAction(
                    program: peers.places.caches, name: name, folder: folder(size),
                    count: CacheTargets.counts[name] ?? 6_000)
            }
        }
        let entries = Race(
            contestants: actions.map { action in
                Contestant(name: "\(action.name) of \(Self.size(of: action))") {
                    try action.cost()
                }
            }, time: .seconds(10)
        ).run()
        var section = Section(
            group: CacheGroup.name, title: "disk cache of 1000 and of \(largest) entries",
            columns: [
                Section.Column(name: "CPU", unit: "µs"), Section.Column(name: "wall", unit: "µs"),
            ])
        section.rows = entries.map { entry in
            let times = [Metric.cpu, .wall].map { metric in entry.value(metric).map { $0 * 1e3 } }
            return Section.Row(name: entry.name, values: times, note: entry.failure)
        }
        section.verdicts = verdicts(entries)
        try open(&section)
        return section
    }

    private func fill(_ size: Int) throws {
        let told = try Child.output(of: [
            peers.places.caches, "disk-fill", String(size), folder(size),
        ])
        guard told.child.status == 0 else {
            throw BenchError(
                "disk-fill \(size): "
                    + (told.child.status == 64 ? "not there" : told.output))
        }
    }

    private func verdicts(_ entries: [Entry]) -> [Verdict] {
        stride(from: 0, to: entries.count - 1, by: 2).compactMap { index in
            entries[index + 1].ratio(to: entries[index], .cpu).map {
                let name = CacheTargets.scaling[index / 2]
                return Verdict("CPU of \(name), \(largest) / 1000", $0, "×", .atMost(1.5))
            }
        }
    }

    /// Measures opening a cache and one look-up, hundreds of times in each process.
    private func open(_ section: inout Section) throws {
        for size in sizes {
            let action = CacheAction(
                program: peers.places.caches, name: "disk-open", folder: folder(size), count: 300)
            let entry = Race(contestants: [Contestant(name: "disk-open") { try action.cost() }])
                .run()[0]
            let times = [Metric.cpu, .wall].map { metric in entry.value(metric).map { $0 * 1e3 } }
            let name = "disk-open of \(size)"
            section.rows.append(Section.Row(name: name, values: times, note: entry.failure))
            if let wall = entry.value(.wall) {
                section.verdicts.append(Verdict("\(name), wall", wall, "ms", .atMost(50)))
            }
        }
    }

    private func folder(_ size: Int) -> String { "\(peers.places.scratch)/entries-\(size)" }

    private static func size(of action: CacheAction) -> String {
        action.folder.split(separator: "-").last.map(String.init) ?? ""
    }
}
