import WebImagePixels
import WebImageRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory that this process may use, as far as the system reports it.
///
/// The least of: physical memory; the limits of its control group and the groups above it (version
/// 2 and 1), as in a container; the limit of its address space.
package enum MemoryBudget {
    /// The default limit of a memory cache: 15 % of the budget, at most 1 GB.
    static let standard = cacheLimit(of: process)
    /// The default budget of a pipeline's work: a quarter of the budget.
    package static let work = workLimit(of: process)
    /// Limits spare memory for images to its share of the budget, once.
    static let limitsSpares: Void = LargeMemory.limitSpares(toBytes: spareLimit(of: process))
    private static let process = available(root: "", addressSpace: addressSpaceLimit)

    package static func cacheLimit(of available: Int) -> Int { min(available / 20 * 3, 1 << 30) }

    package static func workLimit(of available: Int) -> Int { available / 4 }

    package static func spareLimit(of available: Int) -> Int {
        min(available / 32, LargeMemory.standardSpareBytes)
    }

    /// Returns the number of bytes that the process may use.
    ///
    /// - Parameters:
    ///   - root: The folder of `/proc` and `/sys`, without a slash at its end.
    ///   - addressSpace: The limit of the address space in bytes, if there is one.
    package static func available(root: String, addressSpace: Int?) -> Int {
        let limits = [physical(root), controlGroup(root), addressSpace].compactMap { $0 }
        // A system that reports nothing is taken for a small one.
        return limits.min() ?? 2 << 30
    }

    private static func physical(_ root: String) -> Int? {
        guard let text = SystemFile.text("\(root)/proc/meminfo") else {
            let pages = sysconf(Int32(_SC_PHYS_PAGES))
            return pages > 0 ? pages * sysconf(Int32(_SC_PAGESIZE)) : nil
        }
        // "MemTotal:       16318480 kB"
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemTotal:") }
        guard let words = line?.split(separator: " "), words.count > 1, let count = Int(words[1])
        else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: 1024)
        return overflow || bytes <= 0 ? nil : bytes
    }

    private static func controlGroup(_ root: String) -> Int? {
        let groups = ControlGroups(root: root, controller: "memory").groups
        return groups.lazy.flatMap { group in
            (group.isUnified ? ["memory.max", "memory.high"] : ["memory.limit_in_bytes"])
                // No number for no limit, "max".
                .compactMap { group.words($0).first.flatMap { Int($0) } }
        }.filter { $0 > 0 }.min()
    }

    private static var addressSpaceLimit: Int? {
        var limit = rlimit()
        // Safe because the system writes the one value that it is given.
        guard unsafe getrlimit(Self.addressSpaceResource, &limit) == 0 else { return nil }
        // "Unlimited" is a number too large for an `Int`.
        return Int(exactly: limit.rlim_cur)
    }
}
