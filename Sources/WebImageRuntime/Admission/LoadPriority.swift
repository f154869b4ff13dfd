/// How soon a load is wanted, compared with others that wait.
///
/// Work that several callers share has the priority of the keenest.
public enum LoadPriority: String, Hashable, Sendable, CaseIterable {
    /// When nothing else waits: prefetching.
    case low
    /// In turn.
    case normal
    /// Before the others: what a user looks at.
    case high
}

extension LoadPriority: Comparable {
    /// From low to high.
    public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
        left.rank < right.rank
    }

    /// What work of that priority runs with.
    package var taskPriority: TaskPriority {
        switch self {
        case .low: .low
        case .normal: .medium
        case .high: .high
        }
    }

    /// Greater is keener.
    package var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }
}
