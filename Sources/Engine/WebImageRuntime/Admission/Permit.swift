import Synchronization

/// A part of a ``Gate``'s capacity; given back by ``end()``, at the latest with the last reference.
///
/// While its holder waits for other work, ``pause()`` lends the part to others. Afterwards the
/// holder either counts it again at once, because it remained in use, or waits for its turn.
package final class Permit: Sendable {
    private struct State: Sendable {
        var ticket: AdmissionQueue.Ticket
        var amount: Int
        var pauseCount = 0
        var hasEnded = false
    }

    private let gate: Gate
    private let group: String?
    private let needs: Needs?
    // The gate is called under the lock: of a pause and a resumption at once it would otherwise
    // hear in any order.
    private let state: Mutex<State>

    init(
        of amount: Int, _ ticket: AdmissionQueue.Ticket, in gate: Gate, group: String? = nil,
        _ needs: Needs? = nil
    ) {
        self.gate = gate
        self.group = group
        self.needs = needs
        state = Mutex(State(ticket: ticket, amount: amount))
    }

    deinit { end() }

    /// The amount that was asked for last, paused or not; 0 after the end.
    package var amount: Int { state.withLock { $0.amount } }

    /// Changes the amount: to less at once, to more as soon as there is room.
    ///
    /// The amount of a paused permit counts when it is resumed. One task at a time may call it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before; the permit may hold nothing
    ///   then.
    package func resize(to amount: Int) async throws {
        let ticket = state.withLock { state -> AdmissionQueue.Ticket? in
            guard amount != state.amount, !state.hasEnded else { return nil }
            state.amount = amount
            guard state.pauseCount == 0, !gate.resize(state.ticket, to: amount) else { return nil }
            return state.ticket
        }
        if let ticket { try await gate.wait(for: ticket) }
    }

    /// Gives everything back; idempotent.
    package func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.amount = 0
            state.hasEnded = true
            gate.leave(state.ticket)
        }
    }

    /// Lends the part to others, until it was resumed as often as it was paused.
    package func pause() {
        state.withLock { state in
            state.pauseCount += 1
            if state.pauseCount == 1, !state.hasEnded { gate.leave(state.ticket) }
        }
    }

    /// Takes back one pause; after the last the amount counts at once, even beyond the capacity.
    package func resume() {
        state.withLock { state in
            state.pauseCount -= 1
            guard state.pauseCount == 0, !state.hasEnded else { return }
            gate.take(state.ticket, state.amount, group)
        }
    }

    /// Takes back one pause; after the last the permit waits for its turn.
    ///
    /// It has its former rank among equals. The wait is over, too, if the permit is paused again or
    /// ends.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    package func resumeInTurn() async throws {
        let needs = needs
        let current = needs?.current ?? WorkNeeds()
        let ticket = state.withLock { state -> AdmissionQueue.Ticket? in
            state.pauseCount -= 1
            guard state.pauseCount == 0, !state.hasEnded else { return nil }
            // A new ticket: a task that waited for the former one may not have gone on yet.
            let (ticket, isAdmitted) = gate.enter(
                state.amount, group, needs: current, insteadOf: state.ticket)
            state.ticket = ticket
            return isAdmitted ? nil : ticket
        }
        guard let ticket else { return }
        try await gate.wait(for: ticket, needs)
        try Task.checkCancellation()
    }
}
