import Synchronization

/// Lets transfers run within limits; the others wait in the order of ``PriorityGate``.
package final class TransferGate: Sendable {
    private struct State {
        var gate: PriorityGate
        var waiters: [PriorityGate.Ticket: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state: Mutex<State>

    /// A gate for so many in all and so many for a host.
    package init(limit: Int, limitPerHost: Int) {
        state = Mutex(State(gate: PriorityGate(limit: limit, limitPerHost: limitPerHost)))
    }

    /// Transfers under way, and those that wait.
    package var counts: (active: Int, waiting: Int) {
        state.withLock { ($0.gate.activeCount, $0.gate.waitingCount) }
    }

    /// A ticket for one ``withSlot(host:priority:ticket:_:)``, to be raised while it waits.
    package func issueTicket() -> PriorityGate.Ticket { state.withLock { $0.gate.issue() } }

    /// Moves a waiting ticket ahead of less important ones.
    package func raise(_ ticket: PriorityGate.Ticket, to priority: TaskPriority) {
        state.withLock { $0.gate.raise(ticket, to: Int(priority.rawValue)) }
    }

    /// Runs `body` once there is a slot for the host.
    ///
    /// While `body` waits for another load the slot serves others; it is free as soon as the task
    /// is cancelled, even if `body` goes on.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it has its slot, and what
    ///   `body` throws.
    package func withSlot<Result>(
        host: String, priority: TaskPriority = .medium, ticket: PriorityGate.Ticket? = nil,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let ticket = ticket ?? issueTicket()
        let slot = TransferSlot(
            enter: { try await self.enter(ticket, host, Int(priority.rawValue)) },
            leave: { self.leave(ticket) })
        try await slot.enter()
        defer { slot.end() }
        try Task.checkCancellation()
        FlightContext.current?.hold(slot)
        return try await withTaskCancellationHandler(operation: body) { slot.end() }
    }

    private func enter(_ ticket: PriorityGate.Ticket, _ host: String, _ priority: Int) async throws
    {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let entrance = state.withLock { state -> PriorityGate.Entrance? in
                    // The flag is set before the handler runs: either it is seen here, or the
                    // handler, which needs the same lock, finds the waiter.
                    guard !Task.isCancelled else { return nil }
                    let entrance = state.gate.enter(ticket, host: host, priority: priority)
                    if entrance == .waiting { state.waiters[ticket] = continuation }
                    return entrance
                }
                switch entrance {
                case .admitted: continuation.resume()
                case .waiting: break
                case nil: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.gate.cancel(ticket) ? state.waiters.removeValue(forKey: ticket) : nil
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func leave(_ ticket: PriorityGate.Ticket) {
        let next = state.withLock { state in
            state.gate.leave(ticket).flatMap { state.waiters.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}
