import Synchronization

/// What a flight's work and those who wait for it tell each other, under a lock of its own: chunks
/// that arrive for one hold up nobody who asks for another.
package final class FlightCourse<Update: FlightUpdate>: Sendable {
    /// Is told what the work tells.
    package typealias Listener = @Sendable (Update) -> Void
    /// Is told what those who wait need.
    package typealias Follower = @Sendable (NeedsUpdate) -> Void

    private struct State: Sendable {
        var needs: NeedsUpdate
        var told: Update?
        // Mostly there is one of each at most.
        var listeners: [(id: UInt64, listener: FlightListener<Update>)] = []
        var followers: [(id: UInt64, follower: Follower)] = []
        var lastFollower: UInt64 = 0
        var isEnded = false
    }

    /// What a load inside of the work has to know.
    package let context = CurrentWork()
    private let state: Mutex<State>

    /// A flight of which nothing was told, for one who needs that.
    package init(_ needs: WorkNeeds) {
        state = Mutex(State(needs: NeedsUpdate(needs)))
    }

    /// What those who wait need together.
    package var needs: NeedsUpdate { state.withLock { $0.needs } }

    /// Adds one who waits; returns who is to be told what the others were told before, once no lock
    /// is held.
    package func add(_ id: UInt64, _ listener: Listener?) -> FlightListener<Update>? {
        guard let listener else { return nil }
        return state.withLock { state in
            let listener = FlightListener(untold: state.told, listener)
            state.listeners.append((id, listener))
            return listener
        }
    }

    /// Takes out one who waited.
    package func remove(_ id: UInt64) {
        state.withLock { state in state.listeners.removeAll { $0.id == id } }
    }

    /// Tells all who wait; nobody, and keeps nothing, once it has ended.
    package func publish(_ update: Update) {
        let listeners = state.withLock {
            state -> [(id: UInt64, listener: FlightListener<Update>)] in
            guard !state.isEnded else { return [] }
            if state.told?.merge(update) == nil { state.told = update }
            for (_, listener) in state.listeners { listener.note(update) }
            return state.listeners
        }
        for (_, listener) in listeners { listener.tell() }
    }

    /// Notes what is needed now; returns who is to be told, once no lock is held.
    package func note(_ update: NeedsUpdate) -> [Follower] {
        state.withLock { state in
            state.needs = update
            return state.followers.map { $0.follower }
        }
    }

    /// Calls the function now and at each change of what is needed, until the returned one is called.
    package func follow(_ follower: @escaping Follower) -> @Sendable () -> Void {
        let (id, needs) = state.withLock { state in
            state.lastFollower += 1
            state.followers.append((state.lastFollower, follower))
            return (state.lastFollower, state.needs)
        }
        follower(needs)
        return { self.state.withLock { state in state.followers.removeAll { $0.id == id } } }
    }

    /// Nobody waits any more, and nobody is told anything.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            state.needs = NeedsUpdate(WorkNeeds())
            (state.told, state.listeners, state.followers) = (nil, [], [])
        }
    }
}
