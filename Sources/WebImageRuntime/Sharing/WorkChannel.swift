import Synchronization

/// The channel between shared work and its waiters: updates of the work one way, needs the other.
///
/// It has a lock of its own: chunks that arrive for one piece of work hold up no other.
package final class WorkChannel<Update: WorkUpdate>: Sendable {
    private struct State: Sendable {
        /// The merged updates so far, for waiters that join later.
        var latest: Update?
        // Mostly there is one at most.
        var listeners: [(id: UInt64, listener: Listener)] = []
        var isEnded = false
    }

    /// The identity of this work, for loads inside it.
    package let work: CurrentWork
    private let state = Mutex(State())

    package init(_ needs: WorkNeeds) { work = CurrentWork(needs: Needs(needs)) }

    /// The needs of all waiters together.
    package var needs: Needs { work.needs }

    /// Adds a waiter's listener.
    ///
    /// - Returns: The listener, to be told earlier updates once no lock is held.
    package func add(_ id: UInt64, _ listen: (@Sendable (Update) -> Void)?) -> Listener? {
        guard let listen else { return nil }
        return state.withLock { state in
            let listener = Listener(state.latest, listen)
            state.listeners.append((id, listener))
            return listener
        }
    }

    package func remove(_ id: UInt64) {
        state.withLock { state in state.listeners.removeAll { $0.id == id } }
    }

    /// Tells all listeners; after the end, none.
    package func publish(_ update: Update) {
        let listeners = state.withLock { state -> [(id: UInt64, listener: Listener)] in
            guard !state.isEnded else { return [] }
            state.latest.merge(update)
            for (_, listener) in state.listeners { listener.note(update) }
            return state.listeners
        }
        for (_, listener) in listeners { listener.deliver() }
    }

    /// Notes the needs of the waiters.
    ///
    /// - Returns: The function that tells the followers, once no lock is held.
    package func note(_ needs: WorkNeeds) -> @Sendable () -> Void {
        self.needs.change { $0 = needs }
    }

    /// Ends the channel: it tells neither side anything any more.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            (state.latest, state.listeners) = (nil, [])
        }
        needs.end(WorkNeeds())
    }

    /// Tells one waiter the updates in their order, one after the other.
    ///
    /// Updates that arrive while the waiter is told one are merged, and told next by the same task. No
    /// lock is held meanwhile; without this order a waiter that joins could be told an older update
    /// after a newer one.
    package final class Listener: Sendable {
        private let pending: Mutex<(update: Update?, isListening: Bool)>
        private let listen: @Sendable (Update) -> Void

        fileprivate init(_ earlier: Update?, _ listen: @escaping @Sendable (Update) -> Void) {
            pending = Mutex((earlier, false))
            self.listen = listen
        }

        fileprivate func note(_ update: Update) { pending.withLock { $0.update.merge(update) } }

        /// Hands out the noted updates, unless another task does so already; no lock may be held.
        package func deliver() {
            while let update = next() {
                listen(update)
                pending.withLock { $0.isListening = false }
            }
        }

        private func next() -> Update? {
            pending.withLock { pending in
                guard !pending.isListening, let update = pending.update.take() else { return nil }
                pending.isListening = true
                return update
            }
        }
    }
}

extension Optional where Wrapped: WorkUpdate {
    fileprivate mutating func merge(_ newer: Wrapped) {
        if self?.merge(newer) == nil { self = newer }
    }
}
