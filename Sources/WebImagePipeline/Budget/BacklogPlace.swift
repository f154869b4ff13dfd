import Synchronization
package import WebImageRuntime

/// The place of a body among those that wait for a decoder, until one begins with it; left at the
/// latest with the last reference.
package final class BacklogPlace: Sendable {
    private struct State: Sendable {
        var isLeft = false
        var isSuspended = false
        var priority: LoadPriority
        var revision: UInt64?
    }

    private let gate: TransferGate
    private let byteCount: Int
    private let state: Mutex<State>

    /// Takes a place.
    package init(
        byteCount: Int, priority: LoadPriority = .normal, in gate: TransferGate
    ) {
        self.gate = gate
        self.byteCount = byteCount
        state = Mutex(State(priority: priority))
        gate.changeBacklog { $0.add(byteCount: byteCount, priority) }
    }

    deinit { leave() }

    /// Leaves; more than once is no more than once.
    package func leave() {
        // The gate is told under the lock: of a change and the end at once it would otherwise hear in
        // any order.
        state.withLock { state in
            guard !state.isLeft else { return }
            state.isLeft = true
            guard !state.isSuspended else { return }
            gate.changeBacklog { [priority = state.priority] backlog in
                backlog.remove(byteCount: byteCount, priority)
            }
        }
    }

    /// Keeps back those only that are no keener than whoever wants the picture, and nobody while
    /// that one stands still.
    package func note(_ update: NeedsUpdate) {
        state.withLock { state in
            guard !state.isLeft, state.revision.map({ $0 < update.revision }) ?? true else {
                return
            }
            state.revision = update.revision
            let (old, needs) = (state, update.needs)
            guard old.isSuspended != needs.isSuspended || old.priority != needs.priority else {
                return
            }
            (state.isSuspended, state.priority) = (needs.isSuspended, needs.priority)
            gate.changeBacklog { backlog in
                if !old.isSuspended { backlog.remove(byteCount: byteCount, old.priority) }
                if !needs.isSuspended { backlog.add(byteCount: byteCount, needs.priority) }
            }
        }
    }
}
