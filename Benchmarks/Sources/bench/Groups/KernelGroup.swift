/// The kernels alone, on 12 megapixels of four channels in memory.
struct KernelGroup: Group {
    static let name = "kernels"
    static let summary = "Lanczos resampling, blur, rotation and colours of 12 megapixels in memory"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        let jobs = [
            job("Lanczos to 1000 wide", "resize", 1000),
            job("Gaussian blur, sigma 5", "blur", 5),
            job("Gaussian blur, sigma 20", "blur", 20),
            job("rotation by 90 degrees", "rotate", 90),
            job("rotation by 30 degrees", "rotate", 30),
        ]
        let transforms = [
            job("sharpening, sigma 1", "sharpen", 1, besides: ["pyvips"]),
            job("brightness", "brightness", 20, besides: ["pyvips"]),
            job("contrast", "contrast", 1.5, besides: ["pyvips"]),
            job("saturation", "saturation", 0.5, besides: ["pyvips"]),
            job("sepia", "sepia", 1, besides: ["pyvips"]),
            job("tint, multiplied", "tint", 0, besides: ["pyvips"]),
            job("blocks of 12 pixels", "pixelate", 12, besides: ["pyvips"]),
            job("margins of 300 pixels cut", "trim", 10, besides: ["pyvips"]),
            job("background", "background", 0, besides: ["pyvips"]),
            job("a second picture, half as wide", "composite", 0.5, besides: ["pyvips"]),
            job("tiles of 200 pixels", "tiles", 0.5, besides: ["pyvips"]),
        ]
        for job in jobs + transforms { report.add(job.section(group: Self.name, peers, &report)) }
    }

    private func job(
        _ title: String, _ operation: String, _ number: Double,
        besides wheels: [String] = PeerNames.wheels
    ) -> Job {
        Job(
            title: "\(title), 12 megapixels of BGRA", operation: operation, input: "12mp.png",
            number: number, suffix: "png", count: 1,
            contestants: [PeerNames.ours] + wheels,
            qualityColumn: Section.Column(name: "PSNR", unit: "dB"),
            claims: wheels.map { wheel in
                Claim(
                    metric: .cpu, rival: .named(wheel),
                    bound: wheel == "OpenCV" ? nil : .atMost(1))
            })
    }
}
