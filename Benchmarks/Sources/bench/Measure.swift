/// Wall and processor time of an action, in seconds.
struct Cost {
    let wall: Double
    let cpu: Double
}

/// Measurements of repeated actions.
enum Measure {
    /// Returns the total cost of `count` actions.
    static func total(count: Int, _ action: () async throws -> Void) async throws -> Cost {
        let (start, cpu) = (ContinuousClock.now, Child.ownCPU())
        for _ in 0..<count { try await action() }
        let wall = start.duration(to: .now) / .seconds(1)
        return Cost(wall: wall, cpu: Child.ownCPU() - cpu)
    }
}
