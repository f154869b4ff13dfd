#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of processors that this process may run on, at least 1: those that are on line, unless
/// a container or `taskset` allows fewer.
func processorCount() -> Int {
    let online = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    guard let allowed = Files.text("/proc/self/status").flatMap(AllowedProcessors.init) else {
        return online
    }
    return min(online, allowed.count)
}

/// The processors that a process is bound to, as `/proc/self/status` has it.
package struct AllowedProcessors: Sendable {
    /// How many, at least 1.
    package let count: Int

    /// Reads the line "Cpus_allowed:  ff,ffffffff"; nil without it.
    package init?(_ text: String) {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") })
        else { return nil }
        let digits = line.drop { $0 != ":" }.filter(\.isHexDigit)
        count = digits.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        guard count > 0 else { return nil }
    }
}
