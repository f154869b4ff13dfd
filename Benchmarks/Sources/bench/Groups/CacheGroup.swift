/// Measurements of the caches, each action next to its floor.
struct CacheGroup: Group {
    static let name = "caches"
    static let summary = "memory and disk cache next to a dictionary and to bare files"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        let turns = CacheTurns(program: peers.places.caches)
        let memory = turns.memory(CacheTarget.names(of: CacheTargets.memory))
        var section = await section(
            "memory cache, of one image", CacheTargets.memory, memory, &report)
        section.verdicts += throughput(memory) + withoutFreeing(memory)
        report.add(section)
        let disk = turns.disk(CacheTarget.names(of: CacheTargets.disk), in: folder)
        report.add(
            await self.section(
                "disk cache, of one entry of 30 kB", CacheTargets.disk, disk, &report))
        report.run(Self.name) {
            $0.add(try DiskGrowth(peers: peers, largest: 100_000).section())
        }
    }

    private var folder: String { "\(peers.places.scratch)/caches" }

    private func section(
        _ title: String, _ targets: [CacheTarget], _ entries: [Entry], _ report: inout Report
    ) async -> Section {
        var counts: [String: (median: Double, spread: Double)] = [:]
        do {
            counts = try await instructions(of: entries)
        } catch {
            report.fail("\(title), instructions: \(error)")
        }
        let rows = entries.map { entry in
            let times = [Metric.cpu, .wall].map { metric in
                entry.value(metric).flatMap { $0 > 0 ? $0 * 1e6 : nil }
            }
            let count = counts[entry.name]
            return Section.Row(
                name: entry.name, values: times + [count?.median],
                note: entry.failure ?? count.map { "instructions ± \(Int($0.spread + 0.5))" })
        }
        return Section(
            group: Self.name, title: title,
            columns: [
                Section.Column(name: "CPU", unit: "ns"), Section.Column(name: "wall", unit: "ns"),
                Section.Column(name: "instructions", unit: ""),
            ], rows: rows, verdicts: targets.flatMap { $0.verdicts(entries, rows) })
    }

    /// Returns the throughput of two threads by the wall clock, relative to one.
    ///
    /// It is 2 without contention, and 2 / 1.4 if each thread takes 1.4 times as long.
    private func throughput(_ entries: [Entry]) -> [Verdict] {
        guard let one = entries.first(where: { $0.name == "memory-hit" }),
            let two = entries.first(where: { $0.name == "memory-hit-2" }),
            let ratio = one.ratio(to: two, .wall)
        else { return [] }
        return [Verdict("hits of two threads / of one, wall", 2 * ratio, "×", .atLeast(1.43))]
    }

    /// Returns the ratio of a store into a full cache without the cost of freeing an image.
    private func withoutFreeing(_ entries: [Entry]) -> [Verdict] {
        let times = ["memory-store-full", "floor-free", "memory-hit"].map { name in
            entries.first { $0.name == name }?.value(.cpu)
        }
        guard let store = times[0], let free = times[1], let hit = times[2], hit > 0 else {
            return []
        }
        return [
            Verdict("memory-store-full less floor-free / memory-hit, CPU", (store - free) / hit)
        ]
    }

    private func action(_ name: String) -> CacheAction {
        CacheAction(
            program: peers.places.caches, name: name, folder: folder,
            count: CacheTargets.counts[name] ?? 6_000)
    }

    /// Counts instructions of all actions at once: they don't depend on other load, as times do.
    private func instructions(
        of entries: [Entry]
    ) async throws -> [String: (median: Double, spread: Double)] {
        let actions = entries.filter { entry in
            entry.failure == nil && !CacheTargets.uncounted.contains(entry.name)
        }.map { action($0.name) }
        let program = "\(peers.places.scratch)/caches-counted"
        let strip = ["objcopy", "--strip-debug", peers.places.caches, program]
        guard try Child.run(strip).status == 0 else { throw BenchError("objcopy failed") }
        return try await withThrowingTaskGroup(
            of: (String, (median: Double, spread: Double)).self
        ) { group in
            for action in actions {
                group.addTask {
                    let isMarked = CacheTargets.marked.contains(action.name)
                    return (action.name, try action.instructions(by: program, isMarked: isMarked))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
