/// Wall and processor time of one action, in seconds.
struct Cost {
    let wall: Double
    let cpu: Double
}

/// Repetition and what is told of it.
enum Measure {
    /// The median cost of an action, by rounds of `count` after one round to warm up.
    static func cost(
        rounds: Int = 7, count: Int, _ action: (Int) async throws -> Void
    ) async throws -> Cost {
        var walls: [Double] = []
        var cpus: [Double] = []
        for round in 0...rounds {
            let (start, cpu) = (ContinuousClock.now, Child.ownCPU())
            for index in 0..<count { try await action(round * count + index) }
            guard round > 0 else { continue }
            walls.append(start.duration(to: .now) / .seconds(1) / Double(count))
            cpus.append((Child.ownCPU() - cpu) / Double(count))
        }
        return Cost(wall: median(walls), cpu: median(cpus))
    }

    /// The middle value, the mean of the two in the middle of an even number.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        guard !sorted.isEmpty else { return 0 }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
