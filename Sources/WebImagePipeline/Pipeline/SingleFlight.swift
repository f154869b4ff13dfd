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

    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Answer, Never>
        let onUpdate: (@Sendable (Update) -> Void)?
    }

    /// What is known of a flight besides its waiters.
    private struct Course: Sendable {
        let context: FlightContext
        let task: Task<Void, Never>
        var told: Update?
        var followers: [UInt64: @Sendable (NeedsUpdate) -> Void] = [:]
    }

    /// What the waiters of a flight need now, to be told when the lock is free.
    private struct News: Sendable {
        let course: Course
        let update: NeedsUpdate?

        func tell() {
            guard let update else { return }
            course.task.escalate(to: update.needs.priority.taskPriority)
            for follower in course.followers.values { follower(update) }
        }
    }

    private struct State: ~Copyable {
        var table = FlightTable<Key, Waiter>()
        var courses: [UInt64: Course] = [:]
        var lastNumber: UInt64 = 0

        mutating func takeNews(of flight: UInt64) -> News? {
            let update = table.takeNews(of: flight)
            return courses[flight].map { News(course: $0, update: update) }
        }
    }

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
    ///   - onValue: Told of the value as soon as the caller goes on, before it waits for the slot that
    ///     others had meanwhile.
    /// - Returns: Nil when a flight closed since: the result may now be where it was not.
    /// - Throws: Besides the flight's error, `ImageError.load` of kind `recursion` where the flight
    ///   waits for the one that asks.
    func value(
        for key: Key, needs: NeedsSource, since epoch: UInt64?,
        onUpdate: (@Sendable (Update) -> Void)? = nil,
        onValue: (@Sendable (Value) -> Void)? = nil, work: @escaping Work
    ) async throws(ImageError) -> Value? {
        do {
            return try await FlightContext.withoutSlot {
                let value = try await answer(for: key, needs, epoch, onUpdate, work).get()
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
        _ onUpdate: (@Sendable (Update) -> Void)?, _ work: @escaping Work
    ) async -> Answer {
        let id = nextNumber()
        let unfollow = needs.follow { self.change(id, to: $0) }
        defer { unfollow() }
        var wait: WaitGraph.Wait?
        defer { if let wait { FlightContext.end(wait) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(continuation: continuation, onUpdate: onUpdate)
                let flight = join(key, id, waiter, needs.current(), epoch, work)
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

    private func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }
}

// Those who wait.
extension SingleFlight {
    /// Adds a waiter; returns the flight it waits for, nil if that is over already.
    private func join(
        _ key: Key, _ id: UInt64, _ waiter: Waiter, _ needs: NeedsUpdate, _ epoch: UInt64?,
        _ work: @escaping Work
    ) -> FlightContext? {
        let (isOvertaken, news) = state.withLock { state -> (Bool, News?) in
            switch state.table.join(key, as: id, waiter, needs: needs, since: epoch) {
            case .overtaken: return (true, nil)
            case .wait(let flight): return (false, state.takeNews(of: flight))
            case .start(let flight):
                let course = start(flight, needs.needs.priority, work)
                state.courses[flight] = course
                return (false, News(course: course, update: nil))
            }
        }
        if isOvertaken { waiter.continuation.resume(returning: .success(nil)) }
        if let told = news?.course.told { waiter.onUpdate?(told) }
        news?.tell()
        return news?.course.context
    }

    /// Starts the work; called under the lock, so that whoever cancels finds the task.
    private func start(_ flight: UInt64, _ priority: LoadPriority, _ work: @escaping Work) -> Course
    {
        let context = FlightContext()
        let task = Task(priority: priority.taskPriority) {
            await FlightContext.$current.withValue(context) {
                self.finish(flight, with: await work(self.handle(of: flight)))
            }
        }
        return Course(context: context, task: task)
    }

    private func leave(_ id: UInt64, with error: ImageError = .cancelled) {
        let (waiter, news, task) = state.withLock { state -> (Waiter?, News?, Task<Void, Never>?) in
            switch state.table.leave(id) {
            case .none: (nil, nil, nil)
            case .tell(let waiter, let flight): (waiter, state.takeNews(of: flight), nil)
            case .tellAndCancel(let waiter, let flight):
                (waiter, nil, state.courses.removeValue(forKey: flight)?.task)
            }
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(error))
        news?.tell()
    }

    private func change(_ id: UInt64, to update: NeedsUpdate) {
        let news = state.withLock { state in
            state.table.change(id, to: update).flatMap { state.takeNews(of: $0) }
        }
        news?.tell()
    }
}

// The flight, as its work sees it.
extension SingleFlight {
    private func handle(of flight: UInt64) -> Flight {
        let needs = NeedsSource(
            current: {
                self.state.withLock { $0.table.needs(of: flight) } ?? NeedsUpdate(FlightNeeds())
            },
            follow: { self.follow(flight, $0) })
        return Flight(
            publish: { self.publish($0, flight) }, needs: needs,
            seal: { kept in self.state.withLock { $0.table.seal(flight, keeping: kept) } })
    }

    private func follow(
        _ flight: UInt64, _ follower: @escaping @Sendable (NeedsUpdate) -> Void
    ) -> @Sendable () -> Void {
        let id = nextNumber()
        let needs = state.withLock { state in
            state.courses[flight]?.followers[id] = follower
            return state.table.needs(of: flight)
        }
        if let needs { follower(needs) }
        return { self.state.withLock { $0.courses[flight]?.followers[id] = nil } }
    }

    private func publish(_ update: Update, _ flight: UInt64) {
        let waiters = state.withLock { state in
            if state.courses[flight]?.told?.merge(update) == nil {
                state.courses[flight]?.told = update
            }
            return state.table.waiters(of: flight)
        }
        for waiter in waiters { waiter.onUpdate?(update) }
    }

    private func finish(_ flight: UInt64, with outcome: Outcome) {
        let waiters = state.withLock { state in
            state.courses[flight] = nil
            return state.table.finish(flight)
        }
        let answer = outcome.map(Optional.some)
        for waiter in waiters { waiter.continuation.resume(returning: answer) }
    }
}
