import WebImage

/// All figures of the memory cache next to their floors, in one run.
///
/// Each figure is taken once a round; the result is the median of the ratios.
struct MemoryFigures {
    private struct Figure {
        let name: String
        let floor: String
        let target: String
        var rounds: [Double] = []
        /// Wall time per operation; empty if it isn't measured.
        var wallRounds: [Double] = []
    }

    private let bench: MemoryBench
    private let sized: MemoryBench
    private let nscache: NSCacheFloor
    private let files = FileBench()
    private static let count = 100_000

    init() async throws {
        bench = try await MemoryBench()
        sized = try await MemoryBench(request: MemoryBench.sizedRequest)
        nscache = NSCacheFloor(bench)
    }

    func measure(rounds: Int) async throws {
        var figures = [
            Figure(name: "floor-dictionary", floor: "floor-dictionary", target: ""),
            Figure(name: "memory-hit", floor: "floor-dictionary", target: "<= 1.3"),
            Figure(name: "memory-hit-2", floor: "memory-hit", target: "<= 1.4"),
            Figure(name: "nscache", floor: "memory-hit", target: ">= 5"),
            Figure(name: "pipeline-hit", floor: "floor-dictionary", target: "<= 15"),
            Figure(name: "pipeline-hit-sized", floor: "floor-dictionary", target: "<= 15"),
            Figure(name: "pipeline-file-hit", floor: "pipeline-hit", target: "<= 1.2"),
            Figure(name: "floor-free", floor: "memory-hit", target: ""),
            Figure(name: "floor-exchange", floor: "memory-hit", target: ""),
            Figure(name: "memory-store-full", floor: "memory-hit", target: "<= 3"),
            Figure(name: "memory-store-shown", floor: "memory-hit", target: ""),
        ]
        for _ in 0..<max(1, rounds) {
            for index in figures.indices {
                let cost = try await cost(of: figures[index].name)
                figures[index].rounds.append(Self.nanoseconds(cost.cpu))
                if let wall = cost.wall { figures[index].wallRounds.append(Self.nanoseconds(wall)) }
            }
        }
        let byName = Dictionary(uniqueKeysWithValues: figures.map { ($0.name, $0) })
        for figure in figures {
            let floor = byName[figure.floor]?.rounds ?? figure.rounds
            let ratio = Self.median(zip(figure.rounds, floor).map { $0 / $1 })
            let wall = figure.wallRounds.isEmpty ? nil : Self.median(figure.wallRounds)
            print(
                "\(figure.name): \(Self.rounded(Self.median(figure.rounds))) ns of CPU, "
                    + (wall.map { "\(Self.rounded($0)) ns of wall time, " } ?? "")
                    + "\(Self.rounded(ratio)) x \(figure.floor) \(figure.target)")
        }
    }

    /// Returns the cost of `Self.count` operations.
    private func cost(of name: String) async throws -> Threads.Cost {
        let (bench, stores, count) = (bench, StoreBench(bench: bench), Self.count)
        switch name {
        case "floor-dictionary": return Threads.cost { bench.dictionaryHits(count) }
        case "memory-hit": return Threads.cost { bench.hits(count) }
        case "memory-hit-2": return Threads.time(2) { bench.hits(count, seed: $0) }
        case "nscache": return Threads.cost { nscache.hits(count) }
        case "floor-free": return Threads.Cost(cpu: stores.freeing(count))
        case "floor-exchange": return Threads.Cost(cpu: stores.intoDictionary(count))
        case "memory-store-full": return Threads.Cost(cpu: stores.intoFull(count))
        case "memory-store-shown": return Threads.Cost(cpu: stores.ofShown(count))
        default:
            if name == "pipeline-file-hit" { files.fill() }
            let (start, cpu) = (ContinuousClock.now, Threads.cpuNow)
            switch name {
            case "pipeline-hit": try await bench.pipelineHits(count)
            case "pipeline-file-hit": try await files.memoryHits(count)
            default: try await sized.pipelineHits(count)
            }
            return Threads.Cost(cpu: Threads.cpuNow - cpu, wall: start.duration(to: .now))
        }
    }

    /// Returns the time of one operation.
    private static func nanoseconds(_ time: Duration) -> Double {
        time / .nanoseconds(1) / Double(count)
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
