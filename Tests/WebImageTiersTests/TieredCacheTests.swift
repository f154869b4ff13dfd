import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTiers

/// Several caches that act as one.
struct TieredCacheTests {
    private let key = CacheKey("a")
    private let tiers = [ListedCache("0"), ListedCache("1"), ListedCache("2")]

    private func cache(
        query: TierPolicy = .serial, store: TierPolicy = .highestOnly,
        remove: TierPolicy = .concurrent, clear: TierPolicy = .concurrent, promotes: Bool = false
    ) -> TieredCache {
        TieredCache(
            tiers, query: query, store: store, remove: remove, clear: clear, promotes: promotes)
    }

    private func block(_ byte: UInt8) -> ByteBlock { ByteBlock(copying: [byte]) }

    private func fill(_ places: [Int]) throws {
        for place in places {
            try tiers[place].store(
                block(UInt8(place)), for: key, head: EntryHead(storedAt: Date()))
        }
    }

    private func answer(_ cache: some DataCache) throws -> Int? {
        try cache.reader(for: key)?.bytes.array.first.map(Int.init)
    }

    /// The tiers that have the entry.
    private var holders: [Int] {
        get throws { try (0..<3).filter { try tiers[$0].reader(for: key) != nil } }
    }

    @Test(arguments: [
        (TierPolicy.serial, [1, 2], Int?(1)), (.concurrent, [2], 2), (.highestOnly, [1, 2], nil),
        (.highestOnly, [0], 0), (.lowestOnly, [0, 1], nil), (.lowestOnly, [2], 2),
        (.nothing, [0, 1, 2], nil), (.serial, [], nil), (.concurrent, [], nil),
    ])
    func `a query is answered by those it is for`(
        policy: TierPolicy, filled: [Int], expected: Int?
    ) throws {
        try fill(filled)
        #expect(try answer(cache(query: policy)) == expected)
    }

    @Test func `asking for a head copies nothing, and passes a tier that fails`() throws {
        try fill([2])
        tiers[0].fails = true
        let cache = cache(promotes: true)
        #expect(try cache.head(for: key) != nil)
        #expect(throws: DiskError.self) { try cache.head(for: CacheKey("b")) }
        tiers[0].fails = false
        #expect(try holders == [2])
        #expect(try self.cache(query: .highestOnly).head(for: key) == nil)
    }

    @Test(arguments: [
        (TierPolicy.serial, [0, 1, 2]), (.concurrent, [0, 1, 2]), (.highestOnly, [0]),
        (.lowestOnly, [2]), (.nothing, []),
    ])
    func `an entry is stored, removed and cleared where the policy says`(
        policy: TierPolicy, places: [Int]
    ) throws {
        let cache = cache(store: policy, remove: policy, clear: policy)
        try cache.store(block(9), for: key, head: EntryHead(storedAt: Date()))
        #expect(try holders == places)
        try fill([0, 1, 2])
        try cache.remove(key)
        #expect(try holders == [0, 1, 2].filter { !places.contains($0) })
        try fill([0, 1, 2])
        try cache.removeAll()
        #expect(try holders == [0, 1, 2].filter { !places.contains($0) })
    }

    @Test func `concurrent queries are asked at once, and the first hit is enough`() throws {
        try fill([1])
        tiers[0].hold()
        defer { tiers[0].release() }
        #expect(try answer(cache(query: .concurrent)) == 1)
    }

    @Test func `serial queries stop at the first hit`() throws {
        try fill([0, 1])
        _ = try answer(cache())
        #expect(tiers.map(\.readCount) == [1, 0, 0])
    }

    @Test func `a hit is copied upwards where that is wanted`() throws {
        try fill([2])
        _ = try answer(cache())
        #expect(try holders == [2])
        #expect(try answer(cache(promotes: true)) == 2)
        #expect(try holders == [0, 1, 2])
    }

    @Test func `a tier that fails leaves the others, and is reported`() throws {
        tiers[0].fails = true
        try fill([1])
        #expect(try answer(cache()) == 1)
        try tiers[1].removeAll()
        #expect(throws: DiskError.self) { try answer(cache()) }
        let all = cache(store: .concurrent)
        #expect(throws: DiskError.self) {
            try all.store(block(7), for: key, head: EntryHead(storedAt: Date()))
        }
        tiers[0].fails = false
        #expect(try holders == [1, 2])
        tiers[1].fails = true
        #expect(throws: DiskError.self) { try all.removeAll() }
        tiers[1].fails = false
        #expect(try holders == [1])
    }

    @Test func `an old copy that stays above keeps no other one`() throws {
        try fill([0, 1])
        let all = cache(store: .lowestOnly, promotes: true)
        let writer = try all.writer(for: key, head: EntryHead(storedAt: Date()))
        try writer.append(array: [9])
        tiers[0].fails = true
        #expect(throws: DiskError.self) { try writer.commit() }
        tiers[0].fails = false
        #expect(try holders == [0, 2])
        #expect(try tiers[2].reader(for: key)?.bytes.array == [9])
    }

    @Test(arguments: [TierPolicy.serial, .concurrent])
    func `bytes that are all there reach each tier in one call`(policy: TierPolicy) throws {
        let cache = cache(store: policy)
        try cache.store(block(9), for: key, head: EntryHead(storedAt: Date()))
        #expect(try holders == [0, 1, 2])
        #expect(tiers.map(\.writerCount) == [0, 0, 0])
    }

    @Test func `copies above go once the entry below is another, and not before`() throws {
        try fill([0, 1, 2])
        let all = cache(store: .lowestOnly, promotes: true)
        tiers[2].fails = true
        #expect(throws: DiskError.self) {
            try all.store(block(9), for: key, head: EntryHead(storedAt: Date()))
        }
        tiers[2].fails = false
        #expect(try holders == [0, 1, 2])
        tiers[0].fails = true
        #expect(throws: DiskError.self) {
            try all.store(block(9), for: key, head: EntryHead(storedAt: Date()))
        }
        tiers[0].fails = false
        #expect(try holders == [0, 2])
        #expect(try tiers[2].reader(for: key)?.bytes.array == [9])
        try cache(store: .lowestOnly).store(
            block(8), for: key, head: EntryHead(storedAt: Date()))
        #expect(try holders == [0, 2])
    }

    @Test func `an entry is renewed in every tier that has it, and copied into no other`() throws {
        let old = EntryHead(storedAt: Date(timeIntervalSince1970: 1_800_000_000))
        var head = old
        head.userData = [7]
        for place in [1, 2] { try tiers[place].store(block(5), for: key, head: old) }
        try cache().renew(key, from: old, to: head)
        #expect(try holders == [1, 2])
        for place in [1, 2] {
            #expect(try tiers[place].reader(for: key)?.head.userData == [7])
        }
    }

    @Test func `one without tiers misses, takes everything and keeps nothing`() throws {
        let none = TieredCache([])
        #expect(try none.reader(for: key) == nil)
        let writer = try none.writer(for: key, head: EntryHead(storedAt: Date()))
        try block(3).withSpan { span throws(DiskError) in try writer.append(span) }
        #expect(try writer.written().array == [3])
        try writer.commit()
        try none.remove(key)
        try none.removeAll()
        #expect(try none.usage() == CacheUsage(entryCount: 0, byteCount: 0))
    }

    @Test func `tiers may be tiers, and identities tell them apart`() throws {
        let inner = TieredCache(Array(tiers[1...]), store: .lowestOnly)
        let outer = TieredCache([tiers[0], inner], store: .serial)
        try outer.store(block(5), for: key, head: EntryHead(storedAt: Date()))
        #expect(try holders == [0, 2])
        #expect(outer.identity != inner.identity)
        #expect(cache().identity != cache(query: .lowestOnly).identity)
        #expect(try outer.usage().entryCount == 2)
    }

    @Test func `a pipeline works on two folders, one of them lost`() async throws {
        let (near, far) = (TemporaryFolder(), TemporaryFolder())
        var test = TestPipeline(bytes: TestPipeline.picture(width: 700, height: 600))
        test.pipeline.disk = TieredCache(
            [DiskCache(folder: near.path), DiskCache(folder: far.path)],
            store: .serial, promotes: true)
        let url: ImageRequest = "http://origin.test/a.bmp"
        _ = try await test.pipeline.image(for: url)
        #expect(near.files.count == 1)
        #expect(far.files.count == 1)
        try FileManager.default.removeItem(atPath: near.path)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: url).origin == .disk)
        #expect(near.files.count == 1)
    }

    @Test func `a tier that cannot be written costs nothing but itself`() async throws {
        let (near, far) = (TemporaryFolder(), TemporaryFolder())
        try Data("a file".utf8).write(to: URL(fileURLWithPath: near.path))
        var test = TestPipeline(bytes: TestPipeline.picture(width: 700, height: 600))
        test.pipeline.disk = TieredCache(
            [DiskCache(folder: near.path), DiskCache(folder: far.path)],
            store: .concurrent)
        _ = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        #expect(test.trace.complaints.isEmpty == false)
        #expect(far.files.count == 1)
    }
}
