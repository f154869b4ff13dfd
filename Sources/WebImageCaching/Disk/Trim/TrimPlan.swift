package import FoundationEssentials

/// Decides when a cache is trimmed, how much of it is looked at, and what goes; it touches no file.
///
/// Trimming begins above 95 % of the limits and ends at 90 %. It goes in steps that look at about
/// 4,000 entries each, however many there are: of a cache that small it is everything, and exactly
/// what was used longest ago goes. Of a larger one it is a few of the 256 parts, into which a digest
/// spreads the entries evenly; of each part the same share goes, that which was used longest ago
/// there, which approximates the same.
package struct TrimPlan: Sendable {
    /// An entry as a look finds it.
    package struct Entry: Sendable {
        /// Its file.
        package let path: String
        /// The bytes of the file.
        package let byteCount: Int
        /// When it was used, give or take an hour.
        package let lastUse: Date
        /// Which part of the folder it is in.
        package let part: Int
        /// The number of the file, which tells another one of that path from it.
        package let inode: UInt64

        /// An entry of a look.
        package init(
            path: String, byteCount: Int, lastUse: Date, part: Int = 0, inode: UInt64 = 0
        ) {
            self.path = path
            self.byteCount = byteCount
            self.lastUse = lastUse
            self.part = part
            self.inode = inode
        }
    }

    /// How many entries a step looks at, if its parts can be cut so fine.
    package static let stepEntryCount = 4096

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

    /// Counts a new entry; true when a step is due however little the cache holds: at first, then
    /// after each 5 % of the limits, so that what expired goes and what is noted wrong is set right.
    package mutating func added(byteCount: Int) -> Bool {
        addedBytes = addedBytes.addingWithinBounds(byteCount)
        addedEntries += 1
        let tooMany = limits.maxEntries.map { addedEntries > $0 / 20 } ?? false
        guard isFirst || tooMany || addedBytes > limits.maxBytes / 20 else { return false }
        (isFirst, addedBytes, addedEntries) = (false, 0, 0)
        return true
    }

    /// How many of the 256 parts a step takes where the folder holds so many entries.
    package func partCount(of usage: DiskUsage) -> Int {
        let wanted = SharedUsageTable.partCount * Self.stepEntryCount / max(usage.entryCount, 1)
        return min(max(wanted, 1), SharedUsageTable.partCount)
    }

    /// Whether that is more than the limits: whoever adds to it must take a step first.
    package func isOver(_ usage: DiskUsage) -> Bool {
        usage.byteCount > max(limits.maxBytes, 0)
            || usage.entryCount > limits.maxEntries.map { max($0, 0) } ?? .max
    }

    /// Whether that is so much that a round of trimming begins.
    package func isHigh(_ usage: DiskUsage) -> Bool {
        usage.byteCount > Self.high(limits.maxBytes)
            || usage.entryCount > limits.maxEntries.map(Self.high) ?? .max
    }

    /// Whether that is so little that a round of trimming ends.
    package func isLow(_ usage: DiskUsage) -> Bool {
        usage.byteCount <= Self.low(limits.maxBytes)
            && usage.entryCount <= limits.maxEntries.map(Self.low) ?? .max
    }

    /// What goes, that which was used longest ago first: nothing below 95 % of the limits, else as
    /// much as leaves 90 %.
    ///
    /// - Complexity: Linear below the limits, else O(n log n).
    package static func victims(of entries: [Entry], _ limits: DiskLimits) -> [Entry] {
        let all = DiskUsage(entries)
        let plan = TrimPlan(limits)
        return plan.isHigh(all) ? plan.victims(of: entries, in: all) : []
    }

    /// What goes of some of the entries of a folder that holds `total`, so that 90 % of the limits
    /// stay when the same share goes of all others: that which was used longest ago first.
    package func victims(of sample: [Entry], in total: DiskUsage) -> [Entry] {
        var left = DiskUsage(sample)
        let bytes = Self.share(
            of: left.byteCount, Self.low(limits.maxBytes), of: total.byteCount)
        let count = Self.share(
            of: left.entryCount, limits.maxEntries.map(Self.low) ?? .max, of: total.entryCount)
        guard left.byteCount > bytes || left.entryCount > count else { return [] }
        let oldestFirst = sample.sorted { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
        return Array(
            oldestFirst.prefix { entry in
                guard left.byteCount > bytes || left.entryCount > count else { return false }
                left.add(byteCount: -entry.byteCount, entryCount: -1)
                return true
            })
    }

    /// How much of a sample may stay where `allowed` of `total` may.
    private static func share(of sample: Int, _ allowed: Int, of total: Int) -> Int {
        guard allowed < total, total > 0 else { return sample }
        let product = sample.multipliedFullWidth(by: allowed)
        return total.dividingFullWidth(product).quotient
    }

    private static func high(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 20 }
    private static func low(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 10 }
}

extension DiskUsage {
    /// What those entries hold.
    package init(_ entries: some Sequence<TrimPlan.Entry>) {
        self.init(entryCount: 0, byteCount: 0)
        for entry in entries { add(byteCount: entry.byteCount) }
    }
}
