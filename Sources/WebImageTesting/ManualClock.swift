import Synchronization
import WebImageCaching
import WebImageRuntime

/// A clock that a test moves: time stands still until ``advance(by:)``.
public final class ManualClock: Clock {
    /// A time on a manual clock.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public var elapsed: Duration

        /// The time so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(elapsed: elapsed + duration)
        }

        /// How much later the other time is.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// Whether one is before the other.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.elapsed < right.elapsed
        }
    }

    private struct State {
        var now = Instant(elapsed: .zero)
        var sleepers: [UInt64: (until: Instant, wake: CheckedContinuation<Bool, Never>)] = [:]
        var lastSleeper: UInt64 = 0
    }

    private let state = Mutex(State())

    /// A clock at zero.
    public init() {}

    /// The time it was moved to.
    public var now: Instant { state.withLock { $0.now } }
    /// Any difference counts.
    public var minimumResolution: Duration { .zero }
    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves time on, and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.value.until <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { $0.value.until < $1.value.until }.map(\.value.wake)
        }
        for wake in awake { wake.resume(returning: true) }
    }

    /// Waits until time was moved that far.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.now >= deadline { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume(returning: true) }
                // A cancellation that came before found nobody asleep.
                if !isOver && Task.isCancelled { wakeCancelled(id) }
            }
        } onCancel: {
            wakeCancelled(id)
        }
        if !isOver { throw CancellationError() }
    }

    private func wakeCancelled(_ id: UInt64) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.wake.resume(returning: false)
    }
}
