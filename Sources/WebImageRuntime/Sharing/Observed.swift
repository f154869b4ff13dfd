import Synchronization

/// A value that changes while others follow it.
///
/// Its lock is taken under those of its followers, and calls nothing: a follower reads the value under
/// its own lock, so that the last change is the one that stays.
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
    package func end(_ last: Value) {
        state.withLock { ($0.value, $0.followers) = (last, [:]) }
    }
}
