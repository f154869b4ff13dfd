import Dispatch
import Synchronization
import WebImageCaching
package import WebImageRuntime

/// A source of memory pressure controlled by a test.
package final class FedPressure: PressureSource {
    private let state = Mutex<(waiting: [PressureLevel], isStopped: Bool, calls: Int)>(
        ([], false, 0))
    private let signal = DispatchSemaphore(value: 0)
    private let end = Atomic(false)

    /// The number of calls of `next`.
    package var waiterCount: Int { state.withLock { $0.calls } }
    /// `true` if a waiting thread was notified of the end.
    package var hasEnded: Bool { end.load(ordering: .sequentiallyConsistent) }

    /// Creates a source without levels.
    package init() {}

    /// Adds one level.
    package func tell(_ level: PressureLevel) {
        state.withLock { $0.waiting.append(level) }
        signal.signal()
    }

    /// Waits for the next level; `nil` after the source was stopped.
    package func next() -> PressureLevel? {
        state.withLock { $0.calls += 1 }
        signal.wait()
        return state.withLock { state in
            if state.isStopped { end.store(true, ordering: .sequentiallyConsistent) }
            return state.isStopped || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }

    /// Ends the wait.
    package func stop() {
        state.withLock { $0.isStopped = true }
        signal.signal()
    }
}
