import Synchronization

extension SharedWork {
    /// One who asks for the outcome of a flight.
    package final class Caller: Sendable {
        package let key: Key
        /// What it needs of the flight.
        package let needs: NeedsSource
        /// What the epoch of the key was before it looked for the result elsewhere.
        package let epoch: UInt64?
        /// Where the work runs that it begins; nil for anywhere.
        package let place: (any TaskExecutor)?
        /// Told what the work tells.
        package let onUpdate: (@Sendable (Update) -> Void)?
        /// Told of the value as soon as the caller goes on, before it waits for the slot that others
        /// had meanwhile.
        package let onValue: (@Sendable (Value) -> Void)?
        /// What it does while it waits; nil to do nothing.
        package let meanwhile: Meanwhile?
        /// What is done where nobody does it yet.
        package let work: Work

        package init(
            key: Key, needs: NeedsSource, since epoch: UInt64? = nil,
            on place: (any TaskExecutor)? = nil, onUpdate: (@Sendable (Update) -> Void)? = nil,
            onValue: (@Sendable (Value) -> Void)? = nil, meanwhile: Meanwhile? = nil,
            work: @escaping Work
        ) {
            (self.key, self.needs, self.epoch, self.place) = (key, needs, epoch, place)
            (self.onUpdate, self.onValue) = (onUpdate, onValue)
            (self.meanwhile, self.work) = (meanwhile, work)
        }
    }

    /// One who waits, until that is over.
    package final class Wait: Sendable {
        package typealias Answer = Result<Value?, Failure>

        private struct State: Sendable {
            var answer: Answer?
            var continuation: CheckedContinuation<Answer, Never>?
            var unfollow: (@Sendable () -> Void)?
            var edge: ReentrancyGraph.Wait?
        }

        package let number: UInt64
        private let state = Mutex(State())

        package init(number: UInt64) { self.number = number }

        /// Answers; the first answer is the only one.
        package func answer(_ answer: Answer) {
            let continuation = state.withLock { state in
                if state.continuation == nil, state.answer == nil { state.answer = answer }
                return state.continuation.take()
            }
            continuation?.resume(returning: answer)
        }

        /// Lets the task go on with the answer, once it is there.
        package func resume(_ continuation: CheckedContinuation<Answer, Never>) {
            let answer = state.withLock { state in
                if state.answer == nil { state.continuation = continuation }
                return state.answer.take()
            }
            if let answer { continuation.resume(returning: answer) }
        }

        /// Notes what ends with the wait.
        package func note(unfollow: @escaping @Sendable () -> Void) {
            state.withLock { $0.unfollow = unfollow }
        }

        /// Notes what ends with the wait.
        package func note(_ edge: ReentrancyGraph.Wait?) { state.withLock { $0.edge = edge } }

        /// It is over.
        package func end() {
            let (unfollow, edge) = state.withLock { ($0.unfollow.take(), $0.edge.take()) }
            unfollow?()
            if let edge { CurrentWork.end(edge) }
        }
    }
}

/// The action of a caller of ``SharedWork`` while it waits.
package struct Meanwhile: Sendable {
    /// Does it; returns soon after ``end`` was called at the latest.
    package let run: @Sendable () async -> Void
    /// Ends it, from anywhere.
    package let end: @Sendable () -> Void

    /// Creates an action of both.
    package init(
        run: @escaping @Sendable () async -> Void, end: @escaping @Sendable () -> Void
    ) {
        (self.run, self.end) = (run, end)
    }
}
