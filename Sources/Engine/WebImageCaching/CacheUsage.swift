/// The content of a cache in numbers.
public struct CacheUsage: Hashable, Sendable {
    /// The number of entries.
    public var entryCount: Int
    /// The bytes of all entries: with their heads on disk, with their administration in memory.
    public var byteCount: Int

    /// Creates a usage; each parameter is the property of its name.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}

extension CacheUsage {
    package static let none = CacheUsage(entryCount: 0, byteCount: 0)

    /// Adds or subtracts up to the bounds of a number: a file with holes may claim any size.
    package static func += (sum: inout CacheUsage, change: CacheUsage) {
        sum.entryCount = adding(sum.entryCount, change.entryCount)
        sum.byteCount = adding(sum.byteCount, change.byteCount)
    }

    private static func adding(_ number: Int, _ other: Int) -> Int {
        let (sum, overflow) = number.addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// A level of a pipeline's caches.
public enum CacheTier: String, Hashable, Sendable, CaseIterable {
    /// Decoded images in memory.
    case memory
    /// Bytes on this machine, in a `DiskCache` for instance, or in the program's own `DataCache`.
    case disk
    /// Bytes in a store that machines share, such as Redis.
    case shared
}
