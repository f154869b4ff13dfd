/// Decoding, resizing and encoding in process, at the same scaling class.
struct ThumbnailGroup: Group {
    static let name = "thumbnails"
    static let summary = "decode, resize to 320 pixels, encode, in process, next to the wheels"
    private let peers: Peers

    init(_ peers: Peers) { self.peers = peers }

    func measure(into report: inout Report) async {
        for job in Self.jobs { report.add(job.section(group: Self.name, peers, &report)) }
    }

    private static let jobs = [
        still("JPEG, 12 megapixels", "12mp.jpg", floor: true, count: 4, baseline),
        still("noisy JPEG, 12 megapixels", "12mp-noisy.jpg", floor: true, count: 3, baseline),
        still(
            "progressive JPEG, 12 megapixels", "12mp-progressive.jpg", floor: true, count: 1,
            against(vips, 0.7) + [
                Claim(metric: .peak, rival: vips, bound: .atMost(0.5)),
                Claim(metric: .cpu, rival: .named(PeerNames.floor), bound: nil),
            ]),
        still("PNG, 24 megapixels", "24mp.png", count: 1, against(vips, 0.8)),
        still("WebP, 12 megapixels", "12mp.webp", count: 1, against(vips, 0.9)),
        still("AVIF, 12 megapixels", "12mp.avif", count: 1, against(vips, nil)),
        Job(
            title: "GIF, 200 frames of 640x480, to an animated WebP 320 wide",
            operation: "animation", input: "200-frames.gif", number: 320, suffix: "webp", count: 1,
            contestants: [PeerNames.ours] + PeerNames.wheels, qualityColumn: ssim,
            claims: against(.fastest(PeerNames.wheels, called: "best peer"), 0.9)),
    ]

    private static let ssim = Section.Column(name: "SSIM", unit: "")
    private static let vips = Claim.Rival.named("pyvips")

    private static let baseline =
        [Claim(metric: .cpu, rival: .named(PeerNames.floor), bound: .atMost(1.05))]
        + against(.fastest(PeerNames.wheels, called: "fastest wheel"), 1.2)

    /// Claims at most `limit` times the rival's processor time, and at least its likeness.
    private static func against(_ rival: Claim.Rival, _ limit: Double?) -> [Claim] {
        [
            Claim(metric: .cpu, rival: rival, bound: limit.map { .atMost($0) }),
            Claim(metric: .quality, rival: rival, bound: .atLeast(0)),
        ]
    }

    private static func still(
        _ title: String, _ input: String, floor: Bool = false, count: Int, _ claims: [Claim]
    ) -> Job {
        Job(
            title: "\(title), to a JPEG 320 wide", operation: "thumbnail", input: input,
            number: 320, suffix: "jpg", count: count,
            contestants: [PeerNames.ours] + (floor ? [PeerNames.floor] : []) + PeerNames.wheels,
            qualityColumn: ssim, claims: claims)
    }
}
