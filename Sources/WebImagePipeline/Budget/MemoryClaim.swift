import Synchronization

/// Memory that one piece of work may use; given back by ``end()``, at the latest with the last
/// reference.
package final class MemoryClaim: Sendable {
    private struct State: Sendable {
        var byteCount: Int
        var isCounted = true
        var hasEnded = false
    }

    private let gate: MemoryGate
    private let ticket: BudgetGate.Ticket
    private let state: Mutex<State>

    /// A claim that was admitted.
    init(of byteCount: Int, _ ticket: BudgetGate.Ticket, in gate: MemoryGate) {
        self.gate = gate
        self.ticket = ticket
        state = Mutex(State(byteCount: byteCount))
    }

    deinit { end() }

    /// The bytes it holds.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Holds more or less from now on; less at once, for more it may have to wait.
    ///
    /// One task at a time asks.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before; it then may hold nothing.
    package func resize(to byteCount: Int) async throws {
        guard byteCount != self.byteCount else { return }
        try await gate.resize(ticket, to: byteCount)
        state.withLock { $0.byteCount = byteCount }
    }

    /// Gives everything back; more than once is no more than once.
    package func end() {
        let isFirst = state.withLock { state in
            defer { state = State(byteCount: 0, isCounted: false, hasEnded: true) }
            return !state.hasEnded
        }
        if isFirst { gate.leave(ticket) }
    }

    /// Lets others have the memory while its holder waits for them, although it stays in use: what
    /// they need could not be had otherwise.
    func pause() {
        let wasCounted = state.withLock { state in
            defer { state.isCounted = false }
            return state.isCounted
        }
        if wasCounted { gate.leave(ticket) }
    }

    /// Counts the memory again, also beyond the limit.
    func resume() {
        let byteCount = state.withLock { state -> Int? in
            guard !state.hasEnded, !state.isCounted else { return nil }
            state.isCounted = true
            return state.byteCount
        }
        if let byteCount { gate.take(ticket, byteCount: byteCount) }
    }
}
