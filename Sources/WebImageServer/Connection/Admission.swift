#if Server
    import Synchronization

    /// The entrance to work: so many requests at once, so many that wait, in the order in which they came.
    final class Admission: Sendable {
        /// The reason why a request does not enter.
        enum Refusal: Error, Hashable {
            /// All places to wait are taken; the seconds after which one is likely free.
            case full(retryAfter: Int)
            /// The task was cancelled while it waited.
            case cancelled
        }

        private struct State {
            var running = 0
            var lastNumber = 0
            var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
            /// The mean duration of the latest requests in seconds.
            var meanSeconds = 0.2
        }

        /// The most requests at once.
        let workers: Int
        private let queueLength: Int?
        private let metrics: ServerMetrics
        private let state = Mutex(State())

        /// - Parameter queueLength: The most requests that wait; nil for no limit.
        init(workers: Int, queueLength: Int?, metrics: ServerMetrics) {
            self.workers = max(1, workers)
            (self.queueLength, self.metrics) = (queueLength, metrics)
        }

        /// `true` if a request would have to wait.
        var isBusy: Bool { state.withLock { $0.running >= workers } }

        /// Runs the work of a request once it may enter.
        ///
        /// - Throws: The refusal, without delay if the places to wait are taken.
        func run<Value>(_ work: () async -> Value) async throws(Refusal) -> Value {
            let number = try begin()
            metrics.beginWait()
            let isInside = await enter(number)
            metrics.endWait()
            guard isInside else { throw .cancelled }
            metrics.beginWork()
            let start = ContinuousClock.now
            let value = await work()
            metrics.endWork()
            leave(after: ContinuousClock.now - start)
            return value
        }

        private func begin() throws(Refusal) -> Int {
            try state.withLock { state throws(Refusal) in
                if let queueLength, state.running >= workers, state.waiting.count >= queueLength {
                    let ahead = Double(state.waiting.count + workers) / Double(workers)
                    throw .full(
                        retryAfter: Int(min(max(1, ahead * state.meanSeconds.rounded(.up)), 60)))
                }
                state.lastNumber += 1
                return state.lastNumber
            }
        }

        /// Returns `true` when the request is inside, `false` if its task was cancelled before.
        private func enter(_ number: Int) async -> Bool {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isInside = state.withLock { state -> Bool? in
                        // The handler below has run, or will find the request among those that wait.
                        if Task.isCancelled { return false }
                        guard state.running >= workers else {
                            state.running += 1
                            return true
                        }
                        state.waiting.append((number, continuation))
                        return nil
                    }
                    if let isInside { continuation.resume(returning: isInside) }
                }
            } onCancel: {
                let waiter = state.withLock { state in
                    state.waiting.firstIndex { $0.number == number }
                        .map { state.waiting.remove(at: $0).continuation }
                }
                waiter?.resume(returning: false)
            }
        }

        private func leave(after duration: Duration) {
            let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                state.meanSeconds += (duration / .seconds(1) - state.meanSeconds) / 16
                guard !state.waiting.isEmpty else {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst().continuation
            }
            next?.resume(returning: true)
        }
    }
#endif
