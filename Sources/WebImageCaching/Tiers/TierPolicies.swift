/// Which of several caches does what is asked of all.
public enum TierPolicy: String, Hashable, Sendable, CaseIterable {
    /// One after the other, the highest first.
    case serial
    /// All at once.
    case concurrent
    /// The first one only.
    case highestOnly
    /// The last one only.
    case lowestOnly
    /// None.
    case nothing

    /// The places of those that take part, of so many.
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

/// How several caches act as one.
public struct TierPolicies: Hashable, Sendable {
    /// Who is asked; the first hit answers.
    public var query: TierPolicy
    /// Who gets a new entry.
    public var store: TierPolicy
    /// Who forgets an entry.
    public var remove: TierPolicy
    /// Who forgets everything.
    public var clear: TierPolicy
    /// Whether an entry found in a lower cache is copied into those above it.
    public var promotes: Bool

    /// The highest stores, all answer and forget, nothing is copied, unless said otherwise.
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
