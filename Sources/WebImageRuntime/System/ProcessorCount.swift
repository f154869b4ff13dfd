#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many processors this process may keep busy, as far as the system tells.
///
/// The least of: those that are on line; those that it may run on; the processor time that its
/// control group and the groups above it have (version 2 and 1), which is what a container gets.
package enum ProcessorCount {
    /// The number for this process, when it was first asked for.
    package static let current = available(root: "", online: sysconf(CInt(_SC_NPROCESSORS_ONLN)))

    /// The processors that the process may keep busy, at least 1.
    ///
    /// - Parameters:
    ///   - root: What `/proc` and `/sys` are below, without a slash at its end.
    ///   - online: How many the machine has.
    package static func available(root: String, online: Int) -> Int {
        let quotas = ControlGroups(root: root, controller: "cpu").groups.compactMap(quota)
        return max(1, ([online, allowed(root) ?? online] + quotas).min() ?? 1)
    }

    /// How many this process may run on, those included that are not on line; nil where nothing
    /// tells.
    ///
    /// The file says what `sched_getaffinity` does, which Swift can't see.
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

    /// How many processors' time a group has, a part of one counted as one; nil for any.
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
