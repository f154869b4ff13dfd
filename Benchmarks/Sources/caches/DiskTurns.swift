import Foundation

/// All measured actions of the disk cache, in turns in one process.
///
/// An action and its floor thus meet the same load of the machine and the same layout of memory.
struct DiskTurns {
    /// The cost of one operation, in nanoseconds.
    struct Cost {
        let cpu: Double
        let wall: Double

        /// The form that the bench parses.
        var told: String { String(format: "%.1f ns of CPU, %.1f ns of wall time", cpu, wall) }
    }

    /// The cost of each action, turn by turn.
    let costs: [(name: String, cost: Cost)]
    private static let count = 41

    /// Takes the turns after one to warm up, each action `count` times in each turn, or a tenth of
    /// that if it writes files.
    init(_ count: Int, _ scene: DiskScene) async throws {
        let works = try DiskWork.all.map { ($0, try $0.prepare(scene)) }
        var costs: [(String, Cost)] = []
        for turn in 0..<Self.count {
            for (work, run) in works {
                let count = work.name.contains("store") ? max(count / 10, 1) : count
                let (cpu, wall) = (Self.processTime, ContinuousClock.now)
                try await run(count)
                let cost = Cost(
                    cpu: (Self.processTime - cpu) / Double(count),
                    wall: wall.duration(to: .now) / .nanoseconds(1) / Double(count))
                if turn > 0 { costs.append((work.name, cost)) }
            }
        }
        self.costs = costs
    }

    /// Prints the medians of CPU and wall time, and the ratio of each action to its floor.
    func compare() {
        for work in DiskWork.all {
            let (cpu, wall) = (median(work.name, \.cpu), median(work.name, \.wall))
            var line = "\(work.name): \(Cost(cpu: cpu, wall: wall).told)"
            if let floor = work.floor {
                line += String(
                    format: ", CPU %.2f x, wall %.2f x ", cpu / median(floor, \.cpu),
                    wall / median(floor, \.wall))
                line += floor
            }
            print(line)
        }
    }

    private func median(_ name: String, _ value: (Cost) -> Double) -> Double {
        let sorted = costs.filter { $0.name == name }.map { value($0.cost) }.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    /// The CPU time of all threads so far, in nanoseconds.
    private static var processTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
