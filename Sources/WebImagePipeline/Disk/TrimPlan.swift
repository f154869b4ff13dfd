package import FoundationEssentials

/// Decides when a cache is trimmed, and what goes; it touches no file.
///
/// A trim leaves at most 95 % of the limits, and the next one comes when another 5 % was added (by
/// this process), so that the limits hold.
package struct TrimPlan: Sendable {
    /// An entry as a scan finds it.
    package struct Entry: Sendable {
        /// Its file.
        package let path: String
        /// The bytes of the file.
        package let byteCount: Int
        /// When it was used, give or take an hour.
        package let lastUse: Date

        /// An entry of a scan.
        package init(path: String, byteCount: Int, lastUse: Date) {
            self.path = path
            self.byteCount = byteCount
            self.lastUse = lastUse
        }
    }

    private let limits: DiskLimits
    private var isFirst = true
    private var addedBytes = 0
    private var addedEntries = 0

    /// A plan for a cache that this process has not written to yet.
    package init(_ limits: DiskLimits) {
        self.limits = limits
    }

    /// The largest entry that is kept; a larger one would drive out all others and then itself.
    package static func largestEntry(_ limits: DiskLimits) -> Int { low(limits.maxBytes) }

    /// Counts a new entry; true when the cache is to be trimmed now.
    package mutating func added(byteCount: Int) -> Bool {
        addedBytes += byteCount
        addedEntries += 1
        let tooMany = limits.maxEntries.map { addedEntries > $0 / 20 } ?? false
        guard isFirst || tooMany || addedBytes > limits.maxBytes / 20 else { return false }
        (isFirst, addedBytes, addedEntries) = (false, 0, 0)
        return true
    }

    /// What goes, that which was used longest ago first: nothing below 95 % of the limits, else as
    /// much as leaves 90 %.
    ///
    /// - Complexity: Linear below the limits, else O(n log n).
    package static func victims(of entries: [Entry], _ limits: DiskLimits) -> [Entry] {
        var bytes = entries.reduce(0) { $0 + $1.byteCount }
        var count = entries.count
        guard bytes > high(limits.maxBytes) || count > limits.maxEntries.map(high) ?? .max
        else { return [] }
        let oldestFirst = entries.sorted { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
        let lowCount = limits.maxEntries.map(low) ?? .max
        return Array(
            oldestFirst.prefix { entry in
                guard bytes > low(limits.maxBytes) || count > lowCount else { return false }
                bytes -= entry.byteCount
                count -= 1
                return true
            })
    }

    private static func high(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 20 }
    private static func low(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 10 }
}
