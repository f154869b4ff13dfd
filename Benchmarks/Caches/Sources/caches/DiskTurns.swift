import Foundation

/// All that is measured of the disk cache, in turns in one process: a change of the machine's load
/// meets an action and its floor alike, and so do the chances of where a process has its memory.
struct DiskTurns {
    /// What one of so many cost, in nanoseconds.
    struct Cost {
        let cpu: Double
        let wall: Double

        /// As the bench reads it.
        var told: String { String(format: "%.1f ns of CPU, %.1f ns of wall time", cpu, wall) }
    }

    /// What each action cost, turn for turn.
    let costs: [(name: String, cost: Cost)]
    private static let count = 41

    /// Takes the turns, after one to warm up, each action so many times in each; a tenth of it
    /// where files are written.
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

    /// Prints the medians of CPU and wall time, and how often each takes the time of its floor.
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

    /// What all threads have used so far, in nanoseconds.
    private static var processTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
