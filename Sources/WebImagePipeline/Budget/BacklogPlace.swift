import Synchronization

/// The place of a body among those that wait for a decoder, until one begins with it; left at the
/// latest with the last reference.
package final class BacklogPlace: Sendable {
    private struct State: Sendable {
        var isLeft = false
        var isSuspended = false
        var revision: UInt64?
    }

    private let gate: TransferGate
    private let byteCount: Int
    private let state = Mutex(State())

    /// Takes a place.
    package init(byteCount: Int, in gate: TransferGate) {
        self.gate = gate
        self.byteCount = byteCount
        gate.changeBacklog { $0.add(byteCount: byteCount) }
    }

    deinit { leave() }

    /// Leaves; more than once is no more than once.
    package func leave() {
        // The gate is told under the lock: of a change and the end at once it would otherwise hear in
        // any order.
        state.withLock { state in
            guard !state.isLeft else { return }
            state.isLeft = true
            if !state.isSuspended { gate.changeBacklog { $0.remove(byteCount: byteCount) } }
        }
    }

    /// Keeps others from nothing while whoever wants the picture stands still.
    package func note(_ update: NeedsUpdate) {
        state.withLock { state in
            guard !state.isLeft, state.revision.map({ $0 < update.revision }) ?? true else {
                return
            }
            state.revision = update.revision
            guard state.isSuspended != update.needs.isSuspended else { return }
            state.isSuspended = update.needs.isSuspended
            gate.changeBacklog { [isSuspended = state.isSuspended] backlog in
                if isSuspended {
                    backlog.remove(byteCount: byteCount)
                } else {
                    backlog.add(byteCount: byteCount)
                }
            }
        }
    }
}
