import Synchronization
package import WebImageRuntime

/// Lets transfers run within limits; the others wait in the order of ``PriorityGate``, those for
/// pixels also while enough bodies that are as keen wait for a decoder (``DecodeBacklog``).
package final class TransferGate: Sendable {
    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Void, any Error>
        var revision: UInt64
    }

    private struct State {
        var gate: PriorityGate
        var backlog: DecodeBacklog
        var waiters: [PriorityGate.Ticket: Waiter] = [:]

        mutating func takeWaiters(_ tickets: [PriorityGate.Ticket]) -> [Waiter] {
            tickets.compactMap { waiters.removeValue(forKey: $0) }
        }
    }

    private let state: Mutex<State>

    /// A gate for so many in all and so many for a host, and for bodies that so many decoders wait
    /// for.
    package init(
        limit: Int, limitPerHost: Int, order: TransferOrder = .firstComeFirst,
        decoderCount: Int = .max
    ) {
        state = Mutex(
            State(
                gate: PriorityGate(limit: limit, limitPerHost: limitPerHost, order: order),
                backlog: DecodeBacklog(decoderCount: decoderCount)))
    }

    /// Changes the backlog, and lets those go on who may by it.
    package func changeBacklog(_ change: (inout DecodeBacklog) -> Void) {
        let admitted = state.withLock { state in
            change(&state.backlog)
            return state.takeWaiters(state.gate.holdPixelsBack(upTo: state.backlog.held))
        }
        for waiter in admitted { waiter.continuation.resume() }
    }

    /// The bodies that wait for a decoder.
    package var backlog: DecodeBacklog { state.withLock { $0.backlog } }

    /// Transfers under way, and those that wait.
    package var counts: (active: Int, waiting: Int) {
        state.withLock { ($0.gate.activeCount, $0.gate.waitingCount) }
    }

    /// How many wait with a priority.
    package func waitingCount(of priority: LoadPriority) -> Int {
        state.withLock { $0.gate.waitingCount(of: priority) }
    }

    /// Changes the limits: transfers under way go on, waiting ones start when there is room.
    package func setLimits(_ limit: Int, perHost: Int, order: TransferOrder) {
        let admitted = state.withLock { state in
            state.takeWaiters(state.gate.setLimits(limit, perHost: perHost, order: order))
        }
        for waiter in admitted { waiter.continuation.resume() }
    }

    /// Runs `body` once there is a slot for the host.
    ///
    /// While `body` waits for another load the slot serves others; it is free as soon as the task
    /// is cancelled, even if `body` goes on.
    ///
    /// - Parameter needs: What decides who goes first; while it waits, changes count at once.
    /// - Throws: `CancellationError` if the task is cancelled before it has its slot, and what
    ///   `body` throws.
    package func withSlot<Result>(
        host: String, needs: NeedsSource = .constant(WorkNeeds()),
        _ body: () async throws -> Result
    ) async throws -> Result {
        let ticket = state.withLock { $0.gate.issue() }
        let slot = TransferSlot(
            enter: {
                if self.enterAtOnce(ticket, host, needs.current().needs) { return }
                try await self.enter(ticket, host, needs)
            }, leave: { self.leave(ticket) })
        try await slot.enter()
        defer { slot.end() }
        try Task.checkCancellation()
        CurrentWork.current?.hold(slot)
        return try await withTaskCancellationHandler(operation: body) { slot.end() }
    }

    /// Enters where there is room, as mostly: then nobody need follow what is needed meanwhile.
    @inline(never) private func enterAtOnce(
        _ ticket: PriorityGate.Ticket, _ host: String, _ needs: WorkNeeds
    ) -> Bool {
        state.withLock { state in
            guard !Task.isCancelled else { return false }
            let entrance = state.gate.enter(
                ticket, host: host, priority: needs.priority, isSuspended: needs.isSuspended,
                isForPixels: needs.isForPixels)
            if entrance == .waiting { _ = state.gate.cancel(ticket) }
            return entrance == .admitted
        }
    }

    private func enter(
        _ ticket: PriorityGate.Ticket, _ host: String, _ needs: NeedsSource
    ) async throws {
        let unfollow = needs.follow { self.change(ticket, to: $0) }
        defer { unfollow() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(ticket, host, needs.current(), continuation)
                // What came before the waiter was there found nobody.
                change(ticket, to: needs.current())
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.gate.cancel(ticket) ? state.waiters.removeValue(forKey: ticket) : nil
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    @inline(never) private func enter(
        _ ticket: PriorityGate.Ticket, _ host: String, _ update: NeedsUpdate,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let entrance = state.withLock { state -> PriorityGate.Entrance? in
            // The flag is set before the handler runs: either it is seen here, or the
            // handler, which needs the same lock, finds the waiter.
            guard !Task.isCancelled else { return nil }
            let entrance = state.gate.enter(
                ticket, host: host, priority: update.needs.priority,
                isSuspended: update.needs.isSuspended, isForPixels: update.needs.isForPixels)
            if entrance == .waiting {
                state.waiters[ticket] = Waiter(
                    continuation: continuation, revision: update.revision)
            }
            return entrance
        }
        switch entrance {
        case .admitted: continuation.resume()
        case .waiting: break
        case nil: continuation.resume(throwing: CancellationError())
        }
    }

    @inline(never) private func change(_ ticket: PriorityGate.Ticket, to update: NeedsUpdate) {
        let admitted = state.withLock { state -> [Waiter] in
            guard let waiter = state.waiters[ticket], waiter.revision < update.revision else {
                return []
            }
            state.waiters[ticket]?.revision = update.revision
            return state.takeWaiters(
                state.gate.change(
                    ticket, priority: update.needs.priority,
                    isSuspended: update.needs.isSuspended, isForPixels: update.needs.isForPixels))
        }
        for waiter in admitted { waiter.continuation.resume() }
    }

    private func leave(_ ticket: PriorityGate.Ticket) {
        let admitted = state.withLock { state in state.takeWaiters(state.gate.leave(ticket)) }
        for waiter in admitted { waiter.continuation.resume() }
    }
}
