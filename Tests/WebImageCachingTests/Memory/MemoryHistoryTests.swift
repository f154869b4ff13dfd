import Dispatch
import TestSupport
import Testing
import WebImageCaching
import WebImagePixels

/// Random histories of a memory cache, checked against the guarantees of any cache.
struct MemoryHistoryTests {
    private static func image(side: Int) -> CachedImage {
        CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: side, height: side))),
            encodedByteCount: side)
    }

    /// The last stored image of each key, referenced so that it must be found.
    private struct Model {
        var held: [Int: CachedImage] = [:]
        var latest: [Int: Int] = [:]
    }

    @Test(arguments: 1...6)
    func `any sequence of calls leaves the cache whole, within its limit, and true`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        let cache = MemoryCache(maxBytes: 120_000)
        let keys = (0..<60).map { CacheKey("\($0)") }
        var model = Model()
        for step in 0..<1500 {
            let index = Int(random.next() % 60)
            switch random.next() % 40 {
            case 0: cache.shrink(toBytes: Int(random.next() % 120_000))
            case 1 where random.next() % 8 == 0:
                cache.removeAll()
                model = Model()
            case 2...4:
                cache.remove(keys[index])
                (model.held[index], model.latest[index]) = (nil, nil)
            case 5...20:
                // The largest exceed the cache's limit.
                let stored = Self.image(side: 1 + Int(random.next() % 190))
                cache.store(stored, for: keys[index])
                model.latest[index] = stored.encodedByteCount
                model.held[index] = random.next() % 3 == 0 ? stored : nil
            default:
                let found = cache.image(for: keys[index])
                if let held = model.held[index] {
                    #expect(found?.image?.handle === held.image?.handle)
                }
                if let found { #expect(found.encodedByteCount == model.latest[index]) }
            }
            #expect(cache.usage.byteCount <= cache.maxBytes)
            if step % 10 == 0, let problem = cache.inconsistency {
                Issue.record("step \(step): \(problem)")
                return
            }
        }
        #expect(cache.inconsistency == nil)
    }

    @Test func `a cache of many images grows and shrinks, and loses none within its limit`() {
        let cache = MemoryCache(maxBytes: 1 << 30)
        let keys = (0..<5000).map { CacheKey("\($0)") }
        for (index, key) in keys.enumerated() {
            cache.store(Self.image(side: index % 9 + 1), for: key)
        }
        #expect(cache.usage.entryCount == 5000)
        for key in keys { #expect(cache.image(for: key) != nil) }
        for key in keys[..<4000] { cache.remove(key) }
        for key in keys[4000...] { #expect(cache.image(for: key) != nil) }
        #expect(cache.usage.entryCount == 1000)
        #expect(cache.inconsistency == nil)
        cache.shrink(toBytes: 100_000)
        #expect(cache.usage.byteCount <= 100_000)
        #expect(cache.inconsistency == nil)
    }

    @Test func `a picture that takes nearly the whole limit is kept, whatever its shard`() {
        for name in 0..<40 {
            let cache = MemoryCache(maxBytes: 1 << 20)
            cache.store(Self.image(side: 500), for: CacheKey("large \(name)"))
            #expect(cache.image(for: CacheKey("large \(name)")) != nil)
        }
    }

    @Test func `the limit is one for all shards: few large pictures fill it`() {
        let cache = MemoryCache(maxBytes: 10 << 20)
        for index in 0..<200 { cache.store(Self.image(side: 500), for: CacheKey("\(index)")) }
        // Each takes 1,024,000 bytes plus overhead.
        #expect(cache.usage.entryCount == 10)
    }

    @Test func `many threads leave the cache whole and within its limit`() {
        let cache = MemoryCache(maxBytes: 400_000)
        let keys = (0..<80).map { CacheKey("\($0)") }
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            var random = SplitMix(state: UInt64(thread))
            for _ in 0..<1500 {
                let index = Int(random.next() % 80)
                switch random.next() % 40 {
                case 0: cache.shrink(toBytes: 100_000)
                case 1: cache.remove(keys[index])
                case 2 where random.next() % 20 == 0: cache.removeAll()
                case 3...18: cache.store(Self.image(side: index + 1), for: keys[index])
                default:
                    if let found = cache.image(for: keys[index]) {
                        #expect(found.image?.size.width == index + 1)
                    }
                }
            }
        }
        #expect(cache.usage.byteCount <= 400_000)
        #expect(cache.inconsistency == nil)
    }

    @Test func `one thread finds what another one keeps storing`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let key = CacheKey("always")
        cache.store(Self.image(side: 3), for: key)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<2000 {
                if thread == 0 {
                    cache.store(Self.image(side: 3), for: key)
                } else {
                    #expect(cache.image(for: key) != nil)
                }
            }
        }
        #expect(cache.usage.entryCount == 1)
        #expect(cache.inconsistency == nil)
    }
}
