import Synchronization

/// Shares out a capacity among tasks, in the order of ``AdmissionQueue``; a task waits without a
/// thread.
package final class Gate: Sendable {
    typealias Ticket = AdmissionQueue.Ticket

    private struct State {
        var queue: AdmissionQueue
        var waiters: [Ticket: CheckedContinuation<Void, any Error>] = [:]
    }

    /// The amounts and numbers of permits at one moment.
    package struct Usage: Hashable, Sendable {
        package var capacity = 0
        package var heldAmount = 0
        /// The number of permits that hold a part.
        package var holderCount = 0
        /// The number of tasks that wait for a permit, or for more.
        package var waitingCount = 0
    }

    private let state: Mutex<State>

    /// Creates a gate; the parameters are ``AdmissionQueue``'s.
    package init(
        capacity: Int, limitPerGroup: Int = .max, order: TransferOrder = .firstComeFirst,
        reservesHalf: Bool = false, reservesSlot: Bool = false
    ) {
        state = Mutex(
            State(
                queue: AdmissionQueue(
                    capacity: capacity, limitPerGroup: limitPerGroup, order: order,
                    reservesHalf: reservesHalf, reservesSlot: reservesSlot)))
    }

    package var usage: Usage {
        state.withLock { state in
            Usage(
                capacity: state.queue.capacity, heldAmount: state.queue.heldAmount,
                holderCount: state.queue.holderCount, waitingCount: state.queue.waitingCount)
        }
    }

    /// Returns the number of tasks of a priority that wait for a permit.
    package func waitingCount(of priority: LoadPriority) -> Int {
        state.withLock { $0.queue.waitingCount(of: priority) }
    }

    /// Changes the limits and the order; permits keep their amounts.
    package func setCapacity(
        _ capacity: Int, limitPerGroup: Int = .max, order: TransferOrder = .firstComeFirst
    ) {
        step { $0.setCapacity(capacity, limitPerGroup: limitPerGroup, order: order) }
    }

    /// `true` if no waiter is admitted; permits stay.
    package var isSuspended: Bool {
        get { state.withLock { $0.queue.isSuspended } }
        set { step { $0.setSuspended(newValue) } }
    }

    /// Returns a permit if there is room now and no other task goes first.
    ///
    /// - Parameter needs: Read only if others wait.
    package func tryClaim(_ amount: Int, _ needs: Needs? = nil) -> Permit? {
        let ticket = state.withLock { state -> Ticket? in
            let ticket = state.queue.issue()
            let isFree = state.queue.waitingCount == 0
            let needs = (isFree ? nil : needs?.current) ?? WorkNeeds()
            if state.queue.enter(ticket, amount: amount, needs: needs) { return ticket }
            // No other could go before, and none can now.
            _ = state.queue.leave(ticket)
            return nil
        }
        return ticket.map { Permit(of: amount, $0, in: self) }
    }

    /// Returns a permit, as soon as it is its turn.
    ///
    /// - Parameters:
    ///   - group: The group whose limit applies, if any.
    ///   - needs: The needs of the task; changes count while it waits.
    /// - Throws: `CancellationError` if the task is cancelled before.
    package func claim(
        _ amount: Int, group: String? = nil, _ needs: Needs = Needs(WorkNeeds())
    ) async throws -> Permit {
        try Task.checkCancellation()
        let (ticket, isAdmitted) = enter(amount, group, needs: needs.current)
        if !isAdmitted { try await wait(for: ticket, needs) }
        return Permit(of: amount, ticket, in: self, group: group, needs)
    }
}

// The steps of permits, which may take them under their own locks.
extension Gate {
    /// Asks for an amount.
    ///
    /// - Parameter former: The ticket to replace, with its rank among equals.
    /// - Returns: The ticket, and `false` if it has to ``wait(for:_:)``.
    func enter(
        _ amount: Int, _ group: String?, needs: WorkNeeds, insteadOf former: Ticket? = nil
    ) -> (ticket: Ticket, isAdmitted: Bool) {
        state.withLock { state in
            let ticket = state.queue.issue(insteadOf: former)
            return (ticket, state.queue.enter(ticket, amount: amount, group: group, needs: needs))
        }
    }

    /// Counts an amount that is in use, even beyond the capacity.
    func take(_ ticket: Ticket, _ amount: Int, _ group: String?) {
        state.withLock { $0.queue.take(ticket, amount: amount, group: group) }
    }

    /// Changes the amount of a ticket.
    ///
    /// - Returns: `false` if the ticket has to ``wait(for:_:)``.
    func resize(_ ticket: Ticket, to amount: Int) -> Bool {
        step { $0.resize(ticket, to: amount) }
        return !state.withLock { $0.queue.isWaiting(ticket) }
    }

    /// Removes a ticket; a task that waits for it goes on without it.
    func leave(_ ticket: Ticket) { step { $0.leave(ticket) + [ticket] } }

    /// Waits until a ticket is admitted, has its amount, or left.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before; the ticket left then, with
    ///   all it held.
    func wait(for ticket: Ticket, _ needs: Needs? = nil) async throws {
        let unfollow = needs?.follow {
            self.step { $0.change(ticket, to: needs?.current ?? WorkNeeds()) }
        }
        defer { unfollow?() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { suspend($0, for: ticket) }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func suspend(
        _ continuation: CheckedContinuation<Void, any Error>, for ticket: Ticket
    ) {
        let isAdmitted = state.withLock { state in
            guard state.queue.isWaiting(ticket) else { return true }
            state.waiters[ticket] = continuation
            return false
        }
        if isAdmitted { continuation.resume() }
        // The flag is set before the handler runs: a handler that came too early for the
        // continuation left the flag to be seen here.
        if Task.isCancelled { cancel(ticket) }
    }

    private func cancel(_ ticket: Ticket) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
        guard let waiter else { return }
        leave(ticket)
        waiter.resume(throwing: CancellationError())
    }

    /// Takes a step of the queue, and resumes the tasks whose tickets it returns.
    private func step(_ step: (inout AdmissionQueue) -> [Ticket]) {
        let waiters = state.withLock { state in
            step(&state.queue).compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in waiters { waiter.resume() }
    }
}
