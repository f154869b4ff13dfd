/// The caches, each action next to its floor.
struct CacheGroup: Group {
    static let name = "caches"
    static let summary = "memory and disk cache next to a dictionary and to bare files"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        report.add(await section("memory cache, of one image", CacheTargets.memory))
        report.add(await section("disk cache, of one entry of 30 kB", CacheTargets.disk))
        report.run(Self.name) { $0.add(try DiskGrowth(peers: peers).section()) }
    }

    private func section(_ title: String, _ targets: [CacheTarget]) async -> Section {
        let actions = CacheTarget.names(of: targets).map { name in
            CacheAction(
                program: peers.places.caches, name: name,
                folder: "\(peers.places.scratch)/caches", count: CacheTargets.counts[name] ?? 6_000,
                threads: name == "memory-hit-2" ? 2 : 1)
        }
        let entries = Race(
            contestants: actions.map { action in
                Contestant(name: action.name) { try action.cost() }
            }
        ).run()
        let counts = await Self.instructions(of: actions.filter { $0.isIn(entries) })
        let rows = entries.map { row($0, counts[$0.name]) }
        return Section(
            group: Self.name, title: title,
            columns: [
                Section.Column(name: "CPU", unit: "ns"), Section.Column(name: "wall", unit: "ns"),
                Section.Column(name: "instructions", unit: ""),
            ], rows: rows, verdicts: targets.flatMap { $0.verdicts(entries, rows) })
    }

    private func row(_ entry: Entry, _ count: Double?) -> Section.Row {
        let times = [Metric.cpu, .wall].map { metric in entry.value(metric).map { $0 * 1e6 } }
        return Section.Row(name: entry.name, values: times + [count], note: entry.failure)
    }

    /// All at once: unlike time, instructions don't depend on what else runs.
    private static func instructions(of actions: [CacheAction]) async -> [String: Double] {
        await withTaskGroup(of: (String, Double?).self) { group in
            for action in actions {
                group.addTask { (action.name, try? action.instructions()) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
