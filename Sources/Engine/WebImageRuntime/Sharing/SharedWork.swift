import Synchronization

/// An update of shared work to its waiters.
package protocol WorkUpdate: Sendable {
    /// Merges a newer update, for a waiter that received neither.
    mutating func merge(_ newer: Self)
}

/// The error of a piece of shared work.
package protocol WorkFailure: Error {
    /// The waiter gave up.
    static var cancelled: Self { get }
    /// The work would wait for itself.
    static var recursion: Self { get }
}

/// Does equal work once for all callers that ask for it at the same time; the driver of
/// ``SharedWorkTable``.
///
/// A cancelled caller leaves at once; the last one cancels the work. A caller that joins later
/// receives the merged updates so far. The task's priority rises when a caller joins and never
/// sinks; its place in the queue follows the callers both ways.
package final class SharedWork<
    Key: Hashable & Sendable, Value: Sendable, Update: WorkUpdate, Failure: WorkFailure
>: Sendable {
    package typealias Work = @Sendable (Handle) async -> Outcome
    package typealias Outcome = Result<Value, Failure>
    private typealias Waiter = @Sendable (Outcome) -> Void

    /// A piece of work as it sees itself.
    package struct Handle: Sendable {
        /// The channel to all waiters.
        package let channel: WorkChannel<Update>
        package var needs: Needs { channel.needs }
        /// Closes the work to newcomers; returns `false` if a waiter wants more outputs kept than
        /// these.
        package let seal: @Sendable (WorkOutputs) -> Bool
        /// Ends the work for its waiters with a failure, cancels it, and gives its permits back;
        /// work that ignores its cancellation holds up nothing but itself.
        package let abandon: @Sendable (Failure) -> Void
    }

    private struct Running: Sendable {
        let channel: WorkChannel<Update>
        let task: Task<Void, Never>

        func cancel() {
            channel.end()
            task.cancel()
        }
    }

    private struct State: ~Copyable {
        var table = SharedWorkTable<Key, Waiter>()
        var running: [UInt64: Running] = [:]

        /// Notes the needs of the waiters; returns the effects that pass them to the work.
        mutating func noteNeeds(of id: UInt64) -> [Effect] {
            guard let needs = table.takeNews(of: id), let work = running[id] else { return [] }
            let tell = work.channel.note(needs)
            return [{ work.task.escalate(to: needs.priority.taskPriority) }, tell]
        }
    }

    /// A part of a step that follows once no lock is held.
    private typealias Effect = @Sendable () -> Void

    private let lastWaiter = Atomic<UInt64>(0)
    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.table.count } }

    package var waiterCount: Int { state.withLock { $0.table.waiterCount } }

    /// Returns the value of the work that a caller asks for, and starts it if there is none.
    ///
    /// - Throws: The error of the work, or `recursion` if the work waits for this caller.
    package func value(for caller: Caller) async throws(Failure) -> Value {
        let pause = CurrentWork.pause()
        let outcome = await outcome(for: caller)
        if let pause {
            do {
                try await pause.end()
            } catch {
                // The first failure is the one that counts.
                if case .success = outcome { throw .cancelled }
            }
        }
        return try outcome.get()
    }

    private func outcome(for caller: Caller) async -> Outcome {
        let wait = Wait(number: lastWaiter.wrappingAdd(1, ordering: .relaxed).newValue)
        defer { wait.end() }
        return await withTaskCancellationHandler {
            begin(wait, caller)
            if let meanwhile = caller.meanwhile { await meanwhile.run() }
            return await withCheckedContinuation { wait.resume($0) }
        } onCancel: {
            leave(wait.number)
        }
    }

    private func begin(_ wait: Wait, _ caller: Caller) {
        wait.note(unfollow: caller.needs.follow { self.change(wait.number, caller.needs) })
        let work = join(caller, wait.number) { outcome in
            wait.end(with: outcome)
            caller.meanwhile?.end()
        }
        if let asking = CurrentWork.current {
            let edge = asking.beginWaiting(for: work)
            wait.note(edge)
            if edge == nil { leave(wait.number, with: .recursion) }
        }
        // Changes before the waiter was in the table were lost.
        change(wait.number, caller.needs)
        if Task.isCancelled { leave(wait.number) }
    }
}

extension SharedWork {
    /// Adds a waiter; returns the work it waits for.
    private func join(
        _ caller: Caller, _ waiter: UInt64, _ end: @escaping Waiter
    ) -> CurrentWork {
        let needs = caller.needs.current
        let (work, effects) = state.withLock { state -> (CurrentWork, [Effect]) in
            let id = state.table.join(caller.key, as: waiter, end, needs: needs)
            if let channel = state.running[id]?.channel {
                channel.add(waiter, caller.listener)
                return (channel.work, [{ caller.listener?.wake() }] + state.noteNeeds(of: id))
            }
            let channel = WorkChannel<Update>(needs)
            // Before the work begins, so that its first update finds the listener.
            channel.add(waiter, caller.listener)
            // Under the lock, so that a waiter that leaves finds the task.
            state.running[id] = Running(
                channel: channel,
                task: start(id, channel, caller, needs.priority.taskPriority))
            return (channel.work, [])
        }
        for effect in effects { effect() }
        return work
    }

    /// Starts the task of the work, which first waits for its slot: its frames are small until
    /// then, and it keeps the task-local values of the caller.
    private func start(
        _ id: UInt64, _ channel: WorkChannel<Update>, _ caller: Caller, _ priority: TaskPriority
    ) -> Task<Void, Never> {
        let (admission, work) = (caller.admission, caller.work)
        return Task(executorPreference: caller.place, priority: priority) {
            guard let admission else { return await self.run(id, channel, work) }
            guard
                let slot = try? await admission.gate.claim(
                    1, group: admission.group, channel.needs)
            else { return self.finish(id, with: .failure(.cancelled)) }
            // The slot may have been admitted at the moment at which the last caller left.
            if Task.isCancelled {
                slot.end()
                return self.finish(id, with: .failure(.cancelled))
            }
            channel.work.hold(slot: slot)
            await withTaskCancellationHandler {
                await self.run(id, channel, work)
            } onCancel: {
                slot.end()
            }
        }
    }

    private func run(
        _ id: UInt64, _ channel: WorkChannel<Update>, _ work: Work
    ) async {
        let handle = Handle(
            channel: channel,
            seal: { kept in self.state.withLock { $0.table.seal(id, keeping: kept) } },
            abandon: { self.abandon(id, with: $0) })
        let outcome = await CurrentWork.$current.withValue(channel.work) { await work(handle) }
        channel.work.endSlot()
        finish(id, with: outcome)
    }

    private func leave(_ waiter: UInt64, with error: Failure = .cancelled) {
        step { state in
            switch state.table.leave(waiter) {
            case .none: return []
            case .end(let end, let id):
                state.running[id]?.channel.remove(waiter)
                return [{ end(.failure(error)) }] + state.noteNeeds(of: id)
            case .endAndCancel(let end, let id):
                let ended = state.running.removeValue(forKey: id)
                return [{ ended?.cancel() }, { end(.failure(error)) }]
            }
        }
    }

    private func change(_ waiter: UInt64, _ needs: Needs) {
        step { state in
            guard let id = state.table.change(waiter, to: needs.current) else { return [] }
            return state.noteNeeds(of: id)
        }
    }

    private func step(_ body: (inout State) -> [Effect]) {
        for effect in state.withLock({ body(&$0) }) { effect() }
    }

    /// Ends all work for its waiters with a failure; see ``Handle/abandon``.
    package func abandonAll(with error: Failure) {
        for id in state.withLock({ Array($0.running.keys) }) { abandon(id, with: error) }
    }

    private func abandon(_ id: UInt64, with error: Failure) {
        let running = state.withLock { $0.running[id] }
        running?.channel.work.endPermits()
        finish(id, with: .failure(error))
        running?.task.cancel()
    }

    private func finish(_ id: UInt64, with outcome: Outcome) {
        let (waiters, ended) = state.withLock { state in
            (state.table.finish(id), state.running.removeValue(forKey: id))
        }
        ended?.channel.end()
        for end in waiters { end(outcome) }
    }
}
