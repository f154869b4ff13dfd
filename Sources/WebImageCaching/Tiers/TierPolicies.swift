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

/// The policies by which several caches act as one, as ``TieredCache`` documents them.
struct TierPolicies: Hashable, Sendable {
    let query, store, remove, clear: TierPolicy
    let promotes: Bool
}
