/// The caches, each action next to its floor.
struct CacheGroup: Group {
    static let name = "caches"
    static let summary = "memory and disk cache next to a dictionary and to bare files"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        let figures = MemoryFigures(program: peers.places.caches)
        let memory = figures.entries(of: CacheTarget.names(of: CacheTargets.memory))
        report.add(await section("memory cache, of one image", CacheTargets.memory, memory))
        let disk = Race(
            contestants: CacheTarget.names(of: CacheTargets.disk).map { name in
                let action = action(name)
                return Contestant(name: name) { try action.cost() }
            }
        ).run()
        report.add(await section("disk cache, of one entry of 30 kB", CacheTargets.disk, disk))
        report.run(Self.name) {
            $0.add(try DiskGrowth(peers: peers, largest: 100_000).section())
        }
    }

    private func section(
        _ title: String, _ targets: [CacheTarget], _ entries: [Entry]
    ) async -> Section {
        let counts = await instructions(of: entries)
        let rows = entries.map { entry in
            let time = entry.value(.cpu).map { $0 * 1e6 }
            return Section.Row(
                name: entry.name, values: [time, counts[entry.name]], note: entry.failure)
        }
        return Section(
            group: Self.name, title: title,
            columns: [
                Section.Column(name: "CPU", unit: "ns"),
                Section.Column(name: "instructions", unit: ""),
            ], rows: rows, verdicts: targets.flatMap { $0.verdicts(entries, rows) })
    }

    private func action(_ name: String) -> CacheAction {
        CacheAction(
            program: peers.places.caches, name: name, folder: "\(peers.places.scratch)/caches",
            count: CacheTargets.counts[name] ?? 6_000)
    }

    /// All at once: unlike time, instructions don't depend on what else runs.
    private func instructions(of entries: [Entry]) async -> [String: Double] {
        let actions = entries.filter { $0.failure == nil }.map { action($0.name) }
        return await withTaskGroup(of: (String, Double?).self) { group in
            for action in actions {
                group.addTask { (action.name, try? action.instructions()) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
