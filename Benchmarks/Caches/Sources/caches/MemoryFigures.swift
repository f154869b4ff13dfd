import WebImage

/// All figures of the memory cache next to their floor, in one run: so many rounds, each figure once
/// a round, the median of the ratios.
struct MemoryFigures {
    private struct Figure {
        let name: String
        let floor: String
        let target: String
        var rounds: [Double] = []
    }

    private let bench: MemoryBench
    private let nscache: NSCacheFloor
    private static let count = 100_000

    init() async throws {
        bench = try await MemoryBench()
        nscache = NSCacheFloor(bench)
    }

    func measure(rounds: Int) async throws {
        var figures = [
            Figure(name: "floor-dictionary", floor: "floor-dictionary", target: ""),
            Figure(name: "memory-hit", floor: "floor-dictionary", target: "<= 1.3"),
            Figure(name: "memory-hit-2", floor: "memory-hit", target: "<= 1.4"),
            Figure(name: "nscache", floor: "memory-hit", target: ">= 5"),
            Figure(name: "pipeline-hit", floor: "floor-dictionary", target: "<= 2.5"),
            Figure(name: "pipeline-unprepared", floor: "floor-dictionary", target: ""),
            Figure(name: "memory-store-full", floor: "memory-hit", target: "<= 3"),
            Figure(name: "memory-store-shown", floor: "memory-hit", target: ""),
        ]
        for _ in 0..<max(1, rounds) {
            for index in figures.indices {
                figures[index].rounds.append(try await nanoseconds(figures[index].name))
            }
        }
        let byName = Dictionary(uniqueKeysWithValues: figures.map { ($0.name, $0) })
        for figure in figures {
            let floor = byName[figure.floor]?.rounds ?? figure.rounds
            let ratio = Self.median(zip(figure.rounds, floor).map { $0 / $1 })
            print(
                "\(figure.name): \(Self.rounded(Self.median(figure.rounds))) ns, "
                    + "\(Self.rounded(ratio)) x \(figure.floor) \(figure.target)")
        }
    }

    /// The time of one operation, on the processor.
    private func nanoseconds(_ name: String) async throws -> Double {
        let (bench, count) = (bench, Self.count)
        let start = Threads.cpuNow
        let time: Duration
        switch name {
        case "floor-dictionary": time = Threads.cpuTime { bench.dictionaryHits(count) }
        case "memory-hit": time = Threads.cpuTime { bench.hits(count) }
        case "memory-hit-2": time = Threads.time(2) { bench.hits(count, seed: $0) }
        case "nscache": time = Threads.cpuTime { nscache.hits(count) }
        case "memory-store-full": time = bench.storesIntoFull(count)
        case "memory-store-shown": time = bench.storesOfShown(count)
        case "pipeline-hit":
            try await bench.pipelineHits(count)
            time = Threads.cpuNow - start
        default:
            try await bench.unpreparedHits(count)
            time = Threads.cpuNow - start
        }
        return time / .nanoseconds(1) / Double(count)
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
