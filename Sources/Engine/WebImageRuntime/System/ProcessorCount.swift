#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of processors that this process may use.
///
/// The least of: those on line; those that it may run on; the processor time of its control group
/// and of the groups above it (version 2 and 1), which limit a container.
package enum ProcessorCount {
    /// The number at the first access.
    package static let current = available(root: "", online: sysconf(CInt(_SC_NPROCESSORS_ONLN)))

    /// Returns the number of processors that the process may use, at least 1.
    ///
    /// - Parameters:
    ///   - root: The folder of `/proc` and `/sys`, without a slash at its end.
    ///   - online: The number of processors of the machine.
    package static func available(root: String, online: Int) -> Int {
        let quotas = ControlGroups(root: root, controller: "cpu").groups.compactMap(quota)
        return max(1, ([online, allowed(root) ?? online] + quotas).min() ?? 1)
    }

    /// Returns the number of processors that this process may run on, also those not on line.
    ///
    /// The file has the result of `sched_getaffinity`, which Swift cannot call.
    private static func allowed(_ root: String) -> Int? {
        // "Cpus_allowed_list:	0-3,8"
        let line = SystemFile.text("\(root)/proc/self/status")?.split(separator: "\n")
            .first { $0.hasPrefix("Cpus_allowed_list:") }
        guard let list = line?.split(whereSeparator: \.isWhitespace).dropFirst().first else {
            return nil
        }
        var count = 0
        for range in list.split(separator: ",") {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil,
                0 <= first, first <= last, last < 1 << 20
            else { return nil }
            count += last - first + 1
        }
        return count
    }

    /// Returns the processors whose time a group has, rounded up; nil without a limit.
    private static func quota(of group: ControlGroups.Group) -> Int? {
        // "200000 100000" or "max 100000" in version 2, -1 for no limit in version 1.
        let words =
            group.isUnified
            ? group.words("cpu.max")
            : group.words("cpu.cfs_quota_us") + group.words("cpu.cfs_period_us")
        guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]),
            time > 0, period > 0
        else { return nil }
        return (time - 1) / period + 1
    }
}
