/// How far a batch of prefetching has come; each different URL counts once.
public struct PrefetchProgress: Sendable {
    /// How many were loaded and are kept now.
    public var done = 0
    /// How many could not be loaded.
    public var failed = 0
    /// How many were in a cache already.
    public var skipped = 0
    /// How many were under way when they were cancelled.
    public var cancelled = 0
    /// The encoded bytes of those that are done.
    public var byteCount = 0
    /// How many there are in all, without those that came twice; nil as long as that is unknown.
    public var total: Int?
    /// What ended the sequence of URLs early, nil if nothing did.
    public var sourceFailure: (any Error)?
    /// Whether nothing more will happen.
    public var isEnded = false

    /// Nothing has happened yet.
    public init(total: Int? = nil) { self.total = total }

    /// How many came to an end, whichever.
    public var ended: Int { done + failed + skipped + cancelled }

    /// Between 0 and 1, nil as long as the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(ended) / Double(total)) : 1
    }
}
