import Synchronization

/// The outputs of shared work that are kept; the work defines them.
package struct WorkOutputs: OptionSet, Hashable, Sendable {
    /// One bit for each output.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The needs of one caller of shared work, or of all of them together.
package struct WorkNeeds: Hashable, Sendable {
    package var priority: LoadPriority
    package var keeping: WorkOutputs
    /// The least time between two previews; nil for none.
    package var previewInterval: Duration?
    package var isSuspended: Bool

    package init(
        priority: LoadPriority = .normal, keeping: WorkOutputs = WorkOutputs(),
        previewInterval: Duration? = nil, isSuspended: Bool = false
    ) {
        self.priority = priority
        self.keeping = keeping
        self.previewInterval = previewInterval
        self.isSuspended = isSuspended
    }

    /// Returns the needs of two callers together: the higher priority, all outputs, the shorter
    /// interval; suspended only if both are.
    package func union(_ other: WorkNeeds) -> WorkNeeds {
        WorkNeeds(
            priority: max(priority, other.priority), keeping: keeping.union(other.keeping),
            previewInterval: Self.least(previewInterval, other.previewInterval),
            isSuspended: isSuspended && other.isSuspended)
    }

    private static func least(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

/// The needs of a caller or of shared work, which may change.
package typealias Needs = Observed<WorkNeeds>

/// The needs of many callers, and their union.
///
/// Equal needs are one entry with a count, so the cost of a change grows with the number of
/// different needs, not of callers.
package struct NeedsTally {
    // A list: there are few different ones, mostly one.
    private var counts: [(needs: WorkNeeds, count: Int)] = []
    /// The needs together; nil before the first, unchanged when the last ones are removed.
    package private(set) var union: WorkNeeds?

    package init() {}

    package mutating func add(_ needs: WorkNeeds) {
        union = counts.isEmpty ? needs : union?.union(needs)
        if let index = index(of: needs) {
            counts[index].count += 1
        } else {
            counts.append((needs, 1))
        }
    }

    package mutating func remove(_ needs: WorkNeeds) {
        guard let index = index(of: needs) else { return }
        counts[index].count -= 1
        guard counts[index].count == 0 else { return }
        counts.remove(at: index)
        guard let first = counts.first else { return }
        union = counts.dropFirst().reduce(first.needs) { $0.union($1.needs) }
    }

    package mutating func replace(_ former: WorkNeeds, by needs: WorkNeeds) {
        // The new ones first: needs that only this caller has must not be lost in between.
        add(needs)
        remove(former)
    }

    private func index(of needs: WorkNeeds) -> Int? { counts.firstIndex { $0.needs == needs } }
}

/// A value that changes while others follow it.
///
/// Its lock is taken under its followers' locks, and calls nothing: a follower reads the value
/// under its own lock, so that the last change is the one that stays.
package final class Observed<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var followers: [UInt64: @Sendable () -> Void] = [:]
        var lastFollower: UInt64 = 0
        /// Ends the following of the value that this one is made of.
        var unfollow: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    deinit { state.withLock { $0.unfollow }?() }

    /// The value now.
    package var current: Value { state.withLock { $0.value } }

    /// Changes the value.
    ///
    /// - Returns: The function that calls the followers, to be called when no lock is held.
    package func change(_ change: (inout Value) -> Void) -> @Sendable () -> Void {
        let followers = state.withLock { state in
            change(&state.value)
            return state.followers
        }
        return { for follower in followers.values { follower() } }
    }

    /// Calls the function now and after each change, until the returned one is called.
    package func follow(_ follower: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = follower
            return state.lastFollower
        }
        follower()
        return { self.state.withLock { $0.followers[id] = nil } }
    }

    /// Returns a value that is made of this one, and changes with it.
    package func map<Result>(
        _ transform: @escaping @Sendable (Value) -> Result
    ) -> Observed<Result> {
        let result = Observed<Result>(transform(current))
        let unfollow = follow { [weak result] in
            result?.change { $0 = transform(self.current) }()
        }
        result.state.withLock { $0.unfollow = unfollow }
        return result
    }

    /// Sets the last value, and drops the followers without calling them.
    package func end(_ last: Value) { state.withLock { ($0.value, $0.followers) = (last, [:]) } }
}
