/// The tiers that take part in an operation.
public enum TierPolicy: String, Hashable, Sendable, CaseIterable {
    /// All, one after the other, the highest first.
    case serial
    /// All at once.
    case concurrent
    /// The first one only.
    case highestOnly
    /// The last one only.
    case lowestOnly
    /// None.
    case nothing

    /// Returns the indices of the tiers that take part, of `count` tiers.
    func places(of count: Int) -> [Int] {
        switch self {
        case _ where count == 0: []
        case .serial, .concurrent: Array(0..<count)
        case .highestOnly: [0]
        case .lowestOnly: [count - 1]
        case .nothing: []
        }
    }
}

/// The policies by which several caches act as one.
public struct TierPolicies: Hashable, Sendable {
    /// The tiers to query, in order; the first hit wins.
    public var query: TierPolicy
    /// The tiers that store a new entry.
    public var store: TierPolicy
    /// The tiers that remove an entry.
    public var remove: TierPolicy
    /// The tiers that remove all entries.
    public var clear: TierPolicy
    /// `true` if an entry found in a lower tier is copied to those above it.
    public var promotes: Bool

    /// Policies; by default the highest tier stores, all are queried and cleared, nothing is copied.
    public init(
        query: TierPolicy = .serial, store: TierPolicy = .highestOnly,
        remove: TierPolicy = .concurrent, clear: TierPolicy = .concurrent, promotes: Bool = false
    ) {
        self.query = query
        self.store = store
        self.remove = remove
        self.clear = clear
        self.promotes = promotes
    }
}
