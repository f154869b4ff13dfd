import Dispatch
import Synchronization
import WebImageCaching
import WebImagePipeline
import WebImageRuntime

/// Pressure that a test tells.
final class FedPressure: PressureSource {
    private let state = Mutex<(waiting: [PressureLevel], isStopped: Bool, calls: Int)>(
        ([], false, 0))
    private let signal = DispatchSemaphore(value: 0)
    private let end = Atomic(false)

    var waiterCount: Int { state.withLock { $0.calls } }
    var hasEnded: Bool { end.load(ordering: .sequentiallyConsistent) }

    func tell(_ level: PressureLevel) {
        state.withLock { $0.waiting.append(level) }
        signal.signal()
    }

    func next() -> PressureLevel? {
        state.withLock { $0.calls += 1 }
        signal.wait()
        return state.withLock { state in
            if state.isStopped { end.store(true, ordering: .sequentiallyConsistent) }
            return state.isStopped || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        signal.signal()
    }
}
