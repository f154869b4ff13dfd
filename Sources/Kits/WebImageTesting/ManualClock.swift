import Synchronization
import WebImageCaching
import WebImageRuntime

/// A clock controlled by a test: time changes only by ``advance(by:)``.
public final class ManualClock: Clock {
    /// A time of a manual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var elapsed: Duration

        /// Returns the time that is later by a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(elapsed: elapsed + duration)
        }

        /// Returns the duration until `other`; negative if that is earlier.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// Returns `true` if the left time is earlier.
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

    /// Creates a clock at zero.
    public init() {}

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }
    /// Zero: every difference counts.
    public var minimumResolution: Duration { .zero }
    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the time by `duration` and wakes the tasks whose deadlines have passed.
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

    /// Waits until the time reaches `deadline`; `tolerance` is ignored.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
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
                // A cancellation before the sleeper was stored has woken nothing.
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
