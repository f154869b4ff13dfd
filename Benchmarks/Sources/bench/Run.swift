import Glibc

/// One run of some groups, from the inputs to the files of the figures.
struct Run {
    let places: Places
    /// The names of the groups; all if empty.
    let only: [String]

    static func list() {
        for group in Groups.all { print(group.name.left(12) + group.summary) }
    }

    func measure() async throws {
        let groups = Groups.all.filter { only.isEmpty ? !$0.isLong : only.contains($0.name) }
        let unknown = only.filter { name in !Groups.all.contains { $0.name == name } }
        guard unknown.isEmpty else {
            throw BenchError("there is no group \(unknown.joined(separator: ", ")); see --list")
        }
        // A peer that ends must not end the bench: writing to it then fails instead.
        signal(SIGPIPE, SIG_IGN)
        try makeInputs()
        let peers = Peers(places)
        var report = Report()
        for group in groups { await measure(group, peers, &report) }
        try peers.stop()
        print(report.versionTable)
        print(report.summary)
        try FileSystem.write(report.json(), to: "\(places.scratch)/results.json")
        try FileSystem.write(report.sheet.png(), to: "\(places.scratch)/results.png")
        guard report.failures.isEmpty else {
            throw BenchError("\(report.failures.count) measurements are missing")
        }
    }

    private func measure(
        _ group: any Group.Type, _ peers: Peers, _ report: inout Report
    ) async {
        let start = ContinuousClock.now
        await group.init(peers).measure(into: &report)
        let seconds = start.duration(to: .now) / .seconds(1)
        print("\n\(group.name) took \(seconds.digits) s")
    }

    /// Makes the inputs in a child, so that this process stays small, and so its later children's
    /// peaks.
    private func makeInputs() throws {
        let makers = try Child.wait(
            for: Child.spawn([places.itself, "inputs", places.inputs], input: nil, output: 1))
        guard makers.status == 0 else { throw BenchError("the inputs cannot be made") }
    }
}
