import Synchronization

/// Tells one who waits for a flight what its work tells: in the order in which that came, one after
/// the other.
///
/// What comes while it is told something, it is told next, and together: whoever tells it then goes
/// on with that, and nobody waits. Without it one who joins could hear of what was before after it
/// heard of what is now, since no lock is held while somebody listens.
package final class FlightListener<Update: FlightUpdate>: Sendable {
    private struct State: Sendable {
        var untold: Update?
        var isListening = false
    }

    private let state: Mutex<State>
    private let listen: @Sendable (Update) -> Void

    /// One who was told nothing yet, and is to hear that first.
    package init(untold: Update?, _ listen: @escaping @Sendable (Update) -> Void) {
        state = Mutex(State(untold: untold))
        self.listen = listen
    }

    /// Notes what it is to be told, behind what it was not told yet.
    package func note(_ update: Update) {
        state.withLock { state in
            if state.untold?.merge(update) == nil { state.untold = update }
        }
    }

    /// Tells it what was noted, unless somebody is at that already; no lock may be held.
    package func tell() {
        while let update = takeUntold() {
            listen(update)
            state.withLock { $0.isListening = false }
        }
    }

    private func takeUntold() -> Update? {
        state.withLock { state in
            guard !state.isListening, let update = state.untold.take() else { return nil }
            state.isListening = true
            return update
        }
    }
}
