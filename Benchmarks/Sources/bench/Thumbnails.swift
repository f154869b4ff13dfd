import Glibc

/// 12 megapixels to 320 pixels as whole processes, next to vipsthumbnail in turn.
struct Thumbnails {
    let folder: String
    let command: String

    private static let rounds = 9

    func measure(into report: inout Report) throws {
        let input = Inputs.large(in: folder)
        let programs = [
            (
                "webimage",
                [command, "get", "--size", "320x240", input, "-o", "\(folder)/webimage.jpg"]
            ),
            (
                "vipsthumbnail",
                ["vipsthumbnail", "--size", "320x240", "-o", "\(folder)/vips.jpg", input]
            ),
        ]
        var runs: [String: [Child]] = [:]
        for round in 0...Self.rounds {
            for (name, arguments) in programs {
                let child = try Child.run(arguments)
                guard child.status == 0 else {
                    throw BenchError("\(name) ended with status \(child.status)")
                }
                // The first round warms the page cache.
                if round > 0 { runs[name, default: []].append(child) }
            }
        }
        let group = "12-megapixel JPEG to 320x240 JPEG, whole process"
        let medians = programs.map { Self.medians(of: runs[$0.0] ?? []) }
        for (program, median) in zip(programs, medians) {
            report.add(group, "\(program.0), CPU", median.cpu * 1e3, "ms")
            report.add(group, "\(program.0), wall", median.wall * 1e3, "ms")
            report.add(group, "\(program.0), peak memory", median.peak / 1e6, "MB")
        }
        report.add(group, "webimage / vipsthumbnail, CPU", medians[0].cpu / medians[1].cpu, "×")
        report.add(group, "webimage / vipsthumbnail, wall", medians[0].wall / medians[1].wall, "×")
        report.add(
            group, "webimage / vipsthumbnail, peak memory", medians[0].peak / medians[1].peak, "×")
    }

    private static func medians(of runs: [Child]) -> (cpu: Double, wall: Double, peak: Double) {
        (
            Measure.median(runs.map(\.cpu)), Measure.median(runs.map(\.wall)),
            Measure.median(runs.map { Double($0.peakBytes) })
        )
    }
}
