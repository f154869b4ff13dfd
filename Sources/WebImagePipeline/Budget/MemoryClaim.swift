import Synchronization
import WebImageRuntime

/// Memory that one piece of work may use; given back by ``end()``, at the latest with the last
/// reference.
package final class MemoryClaim: Sendable {
    private struct State: Sendable {
        var byteCount: Int
        /// How many wait for others now.
        var pauseCount = 0
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
    /// What a paused one wants counts when it goes on.
    ///
    /// One task at a time asks.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before; it then may hold nothing.
    package func resize(to byteCount: Int) async throws {
        guard byteCount != self.byteCount else { return }
        let isPaused = state.withLock { state in
            guard state.pauseCount > 0 else { return false }
            state.byteCount = byteCount
            return true
        }
        if isPaused { return }
        try await gate.resize(ticket, to: byteCount)
        state.withLock { $0.byteCount = byteCount }
    }

    /// Gives everything back; more than once is no more than once.
    package func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            (state.byteCount, state.hasEnded) = (0, true)
            gate.leave(ticket)
        }
    }

    /// Lets others have the memory while its holder waits for them, although it stays in use, until
    /// as many ``resume()`` came: what they need could not be had otherwise.
    package func pause() {
        // The gate is told under the lock: of a pause and a resumption at once it would otherwise
        // hear in any order.
        state.withLock { state in
            state.pauseCount += 1
            if state.pauseCount == 1, !state.hasEnded { gate.leave(ticket) }
        }
    }

    /// Counts the memory again once nobody pauses it, also beyond the limit.
    package func resume() {
        state.withLock { state in
            state.pauseCount -= 1
            guard state.pauseCount == 0, !state.hasEnded else { return }
            gate.take(ticket, byteCount: state.byteCount)
        }
    }
}
