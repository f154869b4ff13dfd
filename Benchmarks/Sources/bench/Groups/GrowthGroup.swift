/// Cost against pixels, concurrent loads and processors.
struct GrowthGroup: Group {
    static let name = "growth"
    static let summary = "CPU, memory and throughput against megapixels, concurrent loads and cores"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        report.run(Self.name) { $0.add(try PixelGrowth(peers: peers).section(&$0)) }
        report.run(Self.name) { $0.add(try LoadGrowth(peers: peers).section()) }
        report.run(Self.name) { $0.add(try FileGrowth(peers: peers).section()) }
        report.run(Self.name) { $0.add(try CoreGrowth(peers: peers).section()) }
    }
}
