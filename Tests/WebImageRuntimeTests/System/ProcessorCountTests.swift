import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

struct ProcessorCountTests {
    private let root: DiskFolder

    init() throws {
        root = try DiskFolder()
    }

    /// The available processors of a machine of 64.
    private var available: Int { ProcessorCount.available(root: root.path, online: 64) }

    @Test func `without a container it is what the process may run on`() {
        #expect(available == 64)
        #expect(ProcessorCount.available(root: root.path, online: 3) == 3)
    }

    @Test func `a container's share of time counts`() throws {
        try root.write("200000 100000\n", "/sys/fs/cgroup/cpu.max")
        #expect(available == 2)
        #expect(ProcessorCount.available(root: root.path, online: 1) == 1)
    }

    @Test(arguments: [
        ("1 100000", 1), ("100000 100000", 1), ("100001 100000", 2), ("150000 100000", 2),
        ("9223372036854775807 1", 64), ("max 100000", 64),
    ])
    func `a part of a processor counts as one`(quota: String, count: Int) throws {
        try root.write(quota + "\n", "/sys/fs/cgroup/cpu.max")
        #expect(available == count)
    }

    @Test func `the least share of the group and those above counts`() throws {
        try root.write("0::/a/b/c\n", "/proc/self/cgroup")
        try root.write("max 100000\n", "/sys/fs/cgroup/a/b/c/cpu.max")
        try root.write("300000 100000\n", "/sys/fs/cgroup/a/b/cpu.max")
        try root.write("400000 100000\n", "/sys/fs/cgroup/a/cpu.max")
        #expect(available == 3)
    }

    @Test func `version 1 of control groups is understood`() throws {
        try root.write("9:name=systemd:/\n4:cpu,cpuacct:/x\n0::/y\n", "/proc/self/cgroup")
        try root.write("-1\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us")
        try root.write("100000\n", "/sys/fs/cgroup/cpu/cpu.cfs_period_us")
        #expect(available == 64)
        try root.write("500000\n", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us")
        try root.write("100000\n", "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us")
        #expect(available == 5)
    }

    @Test(arguments: [
        "", "max", "2", "0 100000", "-1 100000", "200000 0", "x y", "\u{ff}",
        "99999999999999999999999 100000",
    ])
    func `what is no share is no limit`(text: String) throws {
        try root.write(text, "/sys/fs/cgroup/cpu.max")
        try root.write(text, "/proc/self/cgroup")
        #expect(available == 64)
    }

    @Test func `there is always one`() throws {
        #expect(ProcessorCount.available(root: root.path, online: 0) == 1)
        #expect(ProcessorCount.available(root: root.path, online: -1) == 1)
    }

    @Test(arguments: [
        ("0", 1), ("0-63", 64), ("0-3,8", 5), ("2,4,6-7", 4), ("0-1023", 64), ("", 64),
        ("x", 64), ("3-1", 64), ("-1", 64), ("0-9999999999", 64),
    ])
    func `processors that it may not run on don't count`(list: String, count: Int) throws {
        try root.write(
            "Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t\(list)\n", "/proc/self/status")
        #expect(available == count)
        try root.write("200000 100000\n", "/sys/fs/cgroup/cpu.max")
        #expect(available == min(count, 2))
    }

    @Test func `this process may keep as many busy as there are, at most`() {
        let online = ProcessInfo.processInfo.processorCount
        #expect((1...online).contains(ProcessorCount.available(root: "", online: online)))
    }

    @Test(arguments: [1, 3, 70])
    func `a pipeline tells how many it decodes at once, by default as many as may be busy`(
        count: Int
    ) {
        func pipeline(_ count: Int) -> ImagePipeline {
            ImagePipeline(
                memory: MemoryCache(maxBytes: 0), disk: nil,
                loader: ScriptedLoader(bytes: TestPipeline.picture()),
                codecs: CodecList(decoders: []), decodeThreads: count)
        }
        #expect(pipeline(count).decodeThreads == count)
        let online = ProcessInfo.processInfo.processorCount
        #expect(
            pipeline(0).decodeThreads == ProcessorCount.available(root: "", online: online))
    }
}
