#if Server
    import Synchronization
    import WebImage

    /// A place that a request has; given back by ``end()``, at the latest with the last reference.
    final class Place: Sendable {
        private let hasEnded = Atomic(false)
        private let giveBack: @Sendable () -> Void

        init(_ giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

        deinit { end() }

        /// Gives the place back; idempotent.
        func end() {
            if !hasEnded.exchange(true, ordering: .relaxed) { giveBack() }
        }
    }

    /// The places of one kind of work, in the order of ``PlaceQueue``; a request waits without a
    /// thread.
    final class Places: Sendable {
        /// Records the beginning and the end of a wait or of a hold, `true` for the beginning.
        typealias Record = @Sendable (_ begins: Bool) -> Void

        private struct State {
            var queue: PlaceQueue
            var waiters: [PlaceQueue.Number: CheckedContinuation<Bool, Never>] = [:]
            /// The mean time for which the latest places were held, in seconds.
            var meanSeconds = 0.2
        }

        let count: Int
        private let state: Mutex<State>
        private let recordWait, recordHold: Record

        init(
            _ shares: PlaceQueue.Shares, order: TransferOrder, waits: @escaping Record,
            holds: @escaping Record
        ) {
            count = shares.all
            state = Mutex(State(queue: PlaceQueue(shares, order: order)))
            (recordWait, recordHold) = (waits, holds)
        }

        var isFull: Bool { state.withLock { $0.queue.isFull } }

        func hasPlace(for visitor: Visitor) -> Bool {
            state.withLock { $0.queue.hasPlace(for: visitor) }
        }

        /// Returns the numbers of requests that wait: of all, and of one client.
        func waiting(of client: ClientAddress?) -> (all: Int, own: Int) {
            state.withLock { ($0.queue.waitingCount, $0.queue.waitingCount(of: client)) }
        }

        /// The seconds after which the last of `waiting` more requests is likely inside, from 1 to
        /// 60.
        func patience(behind waiting: Int) -> Int {
            let ahead = Double(waiting + count) / Double(count)
            return Int(min(max(1, ahead * state.withLock { $0.meanSeconds }.rounded(.up)), 60))
        }

        /// Returns a place, as soon as it is its turn; nil if the task is cancelled before.
        func enter(_ visitor: Visitor) async -> Place? {
            recordWait(true)
            let isInside = await wait(for: visitor)
            recordWait(false)
            guard isInside else { return nil }
            recordHold(true)
            let start = ContinuousClock.now
            return Place { self.leave(visitor, after: ContinuousClock.now - start) }
        }

        private func wait(for visitor: Visitor) async -> Bool {
            let number = state.withLock { $0.queue.issue() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isInside = state.withLock { state -> Bool? in
                        // The handler below has run, or will find the request among those that
                        // wait.
                        if Task.isCancelled { return false }
                        if state.queue.enter(number, of: visitor) { return true }
                        state.waiters[number] = continuation
                        return nil
                    }
                    if let isInside { continuation.resume(returning: isInside) }
                }
            } onCancel: {
                let waiter = state.withLock { state in
                    state.queue.withdraw(number, of: visitor)
                    return state.waiters.removeValue(forKey: number)
                }
                waiter?.resume(returning: false)
            }
        }

        private func leave(_ visitor: Visitor, after duration: Duration) {
            recordHold(false)
            let waiters = state.withLock { state in
                state.meanSeconds += (duration / .seconds(1) - state.meanSeconds) / 16
                return state.queue.leave(visitor)
                    .compactMap { state.waiters.removeValue(forKey: $0) }
            }
            for waiter in waiters { waiter.resume(returning: true) }
        }
    }
#endif
