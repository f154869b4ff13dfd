import Glibc

/// The cost of some work to this process.
struct Usage {
    let cpu: Double
    let wall: Double
    let peakBytes: Int

    static func measure(_ work: () async throws -> Void) async rethrows -> Usage {
        let (start, before) = (ContinuousClock.now, Self.now())
        try await work()
        let after = Self.now()
        return Usage(
            cpu: after.cpu - before.cpu, wall: start.duration(to: .now) / .seconds(1),
            peakBytes: after.peakBytes)
    }

    func line(count: Int) -> String {
        let each = Double(max(count, 1)) / 1e6
        return "\(Int(cpu / each)) µs CPU each, \(Int(wall / each)) µs wall each, "
            + "\(peakBytes >> 20) MB peak"
    }

    private static func now() -> (cpu: Double, peakBytes: Int) {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return (
            seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(usage.ru_maxrss) << 10
        )
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
