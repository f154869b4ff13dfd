package import Foundation
import Synchronization

/// A date that only a test advances.
package final class TestClock: Sendable {
    private let state = Locked(Date(timeIntervalSince1970: 1_800_000_000))

    package init() {}

    package var now: Date { state.value }
    package func advance(by seconds: Double) { state.change { $0 += seconds } }
}

/// A steady clock that only a test advances.
package final class MonotonicTestClock: Sendable {
    private let state = Mutex(ContinuousClock.now)

    package init() {}

    package var now: ContinuousClock.Instant { state.withLock { $0 } }
    package func advance(by duration: Duration) {
        state.withLock { $0 = $0.advanced(by: duration) }
    }
}
