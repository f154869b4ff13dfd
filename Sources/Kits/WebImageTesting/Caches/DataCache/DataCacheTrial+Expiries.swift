import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    /// The trials of expired entries.
    static let expiries = [
        DataCacheTrial("an expired entry is a miss, and is removed") { bench in
            let cache = try bench.open()
            let kept = CacheSample("fresh")
            let head = try bench.store(kept, in: cache, head: kept.head(expires: .ahead))
            let before = try cache.usage()
            for (name, expires) in [("past", Date.past), ("long past", .distantPast)] {
                let sample = CacheSample(name)
                try bench.store(sample, in: cache, head: sample.head(expires: expires))
                try bench.expectMiss(cache, sample.key)
            }
            let after = try cache.usage()
            bench.expect(before == after, "\(before) became \(after)")
            try bench.expectHit(cache, kept, head, "beside expired ones")
        },
        DataCacheTrial("an entry is kept until the end of its retention") { bench in
            let cache = try bench.open()
            let stale = CacheSample("stale")
            let staleHead = stale.head(expires: .past, keepUntil: .ahead)
            let fresh = CacheSample("fresh")
            let freshHead = fresh.head(expires: .ahead, keepUntil: .past)
            try bench.store(stale, in: cache, head: staleHead)
            try bench.store(fresh, in: cache, head: freshHead)
            try cache.trim()
            try bench.expectHit(cache, stale, staleHead, "expired, to be kept")
            try bench.expectHit(cache, fresh, freshHead, "not expired")
            let gone = CacheSample("gone")
            try bench.store(gone, in: cache, head: gone.head(expires: .past, keepUntil: .past))
            try bench.expectMiss(cache, gone.key, "kept for long enough")
        },
        DataCacheTrial("an entry expires while it is there") { bench in
            let cache = try bench.open()
            let samples = ["read", "asked for its head"].map { CacheSample($0) }
            for sample in samples {
                try bench.store(sample, in: cache, head: sample.head(expires: Date() + 0.05))
            }
            // The number of looks in a quarter of the patience on an idle machine.
            var looks = Int(min(bench.patience / 4, .seconds(60)) / .milliseconds(2))
            func isThere() throws -> Bool {
                try cache.reader(for: samples[0].key) != nil
                    || cache.head(for: samples[1].key) != nil
            }
            while looks > 0, try isThere() {
                CacheThreads.pause()
                looks -= 1
            }
            for sample in samples { try bench.expectMiss(cache, sample.key) }
        },
        DataCacheTrial("trimming removes expired entries and no others") { bench in
            let cache = try bench.open()
            let fresh = (0..<20).map { CacheSample("fresh \($0)") }
            let heads = try fresh.map { sample in
                try bench.store(sample, in: cache, head: sample.head(expires: .ahead))
            }
            let before = try cache.usage()
            for index in 0..<20 {
                let sample = CacheSample("gone \(index)")
                try bench.store(sample, in: cache, head: sample.head(expires: .past))
            }
            try cache.trim()
            let after = try cache.usage()
            bench.expect(before == after, "\(before) became \(after)")
            for (sample, head) in zip(fresh, heads) { try bench.expectHit(cache, sample, head) }
        },
    ]
}
