/// The limits of a disk cache.
public struct DiskLimits: Hashable, Sendable {
    /// The most bytes of all entries, heads included.
    public var maxBytes: Int
    /// The lifetime of an entry without an expiry of its own, counted from storing; nil for ever.
    public var lifetime: Duration?
    /// The most entries, nil for any number.
    public var maxEntries: Int?

    /// Limits, by default 1 GB and 7 days.
    public init(
        maxBytes: Int = 1 << 30, lifetime: Duration? = .seconds(7 * 86_400),
        maxEntries: Int? = nil
    ) {
        self.maxBytes = maxBytes
        self.lifetime = lifetime
        self.maxEntries = maxEntries
    }
}

/// The content of a disk cache in numbers.
public struct DiskUsage: Hashable, Sendable {
    /// The number of entries.
    public var entryCount: Int
    /// The bytes of all entries, heads included.
    public var byteCount: Int

    /// A number of entries of so many bytes.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}

extension DiskUsage {
    static let none = DiskUsage(entryCount: 0, byteCount: 0)

    /// Adds or subtracts up to the bounds of a number: a file with holes may claim any size.
    static func += (sum: inout DiskUsage, change: DiskUsage) {
        sum.entryCount = adding(sum.entryCount, change.entryCount)
        sum.byteCount = adding(sum.byteCount, change.byteCount)
    }

    private static func adding(_ number: Int, _ other: Int) -> Int {
        let (sum, overflow) = number.addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
