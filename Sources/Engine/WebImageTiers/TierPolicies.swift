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
    package func places(of count: Int) -> [Int] {
        switch self {
        case _ where count == 0: []
        case .serial, .concurrent: Array(0..<count)
        case .highestOnly: [0]
        case .lowestOnly: [count - 1]
        case .nothing: []
        }
    }
}

/// The policies by which several caches act as one, as `TieredCache` documents them.
package struct TierPolicies: Hashable, Sendable {
    package let query, store, remove, clear: TierPolicy
    package let promotes: Bool

    package init(
        query: TierPolicy, store: TierPolicy, remove: TierPolicy, clear: TierPolicy, promotes: Bool
    ) {
        (self.query, self.store, self.remove, self.clear) = (query, store, remove, clear)
        self.promotes = promotes
    }
}
