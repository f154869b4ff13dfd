#if Server
    import Synchronization

    /// The presence of a client at the other end of a connection.
    final class ClientPresence: Sendable {
        private struct State {
            var isGone = false
            var lastNumber = 0
            var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
        }

        private let state = Mutex(State())

        /// Wakes those that wait for the client to leave; idempotent.
        func leave() {
            let waiters = state.withLock { state in
                state.isGone = true
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.finish() }
        }

        /// Returns when the client has left, or the task is cancelled.
        func untilGone() async {
            let (end, signal) = AsyncStream.makeStream(of: Never.self)
            let number = state.withLock { state -> Int? in
                guard !state.isGone else { return nil }
                state.lastNumber += 1
                state.waiters[state.lastNumber] = signal
                return state.lastNumber
            }
            guard let number else { return }
            for await _ in end {}
            _ = state.withLock { $0.waiters.removeValue(forKey: number) }
        }
    }
#endif
