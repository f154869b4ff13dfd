import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// A clock that was wrong and is corrected.
struct DiskClockTests {
    private static let year = 365 * 86_400.0
    private static let url: ImageRequest = "http://origin.test/a.bmp"
    private let folder: DiskFolder
    /// Ahead of the system clock, by which unfinished writes are distinguished from leftovers.
    private let clock = DiskClock(Date(timeIntervalSince1970: 3_000_000_000))
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
    }

    private func cache(_ limits: DiskLimits = DiskLimits()) -> DiskCache {
        DiskCache(folder: folder.path, limits: limits) { [clock] in clock.now }
    }

    @Test(arguments: [nil, 3600.0])
    func `what was stored by a clock that was ahead is a miss until then`(
        lifetime: Double?
    ) throws {
        let cache = cache()
        let head = EntryHead(storedAt: clock.now, expires: lifetime.map { clock.now + $0 })
        try cache.put([1], for: key, head: head)
        clock.advance(by: -Self.year)
        #expect(try cache.get(key) == nil)
        #expect(try cache.head(for: key) == nil)
        try cache.trim()
        // The present clock may be the wrong one.
        clock.advance(by: Self.year)
        #expect(try cache.get(key) == [1])
    }

    @Test func `a clock that was a little ahead does no harm`() throws {
        let cache = cache()
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: -1800)
        #expect(try cache.get(key) == [1])
        #expect(try cache.head(for: key) != nil)
    }

    @Test func `what is stored after a clock was set back takes the place of what was before`()
        throws
    {
        let cache = cache()
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: -Self.year)
        try cache.put([2], for: key, head: EntryHead(storedAt: clock.now))
        #expect(try cache.get(key) == [2])
        clock.advance(by: 7 * 86_400 + 1)
        #expect(try cache.get(key) == nil)
    }

    @Test func `trimming after a clock was set back removes what was used before that`() throws {
        let names = (0..<10).map { CacheKey("\($0)") }
        for name in names {
            // An expiry date beyond the year.
            let head = EntryHead(storedAt: clock.now - 2 * Self.year, expires: .distantFuture)
            try cache().put(noise(1000), for: name, head: head)
            clock.advance(by: 7200)
        }
        clock.advance(by: -Self.year)
        for name in names[2...4] {
            #expect(try cache().get(name) != nil)
            clock.advance(by: 7200)
        }
        try cache(DiskLimits(maxEntries: 3)).trim()
        let left = names.filter { folder.exists(folder.file(of: $0)) }
        // A step of the background trim may have removed one more.
        #expect(!left.isEmpty && left.allSatisfy { names[2...4].contains($0) })
    }

    @Test func `setting a clock back removes nothing by itself`() throws {
        let names = (0..<10).map { CacheKey("\($0)") }
        for name in names { try cache().put([1], for: name, head: EntryHead(storedAt: clock.now)) }
        clock.advance(by: -20 * Self.year)
        try cache().trim()
        for name in names { #expect(try cache().get(name) == nil) }
        try cache().put([2], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: 20 * Self.year)
        for name in names { #expect(try cache().get(name) == [1]) }
    }

    @Test(arguments: [true, false])
    func `an answer that came when the clock was ahead is asked for again`(
        isInMemory: Bool
    ) async throws {
        var test = TestPipeline(headers: ["Cache-Control": "max-age=3600"])
        test.pipeline.now = { [clock] in clock.now }
        test.pipeline.disk = cache()
        if !isInMemory {
            test.pipeline.memory = MemoryCache(maxBytes: 0, findsReleased: false)
        }
        _ = try await test.pipeline.image(for: Self.url)
        clock.advance(by: -30)
        _ = try await test.pipeline.image(for: Self.url)
        #expect(test.loader.loadCount == 1)
        clock.advance(by: -Self.year)
        _ = try await test.pipeline.image(for: Self.url)
        #expect(test.loader.loadCount == 2)
        // That response was stored by the present clock.
        _ = try await test.pipeline.image(for: Self.url)
        #expect(test.loader.loadCount == 2)
    }
}
