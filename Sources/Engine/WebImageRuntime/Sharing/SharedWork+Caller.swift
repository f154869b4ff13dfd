import Synchronization

extension SharedWork {
    /// A caller that asks for the outcome of shared work.
    ///
    /// One object, since each of thousands of waiting callers has it in several frames.
    package final class Caller: Sendable {
        package let key: Key
        package let needs: Needs
        /// The executor of work that is started; nil for any.
        package let place: (any TaskExecutor)?
        /// The gate that admits work that is started; nil to run it at once.
        package let admission: (gate: Gate, group: String)?
        package let listener: WorkListener<Update>?
        /// The action while the caller waits.
        package let meanwhile: Meanwhile?
        package let work: Work

        package init(
            key: Key, needs: Needs = Needs(WorkNeeds()), on place: (any TaskExecutor)? = nil,
            admission: (gate: Gate, group: String)? = nil,
            listener: WorkListener<Update>? = nil, meanwhile: Meanwhile? = nil,
            work: @escaping Work
        ) {
            (self.key, self.needs, self.place) = (key, needs, place)
            (self.admission, self.listener) = (admission, listener)
            (self.meanwhile, self.work) = (meanwhile, work)
        }
    }

    /// The wait of one caller.
    final class Wait: Sendable {
        private struct State: Sendable {
            var outcome: Outcome?
            var continuation: CheckedContinuation<Outcome, Never>?
            var unfollow: (@Sendable () -> Void)?
            var edge: ReentrancyGraph.Wait?
        }

        let number: UInt64
        private let state = Mutex(State())

        init(number: UInt64) { self.number = number }

        /// Takes the outcome; only the first counts.
        func end(with outcome: Outcome) {
            let continuation = state.withLock { state in
                if state.continuation == nil, state.outcome == nil { state.outcome = outcome }
                return state.continuation.take()
            }
            continuation?.resume(returning: outcome)
        }

        /// Resumes the task as soon as the outcome is there.
        func resume(_ continuation: CheckedContinuation<Outcome, Never>) {
            let outcome = state.withLock { state in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome.take()
            }
            if let outcome { continuation.resume(returning: outcome) }
        }

        /// Notes the function that ends the following of needs.
        func note(unfollow: @escaping @Sendable () -> Void) {
            state.withLock { $0.unfollow = unfollow }
        }

        /// Notes the edge from the caller's own work in the ``ReentrancyGraph``.
        func note(_ edge: ReentrancyGraph.Wait?) { state.withLock { $0.edge = edge } }

        /// Stops following the needs, and removes the edge.
        func end() {
            let (unfollow, edge) = state.withLock { ($0.unfollow.take(), $0.edge.take()) }
            unfollow?()
            if let edge { CurrentWork.end(edge) }
        }
    }
}

/// The action of a caller of ``SharedWork`` while it waits: `run` returns by itself, or soon after
/// `end`, which any thread may call.
package typealias Meanwhile = (
    run: @Sendable () async -> Void, end: @Sendable () -> Void
)
