import Synchronization

/// A value that changes while others follow it.
package final class Observed<Value: Sendable>: Sendable {
    /// Called with a value and its revision; of two calls the greater revision is the later.
    package typealias Follower = @Sendable (Value, _ revision: UInt64) -> Void

    private struct State: Sendable {
        var value: Value
        var revision: UInt64 = 0
        var followers: [UInt64: Follower] = [:]
        var lastFollower: UInt64 = 0
    }

    private let state: Mutex<State>

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value now, and its revision.
    package var current: (value: Value, revision: UInt64) {
        state.withLock { ($0.value, $0.revision) }
    }

    /// Changes the value.
    ///
    /// - Returns: The function that tells the followers, to be called when no lock is held.
    package func change(_ change: (inout Value) -> Void) -> () -> Void {
        let state = state.withLock { state in
            change(&state.value)
            state.revision += 1
            return state
        }
        return {
            for follower in state.followers.values { follower(state.value, state.revision) }
        }
    }

    /// Calls the function now and at each change, until the returned one is called.
    package func follow(_ follower: @escaping Follower) -> @Sendable () -> Void {
        let (id, value, revision) = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = follower
            return (state.lastFollower, state.value, state.revision)
        }
        follower(value, revision)
        return { self.state.withLock { $0.followers[id] = nil } }
    }

    /// Sets the last value, and drops the followers without telling them.
    package func end(_ last: Value) {
        state.withLock { state in
            state.value = last
            state.revision += 1
            state.followers = [:]
        }
    }
}
