import Foundation
import Glibc

/// This process and all that it started.
struct Processes {
    /// Runs an operation some times; returns the mean CPU time and clock time in seconds.
    func cost(_ repeats: Int, _ body: () throws -> Void) rethrows -> (cpu: Double, clock: Double) {
        let (before, start) = (cpu, ContinuousClock.now)
        for _ in 0..<repeats { try body() }
        let clock = start.duration(to: .now) / .seconds(1)
        return ((cpu - before) / Double(repeats), clock / Double(repeats))
    }

    /// The CPU time of all, the ended ones included once they were waited for.
    var cpu: Double {
        var sum = ended(RUSAGE_CHILDREN.rawValue)
        for process in [getpid()] + Self.descendants(of: getpid()) {
            var clock = clockid_t()
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0
            else { continue }
            sum += Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        return sum + Self.endedBelow
    }

    private func ended(_ kind: Int32) -> Double {
        var usage = rusage()
        getrusage(kind, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    /// The time of workers that the first processes have waited for: `cutime` and `cstime`.
    private static var endedBelow: Double {
        descendants(of: getpid()).reduce(0) { sum, process in
            let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = (text ?? "").split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14])
            else { return sum }
            return sum + (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// The memory of each worker, shared pages in proportion; workers are the children's children.
    var proportionalMegabytes: [Double] {
        Self.children(of: getpid()).flatMap(Self.children).compactMap { process in
            let path = "/proc/\(process)/smaps_rollup"
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            let line = text?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
            return line?.split(separator: " ").compactMap { Double($0) }.first.map { $0 / 1024 }
        }
    }

    private static func descendants(of process: pid_t) -> [pid_t] {
        children(of: process).flatMap { [$0] + descendants(of: $0) }
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let text = try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }
}
