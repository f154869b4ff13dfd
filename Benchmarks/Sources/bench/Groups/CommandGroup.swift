/// Measurements of the command as a whole process, including start and end, next to vipsthumbnail.
struct CommandGroup: Group {
    static let name = "command"
    static let summary = "webimage get --size as a whole process, next to vipsthumbnail"
    private static let peer = "vipsthumbnail"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        // The peak of a child process starts at its parent's memory, so this group runs first,
        // while the program is small.
        section("JPEG, 12 megapixels", "12mp.jpg", jpeg, into: &report)
        section("noisy JPEG, 12 megapixels", "12mp-noisy.jpg", jpeg, into: &report)
        section("progressive JPEG, 12 megapixels", "12mp-progressive.jpg", other, into: &report)
        section("PNG, 24 megapixels", "24mp.png", other, into: &report)
        section("WebP, 12 megapixels", "12mp.webp", other, into: &report)
    }

    private let jpeg = [
        Claim(metric: .cpu, rival: .named(Self.peer), bound: .atMost(0.4)),
        Claim(metric: .peak, rival: .none, bound: .atMost(20)),
    ]

    /// The claims without a target: those in process cover these operations, without a start.
    private let other = [
        Claim(metric: .cpu, rival: .named(Self.peer), bound: nil),
        Claim(metric: .peak, rival: .named(Self.peer), bound: nil),
    ]

    private func section(
        _ title: String, _ input: String, _ claims: [Claim], into report: inout Report
    ) {
        let path = "\(peers.places.inputs)/\(input)"
        let scratch = peers.places.scratch
        let entries = Race(contestants: [
            program(
                PeerNames.ours,
                [
                    peers.places.webimage, "get", "--size", "320x240", path, "-o",
                    "\(scratch)/ours.jpg",
                ]),
            program(
                Self.peer,
                [
                    "vipsthumbnail", "--size", "320x240", "-o", "\(scratch)/vips.jpg[Q=80]", path,
                ]),
        ]).run()
        for entry in entries {
            if let failure = entry.failure { report.fail("\(title), \(entry.name): \(failure)") }
        }
        report.add(
            Section(
                group: Self.name, title: "\(title), to a JPEG of 320x240, whole process",
                columns: [.cpu, .wall, .peak],
                rows: entries.map { entry in
                    Section.Row(
                        name: entry.name,
                        values: [.cpu, .wall, .peak].map { entry.value($0) }, note: entry.failure)
                },
                verdicts: claims.compactMap { $0.verdict(on: entries) }))
    }

    private func program(_ name: String, _ arguments: [String]) -> Contestant {
        Contestant(name: name) {
            let child = try Child.run(arguments)
            guard child.status == 0 else { throw BenchError("ended with \(child.status)") }
            return Sample(
                cpu: child.cpu, wall: child.wall, peakBytes: Double(child.peakBytes))
        }
    }
}
