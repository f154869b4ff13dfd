/// One operation by all peers: costs in turn, memory by fresh processes, quality by the judge.
struct Job {
    let title: String
    let operation: String
    /// The file name of the input.
    let input: String
    let number: Double
    /// The file suffix of the results.
    let suffix: String
    /// The operations of a round, enough to be measurable.
    let count: Int
    let contestants: [String]
    let qualityColumn: Section.Column
    var claims: [Claim] = []

    /// Runs the race and returns its table.
    func section(group: String, _ peers: Peers, _ report: inout Report) -> Section {
        var entries = race(peers, &report).run()
        for index in entries.indices where entries[index].failure == nil {
            complete(&entries[index], peers, &report)
        }
        // A peer may lack a format, our side may not.
        if let failure = entries.first(where: { $0.name == PeerNames.ours })?.failure {
            report.fail("\(title): \(failure)")
        }
        let metrics: [Metric] = [.cpu, .wall, .peak, .quality]
        return Section(
            group: group, title: title, columns: [.cpu, .wall, .peak, qualityColumn],
            rows: entries.map { entry in
                Section.Row(
                    name: entry.name, values: metrics.map { entry.value($0) }, note: entry.failure)
            },
            verdicts: claims.compactMap { $0.verdict(on: entries) })
    }

    private func race(_ peers: Peers, _ report: inout Report) -> Race {
        let path = "\(peers.places.inputs)/\(input)"
        return Race(
            contestants: contestants.map { name in
                let worker = Result { try peers.worker(name, &report) }
                return Contestant(name: name) {
                    let cost = try worker.get().ask(Command(operation, count, path, number))
                    guard cost.count == 2 else { throw BenchError("no figures") }
                    return Sample(cpu: cost[0] / Double(count), wall: cost[1] / Double(count))
                }
            })
    }

    /// Adds the peak memory of one operation in its own process, and the quality of the result.
    private func complete(_ entry: inout Entry, _ peers: Peers, _ report: inout Report) {
        let path = "\(peers.places.inputs)/\(input)"
        let file = entry.name.split(separator: " ").joined(separator: "-")
        let output = "\(peers.places.scratch)/\(operation)-\(file).\(suffix)"
        do {
            let worker = try peers.start(entry.name)
            _ = try worker.ask(Command(operation, 1, path, to: output, number))
            entry.peakBytes = try worker.stop()
            let judge = try peers.worker("judge", &report)
            entry.quality = try judge.ask(Command(operation, 1, path, to: output, number)).first
        } catch {
            report.fail("\(title), \(entry.name): \(error)")
        }
    }
}
