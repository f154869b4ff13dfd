/// The disk cache at its largest: making and removing a million files takes minutes.
struct MillionGroup: Group {
    static let name = "million"
    static let summary = "the disk cache of a million entries; takes minutes, only when named"
    static let isLong = true
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        report.run(Self.name) {
            $0.add(try DiskGrowth(peers: peers, largest: 1_000_000).section())
        }
    }
}
