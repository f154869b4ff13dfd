import Synchronization

/// Does equal work once however many ask for it; the driver of ``FlightTable``.
///
/// A cancelled caller leaves at once; the last one out cancels the work.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Update: Sendable>: Sendable {
    /// The work of a flight; it reports updates to all who wait.
    typealias Work = @Sendable (_ publish: @escaping @Sendable (Update) -> Void) async -> Outcome
    /// How a flight ends for everyone who waited to its end.
    typealias Outcome = Result<Value, ImageError>

    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Outcome, Never>
        let onUpdate: (@Sendable (Update) -> Void)?
    }

    private struct State: ~Copyable {
        var table = FlightTable<Key, Waiter>()
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of flights under way.
    var count: Int { state.withLock { $0.table.count } }

    /// The outcome of the flight of that key, started with `work` if there is none.
    func value(
        for key: Key, onUpdate: (@Sendable (Update) -> Void)? = nil, work: @escaping Work
    ) async throws(ImageError) -> Value {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(key, id, Waiter(continuation: continuation, onUpdate: onUpdate), work)
                // A cancellation that came before the waiter was in the table found nobody.
                if Task.isCancelled { leave(key, id) }
            }
        } onCancel: {
            leave(key, id)
        }
        return try outcome.get()
    }

    private func join(_ key: Key, _ id: UInt64, _ waiter: Waiter, _ work: @escaping Work) {
        state.withLock { state in
            guard case .start(let flight) = state.table.join(key, as: id, waiter) else { return }
            // The task is made under the lock so that whoever cancels finds it; it runs elsewhere.
            state.tasks[flight] = Task {
                let outcome = await work { update in self.publish(update, key, flight) }
                self.finish(key, flight, with: outcome)
            }
        }
    }

    private func leave(_ key: Key, _ id: UInt64) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            switch state.table.leave(key, id) {
            case .none: (nil, nil)
            case .tell(let waiter): (waiter, nil)
            case .tellAndCancel(let waiter, let flight):
                (waiter, state.tasks.removeValue(forKey: flight))
            }
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(.cancelled))
    }

    private func publish(_ update: Update, _ key: Key, _ flight: UInt64) {
        let waiters = state.withLock { $0.table.waiters(of: key, flight: flight) }
        for waiter in waiters { waiter.onUpdate?(update) }
    }

    private func finish(_ key: Key, _ flight: UInt64, with outcome: Outcome) {
        let waiters = state.withLock { state in
            state.tasks[flight] = nil
            return state.table.finish(key, flight: flight)
        }
        for waiter in waiters { waiter.continuation.resume(returning: outcome) }
    }
}
