import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    /// The trials of removal and usage.
    static let removals = [
        DataCacheTrial("a removed entry is a miss, the others stay") { bench in
            let cache = try bench.open()
            let samples = (0..<5).map { CacheSample("\($0)", byteCount: 10_000) }
            let heads = try samples.map { try bench.store($0, in: cache) }
            for place in [2, 0] {
                try cache.remove(samples[place].key)
                try bench.expectMiss(cache, samples[place].key, "removed")
            }
            try cache.remove(samples[2].key)
            try cache.remove(CacheKey("never there"))
            for place in [1, 3, 4] { try bench.expectHit(cache, samples[place], heads[place]) }
            let head = try bench.store(samples[2], in: cache)
            try bench.expectHit(cache, samples[2], head, "stored again")
        },
        DataCacheTrial("after removing all nothing is left") { bench in
            let cache = try bench.open()
            try cache.removeAll()
            for round in 0..<2 {
                let samples = (0..<50).map { CacheSample("\($0)", version: round) }
                let heads = try samples.map { try bench.store($0, in: cache) }
                try bench.expectHit(cache, samples[7], heads[7])
                try cache.removeAll()
                for sample in samples { try bench.expectMiss(cache, sample.key, "all removed") }
                let usage = try cache.usage()
                bench.expect(usage == CacheUsage(entryCount: 0, byteCount: 0), "left: \(usage)")
            }
        },
        DataCacheTrial("usage counts entries and their bytes") { bench in
            let cache = try bench.open()
            let empty = try cache.usage()
            bench.expect(empty == CacheUsage(entryCount: 0, byteCount: 0), "empty: \(empty)")
            try bench.store(CacheSample("0", byteCount: 5000), in: cache)
            let one = try cache.usage()
            bench.expect(one.entryCount >= 1, "one entry is counted as \(one.entryCount)")
            bench.expect(one.byteCount >= 5000, "5000 bytes are counted as \(one.byteCount)")
            for name in 1..<10 {
                try bench.store(CacheSample("\(name)", byteCount: 5000), in: cache)
            }
            // A cache with several tiers may store an entry more than once.
            let ten = try cache.usage()
            bench.expect(ten.entryCount == 10 * one.entryCount, "ten entries: \(ten)")
            bench.expect(ten.byteCount == 10 * one.byteCount, "ten: \(ten), one: \(one)")
            for name in 1..<10 { try cache.remove(CacheKey("\(name)")) }
            let left = try cache.usage()
            bench.expect(left == one, "nine of ten removed: \(left) instead of \(one)")
        },
    ]

    /// The trials of places and identities.
    static let places = [
        DataCacheTrial("stored entries are there when the cache is opened again") { bench in
            let cache = try bench.open()
            let samples = [0, 5000, 1_200_000].map { CacheSample("of \($0)", byteCount: $0) }
            let heads = try samples.map { try bench.store($0, in: cache) }
            let again = try bench.open()
            for (sample, head) in zip(samples, heads) {
                try bench.expectHit(again, sample, head, "opened again")
            }
            let (before, after) = (try cache.usage(), try again.usage())
            bench.expect(before == after, "\(before), opened again \(after)")
            try again.remove(samples[0].key)
            try bench.expectMiss(cache, samples[0].key, "removed by another")
            let head = try bench.store(CacheSample("late"), in: again)
            try bench.expectHit(cache, CacheSample("late"), head, "stored by another")
            try again.removeAll()
            try bench.expectMiss(cache, samples[1].key, "all removed by another")
        },
        DataCacheTrial("caches have the same identity if they share entries") { bench in
            let (cache, again, other) = (
                try bench.open(), try bench.open(), try bench.openOther()
            )
            bench.expect(
                cache.identity == again.identity, "\(cache.identity) became \(again.identity)")
            bench.expect(
                cache.identity != other.identity, "two places have the identity \(other.identity)")
        },
        DataCacheTrial("caches at different places share nothing") { bench in
            let (cache, other) = (try bench.open(), try bench.openOther())
            let (mine, yours) = (CacheSample("shared"), CacheSample("shared", version: 1))
            let myHead = try bench.store(mine, in: cache)
            try bench.expectMiss(other, mine.key, "stored elsewhere")
            let yourHead = try bench.store(yours, in: other)
            try bench.expectHit(cache, mine, myHead, "another was stored elsewhere")
            try cache.remove(mine.key)
            try bench.expectHit(other, yours, yourHead, "removed elsewhere")
            try cache.removeAll()
            try bench.expectHit(other, yours, yourHead, "all removed elsewhere")
        },
    ]
}
