import Synchronization
import WebImageCaching
package import WebImageRuntime

/// The bodies that wait for a decoder, and the transfers that are held back while there are enough.
package final class SharedBacklog: Sendable {
    private let gate: Gate
    private let state: Mutex<DecodeBacklog>

    /// Creates an empty backlog of some decoders, for the transfers of a gate.
    package init(decoderCount: Int, transfers gate: Gate) {
        self.gate = gate
        state = Mutex(DecodeBacklog(decoderCount: decoderCount))
    }

    /// The backlog now.
    package var current: DecodeBacklog { state.withLock { $0 } }

    /// Changes the backlog, and admits the transfers that need not wait any more.
    package func change(_ change: (inout DecodeBacklog) -> Void) {
        // The gate is called under the lock: of two changes at once it would otherwise hear in any
        // order.
        state.withLock { state in
            change(&state)
            gate.holdBack(upTo: state.held)
        }
    }
}

/// The entry of a body in the backlog, until a decoder begins with it; it ends at the latest with
/// the last reference.
package final class BacklogEntry: Sendable {
    private struct State: Sendable {
        var hasEnded = false
        var isSuspended = false
        var priority: LoadPriority
        var revision: UInt64?
    }

    private let backlog: SharedBacklog
    private let byteCount: Int
    // The backlog is changed under the lock: of two changes at once it would otherwise hear in any
    // order.
    private let state: Mutex<State>

    package init(byteCount: Int, priority: LoadPriority = .normal, in backlog: SharedBacklog) {
        self.backlog = backlog
        self.byteCount = byteCount
        state = Mutex(State(priority: priority))
        backlog.change { $0.add(byteCount: byteCount, priority) }
    }

    deinit { end() }

    /// Removes the body; idempotent.
    package func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            guard !state.isSuspended else { return }
            backlog.change { [priority = state.priority] in
                $0.remove(byteCount: byteCount, priority)
            }
        }
    }

    /// Counts the body with the priority of its image, and not at all while that is suspended.
    package func note(_ update: NeedsUpdate) {
        state.withLock { state in
            guard !state.hasEnded, state.revision.map({ $0 < update.revision }) ?? true else {
                return
            }
            state.revision = update.revision
            let (old, needs) = (state, update.needs)
            guard old.isSuspended != needs.isSuspended || old.priority != needs.priority else {
                return
            }
            (state.isSuspended, state.priority) = (needs.isSuspended, needs.priority)
            backlog.change { backlog in
                if !old.isSuspended { backlog.remove(byteCount: byteCount, old.priority) }
                if !needs.isSuspended { backlog.add(byteCount: byteCount, needs.priority) }
            }
        }
    }
}
