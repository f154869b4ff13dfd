/// Thousands of small JPEGs from a server on loopback, whose own time isn't counted.
struct LoopbackGroup: Group {
    static let name = "loopback"
    static let summary = "5,000 small JPEGs over HTTP, next to curl --parallel"
    private static let count = 5_000
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        do {
            try measureLoads(into: &report)
        } catch {
            report.fail("\(Self.name): \(error)")
        }
    }

    private func measureLoads(into report: inout Report) throws {
        let (places, file) = (peers.places, "\(peers.places.inputs)/small.jpg")
        let origin = try Origin(itself: places.itself, file: file)
        let list = try writeList(of: origin.url)
        let entries = Race(
            contestants: [
                program("fetch", ours(origin.url, "bytes")),
                program(
                    "curl",
                    ["curl", "--no-progress-meter", "--fail", "--parallel", "--config", list]),
                program("fetch and thumbnail", ours(origin.url, "thumbnail")),
                program("thumbnail of bytes", ours(file, "thumbnail")),
            ]
        ).run()
        try origin.stop()
        report.note(version: try curlVersion(), of: "curl")
        for case let (name, failure?) in entries.map({ ($0.name, $0.failure) }) {
            report.fail("\(Self.name), \(name): \(failure)")
        }
        report.add(section(entries))
    }

    private func ours(_ url: String, _ wish: String) -> [String] {
        // The default concurrency of `curl --parallel`.
        [peers.places.itself, "loads", url, String(Self.count), "50", wish]
    }

    private func section(_ entries: [Entry]) -> Section {
        let (fetch, curl, both, decode) = (entries[0], entries[1], entries[2], entries[3])
        var verdicts: [Verdict] = []
        if let ratio = fetch.ratio(to: curl, .cpu) {
            verdicts.append(Verdict("CPU, fetch / curl", ratio, "×", .atMost(1.5)))
        }
        if both.failure == nil, fetch.failure == nil, decode.failure == nil {
            let ratios = zip(both.samples, zip(fetch.samples, decode.samples)).map {
                $0.cpu / ($1.0.cpu + $1.1.cpu)
            }
            verdicts.append(
                Verdict(
                    "CPU, fetch and thumbnail / sum of parts", Median.of(ratios), "×",
                    .atMost(1.1)))
        }
        return Section(
            group: Self.name, title: "5,000 JPEGs of 480x360 from loopback, each",
            columns: [.cpu, .wall, .peak],
            rows: entries.map { entry in
                Section.Row(
                    name: entry.name, values: [.cpu, .wall, .peak].map { entry.value($0) },
                    note: entry.failure)
            }, verdicts: verdicts)
    }

    private func program(_ name: String, _ arguments: [String]) -> Contestant {
        Contestant(name: name) {
            let child = try Child.run(arguments)
            guard child.status == 0 else { throw BenchError("ended with \(child.status)") }
            let count = Double(Self.count)
            return Sample(
                cpu: child.cpu / count, wall: child.wall / count,
                peakBytes: Double(child.peakBytes))
        }
    }

    /// Writes the list of URLs that curl reads.
    private func writeList(of url: String) throws -> String {
        let path = "\(peers.places.scratch)/urls"
        let lines = (0..<Self.count).map { "url = \"\(url)?n=\($0)\"\noutput = \"/dev/null\"\n" }
        try FileSystem.write(Array(lines.joined().utf8), to: path)
        return path
    }

    private func curlVersion() throws -> String {
        let first = try Child.output(of: ["curl", "--version"]).output.split(separator: "\n").first
        return first?.split(separator: " ").prefix(2).joined(separator: " ") ?? ""
    }
}
