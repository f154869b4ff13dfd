import Foundation
import Synchronization

/// Threads that do the same at the same time.
enum Threads {
    /// Runs `body` on so many threads at once.
    ///
    /// - Returns: The mean of what their processors spent, and the time from their common start to
    ///   the end of the last one.
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

    /// What some work took.
    struct Cost {
        let cpu: Duration
        /// Nil where what is made in between would count too.
        var wall: Duration?
    }

    /// What `body` takes on this thread.
    static func cost(_ body: () -> Void) -> Cost {
        let start = ContinuousClock.now
        let cpu = cpuTime(body)
        return Cost(cpu: cpu, wall: start.duration(to: .now))
    }

    /// The time that this thread's processor spends in `body`: on a busy machine a clock counts
    /// others.
    ///
    /// Callgrind counts what is done in here where that is all that is to be counted.
    @inline(never) static func cpuTime(_ body: () -> Void) -> Duration {
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
