/// The kernels alone, on 12 megapixels of four channels in memory.
struct KernelGroup: Group {
    static let name = "kernels"
    static let summary = "Lanczos resampling, blur and rotation of 12 megapixels in memory"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        let jobs = [
            job("Lanczos to 1000 wide", "resize", 1000),
            job("Gaussian blur, sigma 5", "blur", 5),
            job("rotation by 90 degrees", "rotate", 90),
            job("rotation by 30 degrees", "rotate", 30),
        ]
        for job in jobs { report.add(job.section(group: Self.name, peers, &report)) }
    }

    private func job(_ title: String, _ operation: String, _ number: Double) -> Job {
        Job(
            title: "\(title), 12 megapixels of BGRA", operation: operation, input: "12mp.png",
            number: number, suffix: "png", count: 1,
            contestants: [PeerNames.ours] + PeerNames.wheels,
            qualityColumn: Section.Column(name: "PSNR", unit: "dB"),
            claims: [
                Claim(metric: .cpu, rival: .named("pyvips"), bound: .atMost(1)),
                Claim(metric: .cpu, rival: .named("Pillow"), bound: .atMost(1)),
                Claim(metric: .cpu, rival: .named("OpenCV"), bound: nil),
            ])
    }
}
