import Synchronization

/// A listener of a ``WorkChannel``.
package struct WorkListener<Update: Sendable>: Sendable {
    /// Takes an update under the locks of channels, which keeps the order: it resumes no task,
    /// since the end of a task may wait for these locks.
    package let note: @Sendable (Update) -> Void
    /// Follows, once no lock is held, and may resume a task.
    package let wake: @Sendable () -> Void

    package init(
        note: @escaping @Sendable (Update) -> Void, wake: @escaping @Sendable () -> Void = {}
    ) {
        (self.note, self.wake) = (note, wake)
    }
}

/// The channel between shared work and its waiters: updates of the work one way, needs the other.
///
/// It has its own lock: chunks that arrive for one piece of work hold up no other.
package final class WorkChannel<Update: WorkUpdate>: Sendable {
    private struct State: Sendable {
        /// The merged updates so far, for waiters that join later.
        var latest: Update?
        // Mostly there is one at most.
        var listeners: [(id: UInt64, listener: WorkListener<Update>)] = []
        var isEnded = false
    }

    /// The identity of this work, for loads inside it.
    package let work: CurrentWork
    private let state = Mutex(State())

    package init(_ needs: WorkNeeds) { work = CurrentWork(needs: Needs(needs)) }

    /// The needs of all waiters together.
    package var needs: Needs { work.needs }

    /// Adds a waiter's listener, which takes the merged updates so far; its `wake` is left to the
    /// caller.
    package func add(_ id: UInt64, _ listener: WorkListener<Update>?) {
        guard let listener else { return }
        state.withLock { state in
            state.listeners.append((id, listener))
            if let latest = state.latest { listener.note(latest) }
        }
    }

    package func remove(_ id: UInt64) {
        state.withLock { state in state.listeners.removeAll { $0.id == id } }
    }

    /// Notes an update for all listeners, and wakes them; after the end, none.
    package func publish(_ update: Update) {
        note(update)
        wake()
    }

    /// Notes an update for all listeners, to be followed by ``wake()``.
    package func note(_ update: Update) {
        state.withLock { state in
            guard !state.isEnded else { return }
            if state.latest?.merge(update) == nil { state.latest = update }
            for (_, listener) in state.listeners { listener.note(update) }
        }
    }

    /// Wakes all listeners; no lock may be held.
    package func wake() {
        for (_, listener) in state.withLock({ $0.listeners }) { listener.wake() }
    }

    /// Notes the needs of the waiters.
    ///
    /// - Returns: The function that notifies the followers, once no lock is held.
    package func note(_ needs: WorkNeeds) -> @Sendable () -> Void {
        self.needs.change { $0 = needs }
    }

    /// Ends the channel: it sends neither side anything any more.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            (state.latest, state.listeners) = (nil, [])
        }
        needs.end(WorkNeeds())
    }
}
