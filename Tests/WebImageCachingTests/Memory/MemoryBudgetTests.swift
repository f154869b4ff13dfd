import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageRuntime

struct MemoryBudgetTests {
    private let root: DiskFolder

    init() throws {
        root = try DiskFolder()
        try root.write("MemTotal:       16000000 kB\nMemFree: 5 kB\n", "/proc/meminfo")
    }

    private var available: Int { MemoryBudget.available(root: root.path, addressSpace: nil) }

    @Test func `without other limits it is the physical memory`() {
        #expect(available == 16_384_000_000)
    }

    @Test func `a container's limit counts`() throws {
        try root.write("512000000\n", "/sys/fs/cgroup/memory.max")
        #expect(available == 512_000_000)
    }

    @Test func `the least limit of the group and those above counts`() throws {
        try root.write("0::/a/b/c\n", "/proc/self/cgroup")
        try root.write("max\n", "/sys/fs/cgroup/a/b/c/memory.max")
        try root.write("3000000\n", "/sys/fs/cgroup/a/b/memory.max")
        try root.write("4000000\n", "/sys/fs/cgroup/a/memory.max")
        #expect(available == 3_000_000)
        try root.write("2000000\n", "/sys/fs/cgroup/a/b/c/memory.high")
        #expect(available == 2_000_000)
    }

    @Test func `version 1 of control groups is understood`() throws {
        try root.write("9:name=systemd:/\n4:cpu,memory:/x\n0::/y\n", "/proc/self/cgroup")
        try root.write("9223372036854771712\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
        #expect(available == 16_384_000_000)
        try root.write("700000000\n", "/sys/fs/cgroup/memory/x/memory.limit_in_bytes")
        #expect(available == 700_000_000)
    }

    @Test func `a group out of sight leaves what can be seen`() throws {
        try root.write("0::/../../elsewhere\n", "/proc/self/cgroup")
        try root.write("1000000\n", "/sys/fs/cgroup/memory.max")
        #expect(available == 1_000_000)
    }

    @Test(arguments: ["", "max", "-5", "0", "99999999999999999999999", "words\u{0}", "\u{ff}"])
    func `what isn't a number is no limit`(text: String) throws {
        try root.write(text, "/sys/fs/cgroup/memory.max")
        try root.write(text, "/proc/self/cgroup")
        #expect(available == 16_384_000_000)
    }

    @Test(arguments: ["", "MemTotal:", "MemTotal: x kB", "MemTotal: 9223372036854775807 kB"])
    func `a system that tells nothing is taken for a small one`(text: String) throws {
        try root.write(text, "/proc/meminfo")
        #expect(available == 2 << 30)
    }

    @Test func `a limit of the address space counts`() {
        #expect(MemoryBudget.available(root: root.path, addressSpace: 1_000) == 1_000)
    }

    @Test(arguments: [(0, 0), (1_000_000_000, 150_000_000), (Int.max, 1 << 30)])
    func `the cache takes 15 percent, at most 1 GB`(available: Int, limit: Int) {
        #expect(MemoryBudget.cacheLimit(of: available) == limit)
    }
}
