import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCoding
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageRuntime

/// The usage recorded by processes that share a folder; here they are caches of one process.
struct DiskUsageTests {
    private let folder: DiskFolder
    private let clock = DiskClock()
    private var table: String { folder.path + "/v1/usage" }

    init() throws {
        folder = try DiskFolder()
    }

    private func cache(_ limits: DiskLimits = DiskLimits()) -> DiskCache {
        DiskCache(folder: folder.path, limits: limits) { [clock] in clock.now }
    }

    private func fill(_ cache: DiskCache, _ names: ClosedRange<Int>, bytes: Int = 1000) throws {
        for name in names {
            try cache.put(
                noise(bytes), for: CacheKey("\(name)"), head: EntryHead(storedAt: clock.now))
        }
    }

    @Test func `what is stored while a trim looks is counted`() throws {
        let folder = try DiskFolder()
        let other = DiskCache(folder: folder.path)
        for name in 1...30 { try other.put([1], for: CacheKey("\(name)")) }
        let looks = LookCount()
        let cache = DiskCache(folder: folder.path, limits: DiskLimits(maxEntries: 20)) {
            // The clock is read once per part, after it was listed: now all were.
            if looks.next() == SharedUsageTable.partCount {
                try? other.put([1], for: CacheKey("late"))
            }
            return Date()
        }
        try cache.trim()
        // 90 % of the limit of 20, and the entry stored after the scan.
        #expect(folder.files.count == 19)
        #expect(cache.estimatedUsage()?.entryCount == 19)
    }

    @Test func `what is noted is what a look at every file finds`() async throws {
        let (one, other) = (cache(), cache())
        #expect(one.estimatedUsage() == CacheUsage(entryCount: 0, byteCount: 0))
        try fill(one, 1...30)
        // A cache's first commit scans the folder: an entry stored meanwhile may count twice.
        try fill(other, 20...20)
        #expect(await eventually { other.trimmer.isIdle })
        try fill(other, 20...50, bytes: 300)
        try one.remove(CacheKey("7"))
        try other.remove(CacheKey("7"))
        let old = EntryHead(storedAt: clock.now)
        try other.renew(CacheKey("8"), from: old, to: EntryHead(storedAt: clock.now + 1))
        let noted = try #require(other.estimatedUsage())
        #expect(noted.entryCount == 49)
        #expect(try noted == one.usage())
        try one.removeAll()
        #expect(other.estimatedUsage() == CacheUsage(entryCount: 0, byteCount: 0))
    }

    @Test func `a damaged entry that goes is noted`() throws {
        let cache = cache()
        try fill(cache, 1...2)
        let file = folder.file(of: CacheKey("1"))
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: file))
        #expect(try cache.get(CacheKey("1")) == nil)
        #expect(try cache.estimatedUsage() == cache.usage())
    }

    @Test func `caches of one folder keep its limits together`() throws {
        let limits = DiskLimits(maxBytes: 40_000)
        let caches = [cache(limits), cache(limits), cache(limits)]
        for name in 1...150 {
            try fill(caches[name % 3], name...name)
            // A cache that finds the table locked uses its last known state of the others.
            #expect(try caches[0].usage().byteCount <= 44_000)
        }
        #expect(try caches[0].usage().byteCount > 30_000)
    }

    @Test(arguments: [Data(), Data([1]), Data(repeating: 7, count: 4136), Data(count: 9000)])
    func `a table that is none is made anew, and what there is counted`(table: Data) async throws {
        try fill(cache(), 1...20)
        try table.write(to: URL(filePath: self.table))
        let limited = cache(DiskLimits(maxEntries: 10))
        try fill(limited, 21...21)
        #expect(await eventually { limited.estimatedUsage()?.entryCount ?? 21 <= 10 })
        #expect(await eventually { (try? limited.usage()) == limited.estimatedUsage() })
    }

    @Test func `a folder without a table, as of a version before, is counted`() async throws {
        try fill(cache(), 1...20)
        try FileManager.default.removeItem(atPath: table)
        let later = cache()
        #expect(later.estimatedUsage() == nil)
        try fill(later, 1...1)
        #expect(await eventually { (try? later.usage()) == later.estimatedUsage() })
    }

    @Test func `a table that somebody removes while it is used is made again`() async throws {
        let limits = DiskLimits(maxEntries: 20)
        let cache = cache(limits)
        for name in 1...100 {
            if name % 10 == 0 { try FileManager.default.removeItem(atPath: table) }
            try fill(cache, name...name)
        }
        #expect(folder.exists(table))
        try cache.trim()
        #expect(try cache.usage().entryCount <= 20)
        #expect(await eventually { (try? cache.usage()) == cache.estimatedUsage() })
    }

    @Test func `without a table to share a cache keeps its limits by itself`() throws {
        try FileManager.default.createDirectory(
            atPath: table, withIntermediateDirectories: true)
        let cache = cache(DiskLimits(maxEntries: 20))
        for name in 1...60 {
            try fill(cache, name...name)
            #expect(try cache.usage().entryCount <= 20)
        }
        try cache.trim()
        try cache.removeAll()
        #expect(folder.files.isEmpty)
    }

    @Test func `a table that another process keeps is not waited for`() async throws {
        let cache = cache(DiskLimits(maxEntries: 20))
        try fill(cache, 1...1)
        let handle = try FileHandle(forUpdating: URL(filePath: table))
        #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
        for name in 2...60 {
            try fill(cache, name...name)
            #expect(try cache.usage().entryCount <= 20)
        }
        #expect(flock(handle.fileDescriptor, LOCK_UN) == 0)
        try fill(cache, 61...61)
        #expect(await eventually { (try? cache.usage()) == cache.estimatedUsage() })
    }

    @Test func `a folder that somebody empties is found empty`() async throws {
        let cache = cache(DiskLimits(maxEntries: 50))
        try fill(cache, 1...40)
        #expect(await eventually { cache.trimmer.isIdle })
        for file in folder.files { try FileManager.default.removeItem(atPath: file) }
        try fill(cache, 41...90)
        #expect(await eventually { (try? cache.usage()) == cache.estimatedUsage() })
        #expect(try cache.usage().entryCount <= 50)
    }

    @Test func `a cache of more entries than a step looks at is trimmed by shares`() async throws {
        let count = 6000
        let cache = cache()
        for name in 1...count {
            try cache.put([1], for: CacheKey("\(name)"), head: EntryHead(storedAt: clock.now))
            clock.advance(by: 60)
        }
        // Entries that its thread is still counting would be counted twice, and more be removed.
        #expect(await eventually { cache.trimmer.isIdle })
        let limited = self.cache(DiskLimits(lifetime: nil, maxEntries: 5000))
        try limited.trim()
        let left = try limited.usage().entryCount
        #expect(left <= 4750)
        #expect(left >= 4200)
        #expect(limited.estimatedUsage()?.entryCount == left)
        // Each part lost its oldest entries: none of the newest half, all of the oldest tenth.
        let names = (1...count).filter { folder.exists(folder.file(of: CacheKey("\($0)"))) }
        #expect(names.filter { $0 > count / 2 }.count == count / 2)
        #expect(names.filter { $0 < count / 10 }.count < 60)
    }
}

/// A counter of the reads of a clock.
private final class LookCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
