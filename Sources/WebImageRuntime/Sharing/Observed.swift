import Synchronization

/// A value that changes while others follow it.
package final class Observed<Value: Sendable>: Sendable {
    /// Called with a value and its revision; of two calls the greater revision is the later.
    package typealias Follower = @Sendable (Value, _ revision: UInt64) -> Void

    private struct State: Sendable {
        var value: Value
        var revision: UInt64 = 0
        // Mostly there is one at most.
        var followers: [(id: UInt64, follower: Follower)] = []
        var lastFollower: UInt64 = 0
    }

    private let state: Mutex<State>

    /// Creates a value of revision 0.
    package init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value now, and its revision.
    package var current: (value: Value, revision: UInt64) {
        state.withLock { ($0.value, $0.revision) }
    }

    /// Changes the value, and returns the function that tells the followers, for a caller that holds
    /// a lock.
    package func change(_ change: (inout Value) -> Void) -> () -> Void {
        let state = state.withLock { state in
            change(&state.value)
            state.revision += 1
            return state
        }
        return {
            for (_, follower) in state.followers { follower(state.value, state.revision) }
        }
    }

    /// Calls the function now and at each change, until the returned one is called.
    package func follow(_ follower: @escaping Follower) -> @Sendable () -> Void {
        let state = state.withLock { state in
            state.lastFollower += 1
            state.followers.append((state.lastFollower, follower))
            return state
        }
        follower(state.value, state.revision)
        let id = state.lastFollower
        return { self.state.withLock { $0.followers.removeAll { $0.id == id } } }
    }

    /// Drops the followers, which are not told the last value.
    package func end(_ last: Value) {
        state.withLock { state in
            state.value = last
            state.revision += 1
            state.followers = []
        }
    }
}
