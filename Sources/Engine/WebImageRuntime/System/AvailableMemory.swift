/// The available memory of the machine, from `/proc/meminfo`.
package struct AvailableMemory: Sendable {
    private let available: Double
    private let total: Double

    /// Reads the lines "MemTotal:  16318480 kB" and "MemAvailable: …"; nil without them.
    package init?(_ text: String) {
        var counts: [Substring: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, let count = Double(words[1]) { counts[words[0]] = count }
        }
        guard let available = counts["MemAvailable:"], let total = counts["MemTotal:"], total > 0
        else { return nil }
        self.available = available
        self.total = total
    }

    /// `some` if less than a tenth is available, `full` if less than a twenty-fifth.
    package var level: PressureLevel? {
        if available < total / 25 { return .full }
        return available < total / 10 ? .some : nil
    }
}

/// The degree to which the system is short of memory.
package enum PressureLevel: Int, Sendable, Comparable {
    /// Some tasks wait for memory.
    case some
    /// All tasks do, or the limit is near.
    case full

    /// `true` if the first is milder than the second.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
