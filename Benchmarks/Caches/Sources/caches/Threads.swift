import Foundation
import Synchronization

/// Threads that do the same at the same time.
enum Threads {
    /// Runs `body` on so many threads at once.
    ///
    /// - Returns: The mean of their times, from a common start.
    static func time(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Duration {
        let ready = Atomic(0)
        let total = Mutex(Duration.zero)
        DispatchQueue.concurrentPerform(iterations: count) { thread in
            ready.add(1, ordering: .sequentiallyConsistent)
            while ready.load(ordering: .sequentiallyConsistent) < count { usleep(1) }
            let time = cpuTime { body(thread) }
            total.withLock { $0 += time }
        }
        return total.withLock { $0 } / count
    }

    /// The time that this thread's processor spends in `body`: on a busy machine a clock counts
    /// others.
    static func cpuTime(_ body: () -> Void) -> Duration {
        let start = cpuNow
        body()
        return cpuNow - start
    }

    /// What this thread has used so far.
    static var cpuNow: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
