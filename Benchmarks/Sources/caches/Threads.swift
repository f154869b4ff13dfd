import CCounting
import Foundation
import Synchronization

/// Measurements of work on several threads at once.
enum Threads {
    /// Runs `body` on `count` threads at once.
    ///
    /// - Returns: The mean CPU time of the threads, and the time from their common start to the
    ///   last end.
    static func time(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Cost {
        let ready = Atomic(0)
        let state = Mutex((cpu: Duration.zero, start: ContinuousClock.Instant?.none))
        DispatchQueue.concurrentPerform(iterations: count) { thread in
            ready.add(1, ordering: .sequentiallyConsistent)
            while ready.load(ordering: .sequentiallyConsistent) < count { usleep(1) }
            state.withLock { $0.start = $0.start ?? .now }
            let time = cpuTime { body(thread) }
            state.withLock { $0.cpu += time }
        }
        let (cpu, start) = state.withLock { $0 }
        return Cost(cpu: cpu / count, wall: start?.duration(to: .now))
    }

    /// CPU and wall time of some work.
    struct Cost {
        let cpu: Duration
        /// `nil` if the wall time would include the preparation between operations.
        var wall: Duration?
    }

    /// Returns the cost of `body` on this thread.
    static func cost(_ body: () -> Void) -> Cost {
        let start = ContinuousClock.now
        let cpu = cpuTime(body)
        return Cost(cpu: cpu, wall: start.duration(to: .now))
    }

    /// Returns the CPU time of this thread in `body`; wall time would include other processes.
    ///
    /// Callgrind counts only the instructions of `body`.
    static func cpuTime(_ body: () -> Void) -> Duration {
        let start = cpuNow
        counting_begin()
        body()
        counting_end()
        return cpuNow - start
    }

    /// The CPU time of this thread so far.
    static var cpuNow: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
