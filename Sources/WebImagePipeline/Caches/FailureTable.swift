import FoundationEssentials
import WebImageCaching

/// Whose failure is remembered: the same bytes asked for by the same stages in the same way.
struct FailureKey: Hashable, Sendable {
    /// The stages of the pipeline.
    let pipeline: UInt64
    /// What was asked for.
    let data: CacheKey
    /// What the request brought along that may fail, or succeed, where others don't.
    let actors: [String]
}

/// A bounded number of failures, each for its time: the pure state of ``NegativeCache``.
struct FailureTable: Sendable {
    /// A failure.
    struct Entry: Sendable {
        let error: ImageError
        let since: Date
        let expires: Date
    }

    private let maxCount: Int
    private var entries: [FailureKey: Entry] = [:]

    init(maxCount: Int) {
        self.maxCount = maxCount
    }

    var count: Int { entries.count }

    /// The failure of that key, unless its time is over.
    func entry(for key: FailureKey, at date: Date) -> Entry? {
        entries[key].flatMap { $0.expires > date ? $0 : nil }
    }

    /// Adds a failure; makes room by those whose time is over, else by the oldest.
    ///
    /// - Complexity: O(1), O(n) in a full table.
    mutating func insert(_ entry: Entry, for key: FailureKey, at date: Date) {
        if entries[key] == nil, entries.count >= maxCount {
            entries = entries.filter { $0.value.expires > date }
            if entries.count >= maxCount,
                let oldest = entries.min(by: { $0.value.since < $1.value.since })
            {
                entries[oldest.key] = nil
            }
        }
        entries[key] = entry
    }

    /// Forgets one failure.
    mutating func remove(_ key: FailureKey) { entries[key] = nil }

    /// Forgets those of some keys.
    mutating func remove(where isGone: (FailureKey) -> Bool) {
        entries = entries.filter { !isGone($0.key) }
    }
}
