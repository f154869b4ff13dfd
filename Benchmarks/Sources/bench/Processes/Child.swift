import Glibc

/// A process that has ended, and its cost.
struct Child {
    /// The exit status, or 128 and the number of the signal that ended it.
    let status: Int32
    /// User and system time of all its threads, in seconds.
    let cpu: Double
    /// Seconds from start to end.
    let wall: Double
    /// The peak of its memory in bytes.
    let peakBytes: Int

    /// Runs a program and waits for it; its output is discarded, its errors go to standard error.
    static func run(_ arguments: [String]) throws -> Child {
        let start = ContinuousClock.now
        return try wait(for: spawn(arguments, input: nil, output: nil), since: start)
    }

    static func wait(
        for process: pid_t, since start: ContinuousClock.Instant = .now
    ) throws -> Child {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchError("cannot wait for process \(process)") }
        }
        let signal = status & 0x7F
        return Child(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
            cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            wall: start.duration(to: .now) / .seconds(1), peakBytes: usage.ru_maxrss * 1024)
    }

    /// Returns the user and system time of this process so far, in seconds.
    static func ownCPU() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
