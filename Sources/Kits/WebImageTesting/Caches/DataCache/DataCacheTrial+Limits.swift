import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    private static let maxBytes = 2 << 20

    /// The trials of limits, for caches that have them.
    static let limits = [
        DataCacheTrial("a trim keeps the limit and removes no more than needed") { bench in
            guard let cache = try bench.limited?(bench.place, maxBytes) else { return }
            for index in 0..<400 {
                try bench.store(CacheSample("\(index)", byteCount: 12_000), in: cache)
            }
            try cache.trim()
            let usage = try cache.usage()
            bench.expect(usage.byteCount <= maxBytes, "\(usage) above \(maxBytes) bytes")
            bench.expect(usage.byteCount > maxBytes / 2, "\(usage) of \(maxBytes) bytes is left")
            for index in 0..<400 { try bench.expectWhole(cache, "\(index)") }
        },
        DataCacheTrial("entries within the limits stay") { bench in
            guard let cache = try bench.limited?(bench.place, maxBytes) else { return }
            let samples = (0..<100).map { CacheSample("\($0)", byteCount: 10_000) }
            let heads = try samples.map { try bench.store($0, in: cache) }
            try cache.trim()
            for (sample, head) in zip(samples, heads) { try bench.expectHit(cache, sample, head) }
        },
        DataCacheTrial("an entry larger than the cache evicts nothing") { bench in
            guard let cache = try bench.limited?(bench.place, maxBytes) else { return }
            let sample = CacheSample("small")
            let head = try bench.store(sample, in: cache)
            let large = CacheSample("large", byteCount: 2 * maxBytes)
            // Throwing an error is as good as dropping the entry.
            try? cache.store(large.bytes, for: large.key, head: large.head())
            try cache.trim()
            try bench.expectHit(cache, sample, head, "beside one that is too large")
            let usage = try cache.usage()
            bench.expect(usage.byteCount <= maxBytes, "\(usage) above \(maxBytes) bytes")
        },
    ]
}
