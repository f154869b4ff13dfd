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

/// The same for images in memory.
struct TieredImageCacheTests {
    private let key = CacheKey("a")
    private let tiers = (0..<3).map { _ in MemoryCache(maxBytes: 1 << 20) }

    private var image: CachedImage {
        CachedImage(image: DecodedImage(poster: Bitmap(size: PixelSize(width: 4, height: 4))))
    }

    private var holders: [Int] { (0..<3).filter { tiers[$0].usage.entryCount > 0 } }

    @Test(arguments: [
        (TierPolicy.serial, [0, 1, 2]), (.concurrent, [0, 1, 2]), (.highestOnly, [0]),
        (.lowestOnly, [2]), (.nothing, []),
    ])
    func `each policy reaches its tiers`(policy: TierPolicy, places: [Int]) {
        let cache = TieredImageCache(
            tiers,
            query: policy, store: policy, remove: policy, clear: policy)
        cache.store(image, for: key)
        #expect(holders == places)
        #expect((cache.image(for: key) != nil) == !places.isEmpty)
        for tier in tiers { tier.store(image, for: key) }
        cache.remove(key)
        #expect(holders == [0, 1, 2].filter { !places.contains($0) })
        for tier in tiers { tier.store(image, for: key) }
        cache.removeAll()
        #expect(holders == [0, 1, 2].filter { !places.contains($0) })
    }

    @Test(arguments: [true, false])
    func `a hit is copied upwards where that is wanted`(promotes: Bool) {
        tiers[2].store(image, for: key)
        let cache = TieredImageCache(tiers, promotes: promotes)
        #expect(cache.image(for: key) != nil)
        #expect(holders == (promotes ? [0, 1, 2] : [2]))
    }

    @Test func `a pipeline works on it`() async throws {
        var test = TestPipeline()
        test.pipeline.memory = TieredImageCache(tiers, store: .serial)
        _ = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        tiers[0].removeAll()
        let again = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        #expect(again.origin == .memory)
    }
}

/// A cache in memory that can be suspended and broken.
final class ListedCache: DataCache {
    private struct State: Sendable {
        var entries: [CacheKey: (EntryHead, ByteBlock)] = [:]
        var readCount = 0
        var writerCount = 0
        var isHeld = false
        var fails = false
    }

    private let state = Mutex(State())
    let identity: String

    init(_ identity: String) { self.identity = identity }

    var readCount: Int { state.withLock { $0.readCount } }
    var writerCount: Int { state.withLock { $0.writerCount } }
    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    func hold() { state.withLock { $0.isHeld = true } }
    func release() { state.withLock { $0.isHeld = false } }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        try check()
        while state.withLock({ $0.isHeld }) { usleep(500) }
        let found = state.withLock { state in
            state.readCount += 1
            return state.entries[key]
        }
        return DataFinding(found.map { StoredEntry(head: $0.0, bytes: $0.1) })
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        try check()
        state.withLock { $0.writerCount += 1 }
        return Writer(self, key, head)
    }

    func store(_ bytes: ByteBlock, for key: CacheKey, head: EntryHead) throws(DiskError) {
        try check()
        commit(key, head, bytes)
    }

    func remove(_ key: CacheKey) throws(DiskError) {
        try check()
        state.withLock { $0.entries[key] = nil }
    }
    func removeAll() throws(DiskError) {
        try check()
        state.withLock { $0.entries = [:] }
    }
    func trim() throws(DiskError) {}
    func usage() throws(DiskError) -> CacheUsage {
        CacheUsage(entryCount: state.withLock { $0.entries.count }, byteCount: 0)
    }

    private func check() throws(DiskError) {
        if fails { throw DiskError("cannot do anything in", path: identity, code: EIO) }
    }

    private func commit(_ key: CacheKey, _ head: EntryHead, _ bytes: ByteBlock) {
        state.withLock { $0.entries[key] = (head, bytes) }
    }

    private final class Writer: DataCacheWriter {
        private let cache: ListedCache
        private let key: CacheKey
        private let head: EntryHead
        private let blocks = Mutex<[ByteBlock]>([])

        init(_ cache: ListedCache, _ key: CacheKey, _ head: EntryHead) {
            (self.cache, self.key, self.head) = (cache, key, head)
        }

        func append(_ bytes: RawSpan) throws(DiskError) {
            let block = ByteBlock(copying: bytes)
            blocks.withLock { $0.append(block) }
        }
        func written() throws(DiskError) -> ByteBlock { ByteBlock.joining(blocks.withLock { $0 }) }
        func commit() throws(DiskError) { cache.commit(key, head, try written()) }
        func discard() {}
    }
}
