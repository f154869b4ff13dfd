package import FoundationEssentials

/// The decisions when a cache is trimmed, how much of it is scanned, and which entries go; it
/// touches no file.
///
/// Trimming begins above 95 % of the limits and ends at 90 %. Each step scans about 4,000 entries.
/// A smaller cache is scanned as a whole, and exactly the entries used longest ago go. Of a larger
/// one a step scans a few of the 256 parts, over which the digest spreads the entries evenly. The
/// same share of each part goes, those used longest ago there, which approximates the same.
package struct TrimPlan: Sendable {
    package struct Entry: Sendable {
        package let path: String
        package let byteCount: Int
        /// The last use, give or take an hour.
        package let lastUse: Date
        package let part: Int
        /// The inode of the file, which distinguishes another file of that path.
        package let inode: UInt64

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

    /// The number of entries that a step scans, if the parts are small enough.
    package static let stepEntryCount = 4096

    private let limits: DiskLimits
    private var isFirst = true
    private var recent = CacheUsage.none

    /// A plan for a cache that this process has not written to yet.
    package init(_ limits: DiskLimits) { self.limits = limits }

    /// Returns the size of the largest entry that is kept; a larger one would evict all others and
    /// then itself.
    package static func largestEntry(_ limits: DiskLimits) -> Int { low(limits.maxBytes) }

    /// Counts a new entry; returns `true` if a step is due even below the limits.
    ///
    /// That is at first, then after each 5 % of the limits: the step removes expired entries and
    /// corrects the counts.
    package mutating func added(byteCount: Int) -> Bool {
        recent += CacheUsage(entryCount: 1, byteCount: byteCount)
        let tooMany = limits.maxEntries.map { recent.entryCount > $0 / 20 } ?? false
        guard isFirst || tooMany || recent.byteCount > limits.maxBytes / 20 else { return false }
        isFirst = false
        recent = .none
        return true
    }

    /// Returns the number of parts for a step in a folder of that usage.
    package func partCount(of usage: CacheUsage) -> Int {
        let wanted = SharedUsageTable.partCount * Self.stepEntryCount / max(usage.entryCount, 1)
        return min(max(wanted, 1), SharedUsageTable.partCount)
    }

    /// Returns `true` above the limits: a store must take a step.
    package func isOver(_ usage: CacheUsage) -> Bool {
        usage.byteCount > max(limits.maxBytes, 0)
            || usage.entryCount > limits.maxEntries.map { max($0, 0) } ?? .max
    }

    /// Returns `true` if a round of trimming begins.
    package func isHigh(_ usage: CacheUsage) -> Bool {
        usage.byteCount > Self.high(limits.maxBytes)
            || usage.entryCount > limits.maxEntries.map(Self.high) ?? .max
    }

    /// Returns `true` if a round of trimming ends.
    package func isLow(_ usage: CacheUsage) -> Bool {
        usage.byteCount <= Self.low(limits.maxBytes)
            && usage.entryCount <= limits.maxEntries.map(Self.low) ?? .max
    }

    /// Returns the entries of a sample that go, those used longest ago first.
    ///
    /// If the same share of the other entries goes too, 90 % of the limits stay.
    ///
    /// - Parameter total: The usage of the whole folder.
    /// - Complexity: Linear below the limits, else O(n log n).
    package func victims(of sample: [Entry], in total: CacheUsage) -> [Entry] {
        var left = CacheUsage(sample)
        let bytes = Self.share(
            of: left.byteCount, Self.low(limits.maxBytes), of: total.byteCount)
        let count = Self.share(
            of: left.entryCount, limits.maxEntries.map(Self.low) ?? .max, of: total.entryCount)
        guard left.byteCount > bytes || left.entryCount > count else { return [] }
        let oldestFirst = sample.sorted { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
        return Array(
            oldestFirst.prefix { entry in
                guard left.byteCount > bytes || left.entryCount > count else { return false }
                left += CacheUsage(entryCount: -1, byteCount: -entry.byteCount)
                return true
            })
    }

    /// Returns how much of a sample may stay if `allowed` of `total` may.
    private static func share(of sample: Int, _ allowed: Int, of total: Int) -> Int {
        guard allowed < total, total > 0 else { return sample }
        let product = sample.multipliedFullWidth(by: allowed)
        return total.dividingFullWidth(product).quotient
    }

    private static func high(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 20 }
    private static func low(_ limit: Int) -> Int { max(limit, 0) - max(limit, 0) / 10 }
}

extension CacheUsage {
    package init(_ entries: some Sequence<TrimPlan.Entry>) {
        self = .none
        for entry in entries { self += CacheUsage(entryCount: 1, byteCount: entry.byteCount) }
    }
}
