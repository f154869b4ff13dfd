import Synchronization

/// What a flight tells on its way.
protocol FlightUpdate: Sendable {
    /// Becomes what one who comes now is told of this update and a newer one.
    mutating func merge(_ newer: Self)
}

/// Does equal work once however many ask for it; the driver of ``FlightTable``.
///
/// A cancelled caller leaves at once; the last one out cancels the work. Who joins later is told
/// what the others were told before. The work runs with the priority of the keenest caller: it
/// rises when a keener one joins, and what has risen while running does not sink.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Update: FlightUpdate>: Sendable
{
    /// The work of a flight.
    typealias Work = @Sendable (Flight) async -> Outcome
    /// How a flight ends for everyone who waited to its end.
    typealias Outcome = Result<Value, ImageError>
    /// How a wait ends; without a value for who is to look again where the result may be by now.
    private typealias Answer = Result<Value?, ImageError>

    /// A flight as its work sees it.
    struct Flight: Sendable {
        /// Tells all who wait.
        let publish: @Sendable (Update) -> Void
        /// What those who wait need together.
        let needs: NeedsSource
        /// Closes the flight to newcomers, unless somebody of it wants more kept than that.
        let seal: @Sendable (Keeping) -> Bool
    }

    private typealias Waiter = CheckedContinuation<Answer, Never>

    /// A flight under way besides its waiters.
    private struct Running: Sendable {
        let course: FlightCourse<Update>
        let task: Task<Void, Never>
    }

    /// What the waiters of a flight need now, to be told when the lock is free.
    private struct News: Sendable {
        let task: Task<Void, Never>
        let update: NeedsUpdate
        let followers: [@Sendable (NeedsUpdate) -> Void]

        func tell() {
            task.escalate(to: update.needs.priority.taskPriority)
            for follower in followers { follower(update) }
        }
    }

    private struct State: ~Copyable {
        var table = FlightTable<Key, Waiter>()
        var flights: [UInt64: Running] = [:]

        mutating func takeNews(of flight: UInt64) -> News? {
            guard let update = table.takeNews(of: flight), let running = flights[flight]
            else { return nil }
            return News(
                task: running.task, update: update, followers: running.course.note(update))
        }
    }

    private let lastNumber = Atomic<UInt64>(0)
    private let state = Mutex(State())

    /// The number of flights under way.
    var count: Int { state.withLock { $0.table.count } }

    /// The number of those who wait.
    var waiterCount: Int { state.withLock { $0.table.waiterCount } }

    /// Changes whenever a flight of that key closes to newcomers.
    func epoch(of key: Key) -> UInt64 { state.withLock { $0.table.epoch(of: key) } }

    /// The outcome of the flight of that key, started with `work` if there is none.
    ///
    /// - Parameters:
    ///   - epoch: What ``epoch(of:)`` was before the caller looked for the result elsewhere.
    ///   - place: Where the work runs that this caller begins; nil for anywhere.
    ///   - onValue: Told of the value as soon as the caller goes on, before it waits for the slot that
    ///     others had meanwhile.
    /// - Returns: Nil when a flight closed since: the result may now be where it was not.
    /// - Throws: Besides the flight's error, `ImageError.load` of kind `recursion` where the flight
    ///   waits for the one that asks.
    func value(
        for key: Key, needs: NeedsSource, since epoch: UInt64?, on place: (any TaskExecutor)? = nil,
        onUpdate: (@Sendable (Update) -> Void)? = nil,
        onValue: (@Sendable (Value) -> Void)? = nil, work: @escaping Work
    ) async throws(ImageError) -> Value? {
        do {
            return try await FlightContext.withoutSlot {
                let value = try await answer(for: key, needs, epoch, onUpdate, place, work).get()
                if let value { onValue?(value) }
                return value
            }
        } catch {
            throw ImageError(loading: error)
        }
    }

    /// The outcome of the flight of that key, started with `work` if there is none.
    func value(
        for key: Key, needs: NeedsSource = .constant(FlightNeeds()),
        onUpdate: (@Sendable (Update) -> Void)? = nil,
        onValue: (@Sendable (Value) -> Void)? = nil, work: @escaping Work
    ) async throws(ImageError) -> Value {
        while true {
            let value = try await value(
                for: key, needs: needs, since: nil, onUpdate: onUpdate, onValue: onValue,
                work: work)
            // Who did not look elsewhere is never sent away.
            if let value { return value }
        }
    }

    private func answer(
        for key: Key, _ needs: NeedsSource, _ epoch: UInt64?,
        _ onUpdate: (@Sendable (Update) -> Void)?, _ place: (any TaskExecutor)?,
        _ work: @escaping Work
    ) async -> Answer {
        let id = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let unfollow = needs.follow { self.change(id, to: $0) }
        defer { unfollow() }
        var wait: WaitGraph.Wait?
        defer { if let wait { FlightContext.end(wait) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let flight = join(
                    key, id, (continuation, onUpdate), needs.current(), epoch, place, work)
                if let asking = FlightContext.current, let flight {
                    wait = asking.beginWaiting(for: flight)
                    if wait == nil { leave(id, with: .load(.recursion)) }
                }
                // What came before the waiter was in the table found nobody.
                if !needs.isConstant { change(id, to: needs.current()) }
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            leave(id)
        }
    }
}

// Those who wait.
extension SingleFlight {
    /// Adds a waiter; returns the flight it waits for, nil if that is over already.
    private func join(
        _ key: Key, _ id: UInt64, _ waiter: (Waiter, FlightCourse<Update>.Listener?),
        _ needs: NeedsUpdate, _ epoch: UInt64?, _ place: (any TaskExecutor)?,
        _ work: @escaping Work
    ) -> FlightContext? {
        let (course, listener, news) = state.withLock {
            state -> (FlightCourse<Update>?, FlightListener<Update>?, News?) in
            switch state.table.join(key, as: id, waiter.0, needs: needs, since: epoch) {
            case .overtaken: return (nil, nil, nil)
            case .wait(let flight):
                let course = state.flights[flight]?.course
                return (course, course?.add(id, waiter.1), state.takeNews(of: flight))
            case .start(let flight):
                let course = FlightCourse<Update>(needs.needs)
                // Before the work begins: who is there from then on is told by whoever brings it.
                _ = course.add(id, waiter.1)
                state.flights[flight] = start(flight, course, needs.needs, place, work)
                return (course, nil, nil)
            }
        }
        guard let course else {
            waiter.0.resume(returning: .success(nil))
            return nil
        }
        listener?.tell()
        news?.tell()
        return course.context
    }

    /// Starts the work; called under the lock, so that whoever cancels finds the task.
    private func start(
        _ flight: UInt64, _ course: FlightCourse<Update>, _ needs: FlightNeeds,
        _ place: (any TaskExecutor)?, _ work: @escaping Work
    ) -> Running {
        let task = Task(executorPreference: place, priority: needs.priority.taskPriority) {
            await FlightContext.$current.withValue(course.context) {
                self.finish(flight, with: await work(self.handle(of: flight, course)))
            }
        }
        return Running(course: course, task: task)
    }

    private func leave(_ id: UInt64, with error: ImageError = .cancelled) {
        let (waiter, news, ended) = state.withLock { state -> (Waiter?, News?, Running?) in
            switch state.table.leave(id) {
            case .none: return (nil, nil, nil)
            case .tell(let waiter, let flight):
                state.flights[flight]?.course.remove(id)
                return (waiter, state.takeNews(of: flight), nil)
            case .tellAndCancel(let waiter, let flight):
                return (waiter, nil, state.flights.removeValue(forKey: flight))
            }
        }
        ended?.course.end()
        ended?.task.cancel()
        waiter?.resume(returning: .failure(error))
        news?.tell()
    }

    private func change(_ id: UInt64, to update: NeedsUpdate) {
        let news = state.withLock { state in
            state.table.change(id, to: update).flatMap { state.takeNews(of: $0) }
        }
        news?.tell()
    }

    /// The flight, as its work sees it.
    private func handle(of flight: UInt64, _ course: FlightCourse<Update>) -> Flight {
        Flight(
            publish: { course.publish($0) },
            needs: NeedsSource(current: { course.needs }, follow: { course.follow($0) }),
            seal: { kept in self.state.withLock { $0.table.seal(flight, keeping: kept) } })
    }

    private func finish(_ flight: UInt64, with outcome: Outcome) {
        let (waiters, ended) = state.withLock { state in
            (state.table.finish(flight), state.flights.removeValue(forKey: flight))
        }
        ended?.course.end()
        let answer = outcome.map(Optional.some)
        for waiter in waiters { waiter.resume(returning: answer) }
    }
}
