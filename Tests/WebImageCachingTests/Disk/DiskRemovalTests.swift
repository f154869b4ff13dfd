import Foundation
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageCaching
@testable import WebImageRuntime

/// Removal, and the files that it must not remove.
struct DiskRemovalTests {
    private let folder: DiskFolder
    private var files: CacheFolder { CacheFolder(folder.path) }
    private var path: String { folder.path + "/entry" }
    private var aside: String { folder.path + "/aside" }

    init() throws {
        folder = try DiskFolder()
    }

    private func write(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test(arguments: ["/aside", "/no folder/aside"])
    func `a useless file goes, another that has its name by now stays`(aside: String) throws {
        let aside = folder.path + aside
        try write("useless")
        let status = try #require(try files.status(path))
        // Held open, so that no other file gets its inode number.
        let held = try files.opened(path, for: .reading)
        try write("good")
        #expect(try !files.remove(path, ifStill: status, aside: aside))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "good")
        #expect(folder.files == [path])
        let good = try #require(try files.status(path))
        #expect(try files.remove(path, ifStill: good, aside: aside))
        #expect(folder.files.isEmpty)
        #expect(try !files.remove(path, ifStill: good, aside: aside))
        withExtendedLifetime(held) {}
    }

    @Test func `another one that has the name keeps it all the time`() throws {
        try write("useless")
        let status = try #require(try files.status(path))
        let held = try files.opened(path, for: .reading)
        try write("good")
        // A file that is moved aside would replace this one.
        try "witness".write(toFile: aside, atomically: true, encoding: .utf8)
        #expect(try !files.remove(path, ifStill: status, aside: aside))
        #expect(folder.files == [aside, path])
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == "witness")
        withExtendedLifetime(held) {}
    }

    @Test func `a file that was written or dated since is another one`() throws {
        try write("useless")
        let status = try #require(try files.status(path))
        let file = try files.opened(path, for: .changing)
        try file.setTimes(accessed: nil, modified: status.modified + 1)
        #expect(try !files.remove(path, ifStill: status, aside: aside))
        #expect(folder.files == [path])
    }

    @Test func `what was taken aside gets its name back, unless that is taken`() throws {
        try write("good")
        try files.move(path, to: aside)
        try files.putBack(aside, to: path)
        #expect(folder.files == [path])
        try "second".write(toFile: aside, atomically: true, encoding: .utf8)
        try files.putBack(aside, to: path)
        #expect(folder.files == [path])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "good")
    }

    @Test func `it gets its name back where no hard link can be made too`() throws {
        // No file system makes hard links of folders.
        try FileManager.default.createDirectory(
            atPath: aside, withIntermediateDirectories: true)
        try files.putBack(aside, to: path)
        #expect(try files.status(path) != nil)
        #expect(try files.status(aside) == nil)
    }

    private var looker: DiskScanner {
        DiskScanner(
            layout: DiskLayout(folder: folder.path), files: files,
            limits: DiskLimits(maxBytes: 1 << 20),
            now: { Date() })
    }

    @Test func `a look counts what takes the place of a useless entry meanwhile`() throws {
        let (cache, key) = (DiskCache(folder: folder.path), CacheKey("a"))
        try cache.put([1], for: key)
        let path = folder.file(of: key)
        let useless = try #require(try files.status(path))
        let held = try files.opened(path, for: .reading)
        try cache.put([1, 2, 3], for: key)
        let left = try looker.left(at: path, removing: useless)
        #expect(left?.byteCount == useless.byteCount + 2)
        #expect(try cache.get(key) == [1, 2, 3])
        #expect(try looker.left(at: path, removing: #require(left)) == nil)
        #expect(folder.files.isEmpty)
        withExtendedLifetime(held) {}
    }

    @Test func `an entry that is written or used again after a look does not go by it`() throws {
        let cache = DiskCache(folder: folder.path)
        let keys = (0..<3).map { CacheKey("\($0)") }
        for key in keys { try cache.put([1], for: key) }
        let look = try looker.look(at: Array(0..<SharedUsageTable.partCount))
        #expect(look.entries.count == 3)
        try cache.put([2], for: keys[0])
        let used = try files.opened(folder.file(of: keys[1]), for: .reading)
        try used.setTimes(accessed: nil, modified: Date() + 5)
        let rest = looker.remove(look.entries, of: look.entries)
        #expect(Set(rest.entries.map(\.path)) == Set(keys[..<2].map(folder.file)))
        #expect(rest.failure == nil)
        #expect(try cache.get(keys[0]) == [2])
        #expect(try cache.get(keys[1]) == [1])
        #expect(try cache.get(keys[2]) == nil)
    }

    @Test func `an entry that takes the place of an expired one while that is read stays`() throws {
        let key = CacheKey("a")
        let other = DiskCache(folder: folder.path)
        let expired = EntryHead(storedAt: Date(), expires: .distantPast)
        try other.put([1], for: key, head: expired)
        let cache = DiskCache(folder: folder.path) {
            // The clock is read after the old entry was read, and before it is removed.
            try? other.put([2], for: key)
            return Date()
        }
        #expect(try cache.get(key) == nil)
        #expect(try other.get(key) == [2])
        #expect(folder.files == [folder.file(of: key)])
        #expect(try other.estimatedUsage() == other.usage())
    }

    @Test func `clearing goes on behind a part that can't be listed`() throws {
        let cache = DiskCache(folder: folder.path)
        for name in 1...40 { try cache.put([1], for: CacheKey("\(name)")) }
        let part = folder.path + "/v1/00"
        try? FileManager.default.removeItem(atPath: part)
        try Data([1]).write(to: URL(fileURLWithPath: part))
        #expect(throws: DiskError.self) { try cache.removeAll() }
        #expect(folder.files == [part])
        try FileManager.default.removeItem(atPath: part)
        #expect(try cache.usage().entryCount == 0)
        try cache.removeAll()
    }

    @Test func `files with holes that claim more than there is room for are no overflow`() {
        let entries = (0..<3).map {
            TrimPlan.Entry(path: "\($0)", byteCount: .max, lastUse: Date())
        }
        let usage = CacheUsage(entries)
        #expect(usage == CacheUsage(entryCount: 3, byteCount: .max))
        let limits = DiskLimits(maxBytes: 1 << 30, maxEntries: 2)
        var plan = TrimPlan(limits)
        #expect(plan.isHigh(usage))
        #expect(!plan.victims(of: entries, in: usage).isEmpty)
        let due = (0..<3).map { _ in plan.added(byteCount: .max) }
        #expect(due == [true, true, true])
        var table = SharedUsageTable { _ in true }
        table.add(CacheUsage(entryCount: 1, byteCount: 5), to: 3)
        table.set(3, to: usage, since: .empty)
        #expect(table[3].usage.byteCount == SharedUsageTable.maxPartBytes)
        var ledger = UsageCounters(SharedUsageTable { _ in true })
        for _ in 0..<3 { ledger.add(CacheUsage(entryCount: 1, byteCount: .max), to: 3) }
        ledger.set(3, to: usage, since: .empty)
        #expect(ledger.table[3].usage.byteCount == SharedUsageTable.maxPartBytes)
    }
}

/// Usage tables of newer versions of the library.
struct LaterUsageTests {
    private let folder: DiskFolder
    private var table: String { folder.path + "/v1/usage" }

    init() throws {
        folder = try DiskFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/v1", withIntermediateDirectories: true)
    }

    /// Writes a table of that version and length, valid or not.
    private func write(version: UInt8, count: Int, isWhole: Bool = true) throws -> Data {
        var bytes = Array("WIUsage\n".utf8) + [version, 0, 0, 0]
        bytes += noise(count - 20)
        let sum = ByteBlock(copying: bytes).withSpan { Checksum.digest(of: $0) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: (isWhole ? sum : ~sum) >> (8 * $0)) }
        try Data(bytes).write(to: URL(fileURLWithPath: table))
        return Data(bytes)
    }

    @Test(arguments: [24, SharedUsageTable.encodedCount, 9000])
    func `the table of a newer program is left alone, and the cache works`(count: Int) throws {
        let bytes = try write(version: 3, count: count)
        let cache = DiskCache(
            folder: folder.path, limits: DiskLimits(maxBytes: 1 << 30, maxEntries: 20))
        for name in 1...30 { try cache.put([1], for: CacheKey("\(name)")) }
        #expect(try cache.get(CacheKey("30")) == [1])
        try cache.trim()
        // Its own thread trims too, as it stores.
        #expect(try (1...20).contains(cache.usage().entryCount))
        try cache.removeAll()
        #expect(folder.files.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: table)) == bytes)
    }

    /// Uses one cache and one folder each: a cache that was used before may still hold the table's
    /// lock, for which the next one does not wait.
    @Test(arguments: [(3, false), (2, true), (0, true)] as [(UInt8, Bool)])
    func `what only looks like the table of a newer program is replaced`(
        version: UInt8, isWhole: Bool
    ) throws {
        _ = try write(version: version, count: 5000, isWhole: isWhole)
        let cache = DiskCache(folder: folder.path)
        try cache.put([1], for: CacheKey("a"))
        let size = try Data(contentsOf: URL(fileURLWithPath: table)).count
        #expect(size == SharedUsageTable.encodedCount)
    }
}
