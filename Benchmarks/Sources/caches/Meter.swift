import CCounting
import Glibc
import Synchronization

/// The measured part of an action: clocks add its time up, and callgrind counts nothing else.
enum Meter {
    /// CPU time of all threads and wall time, in nanoseconds.
    struct Cost {
        var cpu = 0.0
        var wall = 0.0
    }

    private static let state = Mutex((total: Cost(), start: Cost()))

    static var cost: Cost { state.withLock { $0.total } }

    static func reset() { state.withLock { $0.total = Cost() } }

    static func begin() {
        state.withLock { $0.start = now() }
        counting_begin()
    }

    static func end() {
        counting_end()
        let now = now()
        state.withLock { state in
            state.total.cpu += now.cpu - state.start.cpu
            state.total.wall += now.wall - state.start.wall
        }
    }

    /// Measures `body` besides what was measured before.
    static func measure(_ body: () -> Void) {
        begin()
        body()
        end()
    }

    private static func now() -> Cost {
        Cost(cpu: time(CLOCK_PROCESS_CPUTIME_ID), wall: time(CLOCK_MONOTONIC))
    }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
