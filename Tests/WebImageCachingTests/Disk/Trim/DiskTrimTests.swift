import Foundation
import TestSupport
import Testing
import WebImageTesting

@testable import WebImageCaching

struct DiskTrimTests {
    private let folder: DiskFolder
    private let clock = DiskClock()

    init() throws {
        folder = try DiskFolder()
    }

    private func cache(_ limits: DiskLimits) -> DiskCache {
        DiskCache(folder: folder.path, limits: limits) { [clock] in clock.now }
    }

    private func fill(_ cache: DiskCache, _ names: ClosedRange<Int>, bytes: Int = 1000) throws {
        for name in names {
            try cache.put(
                noise(bytes), for: CacheKey("\(name)"), head: EntryHead(storedAt: clock.now))
            clock.advance(by: 2 * 3600)
        }
    }

    private func names(_ range: ClosedRange<Int>) -> [Int] {
        range.filter { folder.exists(folder.file(of: CacheKey("\($0)"))) }
    }

    @Test func `limits hold while entries are added, the newest stay`() async throws {
        let cache = cache(DiskLimits(maxBytes: 20_000))
        for name in 1...60 {
            try fill(cache, name...name)
            #expect(try cache.usage().byteCount <= 20_000)
        }
        #expect(await eventually { cache.trimmer.isIdle })
        let left = names(1...60)
        #expect(left.count >= 14)
        #expect(left == Array((61 - left.count)...60))
    }

    @Test func `what was used last goes last`() throws {
        try fill(cache(DiskLimits()), 1...10)
        let small = cache(DiskLimits(maxEntries: 6))
        #expect(try small.get(CacheKey("1")) != nil)
        clock.advance(by: 2 * 3600)
        #expect(try small.get(CacheKey("4")) != nil)
        try small.trim()
        #expect(names(1...10) == [1, 4, 7, 8, 9, 10])
    }

    @Test func `use within an hour isn't noted`() throws {
        let cache = cache(DiskLimits())
        try cache.put([1], for: CacheKey("1"), head: EntryHead(storedAt: clock.now))
        func modified() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: folder.file(of: CacheKey("1")))[
                .modificationDate] as? Date
        }
        let first = try modified()
        clock.advance(by: 3500)
        _ = try cache.get(CacheKey("1"))
        #expect(try modified() == first)
        clock.advance(by: 200)
        _ = try cache.get(CacheKey("1"))
        #expect(try modified() == clock.now)
    }

    @Test func `a first commit brings a folder within the limits`() throws {
        try fill(cache(DiskLimits()), 1...20)
        try fill(cache(DiskLimits(maxEntries: 10)), 21...21)
        #expect(names(1...21) == Array(13...21))
    }

    @Test func `an entry larger than the cache isn't kept and removes no other`() throws {
        let cache = cache(DiskLimits(maxBytes: 10_000))
        try fill(cache, 1...3)
        try fill(cache, 4...4, bytes: 9_500)
        #expect(names(1...4) == [1, 2, 3])
        #expect(folder.files.count == 3)
    }

    @Test func `a cache of no bytes or entries keeps nothing`() throws {
        try fill(cache(DiskLimits(maxBytes: 0)), 1...2)
        try fill(cache(DiskLimits(maxBytes: -1)), 1...2)
        try fill(cache(DiskLimits(maxEntries: 0)), 1...2)
        #expect(folder.files.isEmpty)
    }

    @Test func `a temporary file that an hour ago was abandoned goes, a fresh one stays`() throws {
        let cache = cache(DiskLimits())
        try fill(cache, 1...1)
        for (name, age) in [("old", 3700.0), ("new", 3500)] {
            let path = folder.path + "/v1/tmp/\(name).tmp"
            try Data([1]).write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - age], ofItemAtPath: path)
        }
        try cache.trim()
        #expect(!folder.exists(folder.path + "/v1/tmp/old.tmp"))
        #expect(folder.exists(folder.path + "/v1/tmp/new.tmp"))
    }
}
