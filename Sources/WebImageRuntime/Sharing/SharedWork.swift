import Synchronization

/// What a flight tells on its way.
package protocol FlightUpdate: Sendable {
    /// Becomes what one who comes now is told of this update and a newer one.
    mutating func merge(_ newer: Self)
}

/// The error of a piece of shared work.
package protocol WorkFailure: Error {
    /// The waiter gave up.
    static var cancelled: Self { get }
    /// The work would wait for itself.
    static var recursion: Self { get }
}

/// Does equal work once however many ask for it; the driver of ``SharedWorkTable``.
///
/// A cancelled caller leaves at once; the last one out cancels the work. Who joins later is told
/// what the others were told before. The work runs with the priority of the keenest caller: it
/// rises when a keener one joins, and what has risen while running does not sink.
package final class SharedWork<
    Key: Hashable & Sendable, Value: Sendable, Update: FlightUpdate, Failure: WorkFailure
>: Sendable {
    /// The work of a flight.
    package typealias Work = @Sendable (Flight) async -> Outcome
    /// How a flight ends for everyone who waited to its end.
    package typealias Outcome = Result<Value, Failure>
    /// How a wait ends; without a value for who is to look again where the result may be by now.
    private typealias Answer = Result<Value?, Failure>

    /// A flight as its work sees it.
    package struct Flight: Sendable {
        /// Tells all who wait.
        package let publish: @Sendable (Update) -> Void
        /// What those who wait need together.
        package let needs: NeedsSource
        /// Closes the flight to newcomers, unless somebody of it wants more kept than that.
        package let seal: @Sendable (WorkOutputs) -> Bool
    }

    /// Is told how a wait ended.
    private typealias Waiter = @Sendable (Answer) -> Void

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
        var table = SharedWorkTable<Key, Waiter>()
        var flights: [UInt64: Running] = [:]

        mutating func takeNews(of flight: UInt64) -> News? {
            guard let update = table.takeNews(of: flight), let running = flights[flight]
            else { return nil }
            return News(
                task: running.task, update: update, followers: running.course.note(update))
        }
    }

    /// No work.
    package init() {}

    private let lastNumber = Atomic<UInt64>(0)
    private let state = Mutex(State())

    /// The number of flights under way.
    package var count: Int { state.withLock { $0.table.count } }

    /// The number of those who wait.
    package var waiterCount: Int { state.withLock { $0.table.waiterCount } }

    /// Changes whenever a flight of that key closes to newcomers.
    package func epoch(of key: Key) -> UInt64 { state.withLock { $0.table.epoch(of: key) } }

    /// The outcome of the flight that a caller asks for, started with its work if there is none.
    ///
    /// What it is made of is in one object, and what needs much room for a moment in functions of its
    /// own: thousands may wait here, each with its frames.
    ///
    /// - Returns: Nil when a flight closed since: the result may now be where it was not.
    /// - Throws: Besides the flight's error, `recursion` where the flight waits for the one that asks.
    package func value(for caller: Caller) async throws(Failure) -> Value? {
        let pause = CurrentWork.pause()
        let answer = await answer(to: caller)
        if case .success(let value?) = answer { caller.onValue?(value) }
        if let pause {
            do {
                try await pause.end()
            } catch {
                // The first failure is the one that counts.
                if case .success = answer { throw .cancelled }
            }
        }
        return try answer.get()
    }

    /// The outcome of the flight of that key, started with `work` if there is none.
    package func value(
        for key: Key, needs: NeedsSource = .constant(WorkNeeds()),
        on place: (any TaskExecutor)? = nil, onUpdate: (@Sendable (Update) -> Void)? = nil,
        onValue: (@Sendable (Value) -> Void)? = nil, work: @escaping Work
    ) async throws(Failure) -> Value {
        let caller = Caller(
            key: key, needs: needs, on: place, onUpdate: onUpdate, onValue: onValue, work: work)
        while true {
            // Who did not look elsewhere is never sent away.
            if let value = try await value(for: caller) { return value }
        }
    }

    private func answer(to caller: Caller) async -> Answer {
        let wait = Wait(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
        defer { wait.end() }
        return await withTaskCancellationHandler {
            begin(wait, caller)
            if let meanwhile = caller.meanwhile { await meanwhile.run() }
            return await withCheckedContinuation { wait.resume($0) }
        } onCancel: {
            leave(wait.number)
        }
    }

    // Not inlined, for the frames of those who wait.
    @inline(never) private func begin(_ wait: Wait, _ caller: Caller) {
        wait.note(unfollow: caller.needs.follow { self.change(wait.number, to: $0) })
        let flight = join(caller, wait.number) { answer in
            wait.answer(answer)
            caller.meanwhile?.end()
        }
        if let asking = CurrentWork.current, let flight {
            let edge = asking.beginWaiting(for: flight)
            wait.note(edge)
            if edge == nil { leave(wait.number, with: .recursion) }
        }
        // What came before the waiter was in the table found nobody.
        if !caller.needs.isConstant { change(wait.number, to: caller.needs.current()) }
        if Task.isCancelled { leave(wait.number) }
    }
}

// Those who wait.
extension SharedWork {
    /// Adds a waiter; returns the flight it waits for, nil if that is over already.
    private func join(
        _ caller: Caller, _ id: UInt64, _ waiter: @escaping Waiter
    ) -> CurrentWork? {
        let needs = caller.needs.current()
        let (course, listener, news) = state.withLock {
            state -> (FlightCourse<Update>?, FlightListener<Update>?, News?) in
            let action = state.table.join(
                caller.key, as: id, waiter, needs: needs, since: caller.epoch)
            switch action {
            case .overtaken: return (nil, nil, nil)
            case .wait(let flight):
                let course = state.flights[flight]?.course
                return (course, course?.add(id, caller.onUpdate), state.takeNews(of: flight))
            case .start(let flight):
                let course = FlightCourse<Update>(needs.needs)
                // Before the work begins: who is there from then on is told by whoever brings it.
                _ = course.add(id, caller.onUpdate)
                state.flights[flight] = start(flight, course, needs.needs, caller)
                return (course, nil, nil)
            }
        }
        guard let course else {
            waiter(.success(nil))
            return nil
        }
        listener?.tell()
        news?.tell()
        return course.context
    }

    /// Starts the work; called under the lock, so that whoever cancels finds the task.
    private func start(
        _ flight: UInt64, _ course: FlightCourse<Update>, _ needs: WorkNeeds, _ caller: Caller
    ) -> Running {
        let task = Task(
            executorPreference: caller.place, priority: needs.priority.taskPriority
        ) { [work = caller.work] in
            await CurrentWork.$current.withValue(course.context) {
                self.finish(flight, with: await work(self.handle(of: flight, course)))
            }
        }
        return Running(course: course, task: task)
    }

    @inline(never) private func leave(_ id: UInt64, with error: Failure = .cancelled) {
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
        waiter?(.failure(error))
        news?.tell()
    }

    private func change(_ id: UInt64, to update: NeedsUpdate) {
        let news = state.withLock { state in
            state.table.change(id, to: update).flatMap { state.takeNews(of: $0) }
        }
        news?.tell()
    }

    /// The flight, as its work sees it.
    @inline(never) private func handle(of flight: UInt64, _ course: FlightCourse<Update>) -> Flight
    {
        Flight(
            publish: { course.publish($0) },
            needs: NeedsSource(current: { course.needs }, follow: { course.follow($0) }),
            seal: { kept in self.state.withLock { $0.table.seal(flight, keeping: kept) } })
    }

    @inline(never) private func finish(_ flight: UInt64, with outcome: Outcome) {
        let (waiters, ended) = state.withLock { state in
            (state.table.finish(flight), state.flights.removeValue(forKey: flight))
        }
        ended?.course.end()
        let answer = outcome.map(Optional.some)
        for waiter in waiters { waiter(answer) }
    }
}
