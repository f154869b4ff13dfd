import Foundation
import TestSupport
import Testing
import WebImageCaching

struct DiskExpiryTests {
    private let folder: DiskFolder
    private let clock = DiskClock()
    private let cache: DiskCache
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path) { [clock] in clock.now }
    }

    @Test func `an entry without expiry lives for seven days after storing`() throws {
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: 7 * 86_400 - 1)
        #expect(try cache.get(key) == [1])
        clock.advance(by: 1)
        #expect(try cache.get(key) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test func `an entry's own expiry counts, sooner or later than the lifetime`() throws {
        for days in [1.0, 30] {
            let expires = clock.now + days * 86_400
            try cache.put([1], for: key, head: EntryHead(storedAt: clock.now, expires: expires))
            clock.advance(by: days * 86_400 - 1)
            #expect(try cache.get(key) == [1])
            clock.advance(by: 1)
            #expect(try cache.get(key) == nil)
        }
    }

    @Test func `of an expired entry there is no head either`() throws {
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: 7 * 86_400 - 1)
        #expect(try cache.head(for: key) != nil)
        clock.advance(by: 1)
        #expect(try cache.head(for: key) == nil)
    }

    @Test func `one that is stored while an expired one is looked at stays`() throws {
        let other = DiskCache(folder: folder.path)
        let expired = EntryHead(storedAt: Date(), expires: .distantPast)
        try other.put([1], for: key, head: expired)
        // The clock is read between the reading of a file and its removal.
        let cache = DiskCache(folder: folder.path) { [key] in
            try? other.put([2], for: key)
            return Date()
        }
        #expect(try cache.get(key) == nil)
        #expect(try other.get(key) == [2])
    }

    @Test func `an entry that is expired when stored is a miss`() throws {
        try cache.put(
            [1], for: key, head: EntryHead(storedAt: clock.now, expires: clock.now - 1))
        #expect(try cache.get(key) == nil)
    }

    @Test(arguments: [Double.infinity, 1e300, -1e300, -.infinity])
    func `an extreme expiry is the last of the calendar`(seconds: Double) throws {
        let expires = Date(timeIntervalSinceReferenceDate: seconds)
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now, expires: expires))
        let last = Date(timeIntervalSinceReferenceDate: 1e11)
        #expect(try cache.reader(for: key)?.head.expires == (seconds > 0 ? last : nil))
    }

    @Test func `without a lifetime an entry lives on`() throws {
        let cache = DiskCache(folder: folder.path, limits: DiskLimits(lifetime: nil)) {
            [clock] in clock.now
        }
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        clock.advance(by: 100 * 365 * 86_400)
        try cache.trim()
        #expect(try cache.get(key) == [1])
    }

    @Test func `trimming removes expired entries and no others`() throws {
        for days in 1...9 {
            try cache.put(
                [1], for: CacheKey("\(days)"),
                head: EntryHead(storedAt: clock.now, expires: clock.now + Double(days) * 86_400))
        }
        clock.advance(by: 5 * 86_400)
        try cache.trim()
        #expect(folder.files == (6...9).map { folder.file(of: CacheKey("\($0)")) }.sorted())
    }

    @Test func `a moved access time doesn't make an entry expire`() throws {
        try cache.put([1], for: key, head: EntryHead(storedAt: clock.now))
        var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, folder.file(of: key), &times, 0) == 0)
        try cache.trim()
        #expect(try cache.get(key) == [1])
    }
}
