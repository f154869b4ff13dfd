import TestSupport
import WebImageCaching
import WebImageRuntime

#if canImport(Glibc)
    import Foundation
    import Glibc
    import Synchronization
    import Testing
    import WebImagePixels
    import WebImageTesting

    /// The source of memory pressure on Linux, with files below a folder of the test.
    struct PressureSourceTests {
        private let root: DiskFolder

        init() throws {
            root = try DiskFolder()
        }

        private func read(_ path: String) throws -> String {
            try String(contentsOf: URL(filePath: root.path + path), encoding: .utf8)
        }

        private func opened() -> (any PressureSource)? {
            systemPressure(root: root.path, interval: .milliseconds(2))
        }

        private func filled(_ source: any PressureSource) -> MemoryCache {
            // The clock stands still: the same notification again, on a slow machine, is ignored.
            let start = ContinuousClock.now
            let cache = MemoryCache(maxBytes: 1 << 20, pressure: { source }) { start }
            let picture = DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64)))
            for index in 0..<40 {
                cache.store(CachedImage(image: picture), for: CacheKey("\(index)"))
            }
            return cache
        }

        private func meminfo(available: Int) throws {
            try root.write(
                "MemTotal:       1000 kB\nMemFree: 5 kB\nMemAvailable:   \(available) kB\n",
                "/proc/meminfo")
        }

        @Test func `a system that tells nothing has no source`() {
            #expect(opened() == nil)
        }

        @Test func `stalls of the own control group come first`() throws {
            try root.write("0::/a/b\n", "/proc/self/cgroup")
            try root.write("", "/sys/fs/cgroup/a/b/memory.pressure")
            try root.write("", "/proc/pressure/memory")
            let source = try #require(opened())
            #expect(try read("/sys/fs/cgroup/a/b/memory.pressure") == "full 100000 1000000\0")
            #expect(try read("/proc/pressure/memory") == "")
            source.stop()
            #expect(source.next() == nil)
        }

        @Test(arguments: ["", "0::/../../elsewhere\n", "4:memory:/x\n0::/\n"])
        func `stalls of the machine come next`(groups: String) throws {
            try root.write(groups, "/proc/self/cgroup")
            try root.write("", "/proc/pressure/memory")
            let source = try #require(opened())
            #expect(try read("/proc/pressure/memory") == "full 100000 1000000\0")
            source.stop()
            #expect(source.next() == nil)
        }

        @Test func `events of the control group tell without stalls`() async throws {
            let path = "/sys/fs/cgroup/a/memory.events"
            try root.write("0::/a\n", "/proc/self/cgroup")
            try root.write("low 0\nhigh 7\nmax 0\noom 0\noom_kill 0\n", path)
            let cache = filled(try #require(opened()))
            #expect(cache.usage.entryCount == 40)
            try root.write("low 0\nhigh 8\nmax 0\noom 0\noom_kill 0\n", path)
            #expect(await eventually { cache.usage.entryCount == 20 })
            try root.write("low 0\nhigh 8\nmax 0\noom 1\noom_kill 0\n", path)
            #expect(await eventually { cache.usage.entryCount == 0 })
        }

        /// Watches a file of the kernel's own kind: urgent for each descriptor until it is read.
        @Test(.enabled(if: access(Self.kernelFile, R_OK) == 0, "no sysfs here"))
        func `between two events of the control group nobody runs`() async throws {
            try root.write("0::/a\n", "/proc/self/cgroup")
            try FileManager.default.createDirectory(
                atPath: root.path + "/sys/fs/cgroup/a", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: root.path + "/sys/fs/cgroup/a/memory.events",
                withDestinationPath: Self.kernelFile)
            let source = try #require(systemPressure(root: root.path, interval: .seconds(3600)))
            let thread = WatchedThread()
            Thread.detachNewThread {
                thread.begin()
                while source.next() != nil {}
                thread.end()
            }
            // Asleep at each of many samples: a polling thread would run or be runnable.
            #expect(await eventually { (0..<100).allSatisfy { _ in thread.isAsleep } })
            source.stop()
            #expect(await eventually { thread.hasEnded })
        }

        private static let kernelFile = "/sys/kernel/uevent_seqnum"

        @Test func `what memory is left tells where nothing else does`() async throws {
            try meminfo(available: 500)
            let cache = filled(try #require(opened()))
            #expect(cache.usage.entryCount == 40)
            try meminfo(available: 99)
            #expect(await eventually { cache.usage.entryCount == 20 })
            try meminfo(available: 39)
            #expect(await eventually { cache.usage.entryCount == 0 })
        }

        @Test(arguments: ["", "MemTotal: 5", "MemTotal: x kB\nMemAvailable: 1 kB", "\u{0}"])
        func `what says nothing of memory is no shortage`(text: String) {
            #expect(AvailableMemory(text)?.level == nil)
            #expect(GroupEvents(text).level(since: GroupEvents("")) == nil)
        }

        @Test func `the levels of what is left`() {
            func level(_ count: Int) -> PressureLevel? {
                AvailableMemory("MemTotal: 1000 kB\nMemAvailable: \(count) kB")?.level
            }
            #expect(level(100) == nil)
            #expect(level(99) == .some)
            #expect(level(40) == .some)
            #expect(level(39) == .full)
        }

        @Test(.enabled(if: hasStalls, "the kernel offers no PSI here"))
        func `the kernel takes our triggers, and waiting for them can be ended`() async throws {
            let source = try #require(systemPressure(root: ""))
            let cache = filled(source)
            #expect(cache.usage.entryCount > 0)
            let waiting = Task.detached { while source.next() != nil {} }
            source.stop()
            await waiting.value
        }

        /// `true` if the kernel accepts a trigger, checked without the code under test.
        private static var hasStalls: Bool {
            let file = Glibc.open("/proc/pressure/memory", O_RDWR | O_NONBLOCK)
            guard file >= 0 else { return false }
            defer { Glibc.close(file) }
            let trigger = Array("some 150000 2000000".utf8) + [0]
            return Glibc.write(file, trigger, trigger.count) == trigger.count
        }
    }

    /// A thread that reports its identity, so that others can see if it waits.
    private final class WatchedThread: Sendable {
        private let state = Mutex<(path: String?, hasEnded: Bool)>((nil, false))

        var hasEnded: Bool { state.withLock { $0.hasEnded } }

        /// `true` if the thread waits: the state letter after its name, which is in brackets.
        var isAsleep: Bool {
            guard let path = state.withLock({ $0.path }) else { return false }
            let text = try? String(contentsOfFile: "/proc/\(path)/stat", encoding: .utf8)
            return text?.split(separator: ") ").last?.first == "S"
        }

        /// Registers the calling thread.
        func begin() {
            let path = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/thread-self")
            state.withLock { $0.path = path }
        }

        func end() { state.withLock { $0.hasEnded = true } }
    }
#endif
