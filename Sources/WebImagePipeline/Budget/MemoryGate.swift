import Synchronization
import WebImageRuntime

/// Shares out memory within a limit; who finds none waits, without a thread, in the order of
/// ``BudgetGate``.
package final class MemoryGate: Sendable {
    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Void, any Error>
        var revision: UInt64
    }

    private struct State {
        var gate: BudgetGate
        var waiters: [BudgetGate.Ticket: Waiter] = [:]

        mutating func takeWaiters(_ tickets: [BudgetGate.Ticket]) -> [Waiter] {
            tickets.compactMap { waiters.removeValue(forKey: $0) }
        }
    }

    /// How much is in use.
    package struct Usage: Hashable, Sendable {
        /// The bytes that are shared out at most.
        package var limit = 0
        /// The bytes that are held.
        package var heldByteCount = 0
        /// Claims that hold memory.
        package var holderCount = 0
        /// Claims that wait for memory, or for more.
        package var waitingCount = 0

        /// So much of so many bytes, for which nobody waits.
        package init(limit: Int = 0, heldByteCount: Int = 0, holderCount: Int = 0) {
            self.limit = limit
            self.heldByteCount = heldByteCount
            self.holderCount = holderCount
        }
    }

    private let state: Mutex<State>

    /// A gate for so many bytes, of which newcomers may be given half only.
    package init(limit: Int, reservesHalf: Bool = false) {
        state = Mutex(State(gate: BudgetGate(limit: limit, reservesHalf: reservesHalf)))
    }

    /// How much is in use now.
    package var usage: Usage {
        state.withLock { state in
            var usage = Usage(
                limit: state.gate.limit, heldByteCount: state.gate.heldByteCount,
                holderCount: state.gate.holderCount)
            usage.waitingCount = state.gate.waitingCount
            return usage
        }
    }

    /// Changes the limit; who holds memory keeps it.
    package func setLimit(_ limit: Int) {
        go { $0.setLimit(limit) }
    }

    /// Memory without waiting; nil where there is none now, or others were first.
    ///
    /// - Parameter needs: Asked only where others wait.
    package func tryClaim(
        _ byteCount: Int, _ needs: @autoclosure () -> WorkNeeds = WorkNeeds()
    ) -> MemoryClaim? {
        let isFree = state.withLock { $0.gate.waitingCount == 0 }
        let needs = isFree ? WorkNeeds() : needs()
        let ticket = state.withLock { state -> BudgetGate.Ticket? in
            let ticket = state.gate.issue()
            let entrance = state.gate.enter(
                ticket, byteCount: byteCount, priority: needs.priority,
                isSuspended: needs.isSuspended)
            if entrance == .admitted { return ticket }
            // It was last of all, or ahead of others who could not go either: nobody is let in.
            _ = state.gate.leave(ticket)
            return nil
        }
        return ticket.map { MemoryClaim(of: byteCount, $0, in: self) }
    }

    /// Memory, as soon as it is this claim's turn.
    ///
    /// - Parameter needs: What decides who goes first; while it waits, changes count at once, and
    ///   one who is suspended is passed over.
    /// - Throws: `CancellationError` if the task is cancelled before.
    package func claim(
        _ byteCount: Int, _ needs: NeedsSource = .constant(WorkNeeds())
    ) async throws -> MemoryClaim {
        let ticket = state.withLock { $0.gate.issue() }
        let unfollow = needs.follow { self.change(ticket, to: $0) }
        defer { unfollow() }
        try await wait(for: ticket) { continuation in
            enter(ticket, byteCount, needs.current(), continuation)
            // What came before the waiter was there found nobody.
            change(ticket, to: needs.current())
        }
        return MemoryClaim(of: byteCount, ticket, in: self)
    }

    /// Lets a claim hold so many bytes, as soon as there is room for them.
    func resize(_ ticket: BudgetGate.Ticket, to byteCount: Int) async throws {
        let isDone = go { $0.resize(ticket, to: byteCount) }.contains(ticket)
        if isDone { return }
        try await wait(for: ticket) { continuation in
            let admitted = state.withLock { state -> [Waiter]? in
                guard !Task.isCancelled else { return nil }
                // Asked again together with the continuation: there may be room by now.
                state.waiters[ticket] = Waiter(continuation: continuation, revision: .max)
                return state.takeWaiters(state.gate.resize(ticket, to: byteCount))
            }
            guard let admitted else {
                return continuation.resume(throwing: CancellationError())
            }
            for waiter in admitted { waiter.continuation.resume() }
        }
    }

    /// Counts what a claim holds, whether there is room or not.
    func take(_ ticket: BudgetGate.Ticket, byteCount: Int) {
        state.withLock { $0.gate.take(ticket, byteCount: byteCount) }
    }

    /// Gives back what a claim holds; one that waits to have more waits no longer.
    func leave(_ ticket: BudgetGate.Ticket) {
        go { $0.leave(ticket) + [ticket] }
    }

    /// Takes a step of the gate, and lets those go on who may.
    @discardableResult private func go(
        _ step: (inout BudgetGate) -> [BudgetGate.Ticket]
    ) -> [BudgetGate.Ticket] {
        let (tickets, waiters) = state.withLock { state in
            let tickets = step(&state.gate)
            return (tickets, state.takeWaiters(tickets))
        }
        for waiter in waiters { waiter.continuation.resume() }
        return tickets
    }
}

// Those who wait.
extension MemoryGate {
    /// Waits as `begin` says; a cancelled ticket leaves at once, with all that it holds.
    private func wait(
        for ticket: BudgetGate.Ticket,
        _ begin: (CheckedContinuation<Void, any Error>) -> Void
    ) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(begin)
        } onCancel: {
            let (waiter, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
                guard let waiter = state.waiters.removeValue(forKey: ticket) else {
                    return (nil, [])
                }
                return (waiter, state.takeWaiters(state.gate.leave(ticket)))
            }
            waiter?.continuation.resume(throwing: CancellationError())
            for waiter in admitted { waiter.continuation.resume() }
        }
    }

    private func enter(
        _ ticket: BudgetGate.Ticket, _ byteCount: Int, _ update: NeedsUpdate,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let entrance = state.withLock { state -> BudgetGate.Entrance? in
            // The flag is set before the handler runs: either it is seen here, or the
            // handler, which needs the same lock, finds the waiter.
            guard !Task.isCancelled else { return nil }
            let entrance = state.gate.enter(
                ticket, byteCount: byteCount, priority: update.needs.priority,
                isSuspended: update.needs.isSuspended)
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

    private func change(_ ticket: BudgetGate.Ticket, to update: NeedsUpdate) {
        let admitted = state.withLock { state -> [Waiter] in
            guard let waiter = state.waiters[ticket], waiter.revision < update.revision else {
                return []
            }
            state.waiters[ticket]?.revision = update.revision
            return state.takeWaiters(
                state.gate.change(
                    ticket, priority: update.needs.priority,
                    isSuspended: update.needs.isSuspended))
        }
        for waiter in admitted { waiter.continuation.resume() }
    }
}
