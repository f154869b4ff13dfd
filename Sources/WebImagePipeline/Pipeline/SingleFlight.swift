import Synchronization

/// What a flight tells on its way.
protocol FlightUpdate: Sendable {
    /// Becomes what one who comes now is told of this update and a newer one.
    mutating func merge(_ newer: Self)
}

/// Does equal work once however many ask for it; the driver of ``FlightTable``.
///
/// A cancelled caller leaves at once; the last one out cancels the work. Who joins later is told
/// what the others were told before.
final class SingleFlight<
    Key: Hashable & Sendable, Value: Sendable, Update: FlightUpdate, Wish: Sendable
>: Sendable {
    /// The work of a flight.
    typealias Work = @Sendable (Flight) async -> Outcome
    /// How a flight ends for everyone who waited to its end.
    typealias Outcome = Result<Value, ImageError>

    /// A flight as its work sees it.
    struct Flight: Sendable {
        /// Tells all who wait.
        let publish: @Sendable (Update) -> Void
        /// What those who wait now wish.
        let wishes: @Sendable () -> [Wish]
        /// Sets what is called when somebody joins.
        let onJoin: @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Outcome, Never>
        let wish: Wish
        let onUpdate: (@Sendable (Update) -> Void)?
    }

    /// What is known of a flight besides its waiters.
    private struct Course: Sendable {
        let context: FlightContext
        let task: Task<Void, Never>
        var told: Update?
        var onJoin: (@Sendable () -> Void)?
    }

    private struct State: ~Copyable {
        var table = FlightTable<Key, Waiter>()
        var courses: [UInt64: Course] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The number of flights under way.
    var count: Int { state.withLock { $0.table.count } }

    /// The outcome of the flight of that key, started with `work` if there is none.
    ///
    /// - Throws: Besides the flight's error, `ImageError.load` of kind `recursion` where the flight
    ///   waits for the one that asks.
    func value(
        for key: Key, wish: Wish, onUpdate: (@Sendable (Update) -> Void)? = nil,
        work: @escaping Work
    ) async throws(ImageError) -> Value {
        do {
            return try await FlightContext.withoutSlot {
                try await outcome(for: key, wish, onUpdate, work).get()
            }
        } catch {
            throw ImageError(loading: error)
        }
    }

    private func outcome(
        for key: Key, _ wish: Wish, _ onUpdate: (@Sendable (Update) -> Void)?,
        _ work: @escaping Work
    ) async -> Outcome {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        var wait: WaitGraph.Wait?
        defer { if let wait { FlightContext.end(wait) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(continuation: continuation, wish: wish, onUpdate: onUpdate)
                let flight = join(key, id, waiter, work)
                if let asking = FlightContext.current, let flight {
                    wait = asking.beginWaiting(for: flight)
                    if wait == nil { leave(key, id, with: .load(.recursion)) }
                }
                // A cancellation that came before the waiter was in the table found nobody.
                if Task.isCancelled { leave(key, id) }
            }
        } onCancel: {
            leave(key, id)
        }
    }

    /// Adds a waiter; returns the flight it waits for, nil if that is over already.
    private func join(
        _ key: Key, _ id: UInt64, _ waiter: Waiter, _ work: @escaping Work
    ) -> FlightContext? {
        let joined = state.withLock { state -> Course? in
            switch state.table.join(key, as: id, waiter) {
            case .wait(let flight): return state.courses[flight]
            case .start(let flight):
                let course = start(key, flight, work)
                state.courses[flight] = course
                return course
            }
        }
        if let told = joined?.told { waiter.onUpdate?(told) }
        joined?.onJoin?()
        return joined?.context
    }

    /// Starts the work; called under the lock, so that whoever cancels finds the task.
    private func start(_ key: Key, _ flight: UInt64, _ work: @escaping Work) -> Course {
        let context = FlightContext()
        let task = Task {
            await FlightContext.$current.withValue(context) {
                let outcome = await work(self.handle(of: key, flight))
                self.finish(key, flight, with: outcome)
            }
        }
        return Course(context: context, task: task)
    }

    private func leave(_ key: Key, _ id: UInt64, with error: ImageError = .cancelled) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            switch state.table.leave(key, id) {
            case .none: (nil, nil)
            case .tell(let waiter): (waiter, nil)
            case .tellAndCancel(let waiter, let flight):
                (waiter, state.courses.removeValue(forKey: flight)?.task)
            }
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(error))
    }

    private func handle(of key: Key, _ flight: UInt64) -> Flight {
        Flight(
            publish: { self.publish($0, key, flight) },
            wishes: {
                self.state.withLock { $0.table.waiters(of: key, flight: flight).map(\.wish) }
            },
            onJoin: { action in self.state.withLock { $0.courses[flight]?.onJoin = action } })
    }

    private func publish(_ update: Update, _ key: Key, _ flight: UInt64) {
        let waiters = state.withLock { state in
            if state.courses[flight]?.told?.merge(update) == nil {
                state.courses[flight]?.told = update
            }
            return state.table.waiters(of: key, flight: flight)
        }
        for waiter in waiters { waiter.onUpdate?(update) }
    }

    private func finish(_ key: Key, _ flight: UInt64, with outcome: Outcome) {
        let waiters = state.withLock { state in
            state.courses[flight] = nil
            return state.table.finish(key, flight: flight)
        }
        for waiter in waiters { waiter.continuation.resume(returning: outcome) }
    }
}
