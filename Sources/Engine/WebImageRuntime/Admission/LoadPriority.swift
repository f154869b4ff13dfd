/// The priority of a load among others that wait.
///
/// Work that several callers share has the highest of their priorities.
public enum LoadPriority: String, Hashable, Sendable, CaseIterable {
    /// For prefetching: only if no other load waits, and never in the last slot of several.
    case low
    /// In turn.
    case normal
    /// Before the others: for images on the screen.
    case high
}

extension LoadPriority: Comparable {
    /// Returns `true` if the first priority is lower.
    public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
        left.rank < right.rank
    }

    package var taskPriority: TaskPriority {
        switch self {
        case .low: .low
        case .normal: .medium
        case .high: .high
        }
    }

    /// The position from low to high.
    package var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        }
    }
}

extension Task {
    /// Raises the priority of a running task and of the work it waits for, if the system can.
    package func escalate(to priority: TaskPriority) {
        if #available(macOS 26, iOS 26, *) { escalatePriority(to: priority) }
    }
}

/// The order of waiting transfers of equal priority.
public enum TransferOrder: Hashable, Sendable, CaseIterable {
    /// The first to come goes first.
    case firstComeFirst
    /// The last to come goes first: for lists that a user scrolls through.
    case lastComeFirst
}
