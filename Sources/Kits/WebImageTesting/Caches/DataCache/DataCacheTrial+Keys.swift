import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension DataCacheTrial {
    static let keys = [
        DataCacheTrial("an entry is found by exactly its key") { bench in
            let cache = try bench.open()
            var heads: [EntryHead] = []
            for (index, name) in CacheNames.awkward.enumerated() {
                let sample = CacheSample(name, version: index, byteCount: 100 + index)
                try bench.expectMiss(cache, sample.key, "not stored yet")
                heads.append(try bench.store(sample, in: cache))
            }
            for (name, head) in zip(CacheNames.awkward, heads) {
                let found = try cache.reader(for: CacheKey(name))?.head
                bench.expect(
                    found == head, "'\(name.prefix(20))' has the head of another key, or none")
                try bench.expectWhole(cache, name)
            }
            let count = try cache.usage().entryCount
            bench.expect(
                count >= CacheNames.awkward.count,
                "\(CacheNames.awkward.count) keys, \(count) entries")
        },
        DataCacheTrial("removing an entry leaves the entries of all other keys") { bench in
            let cache = try bench.open()
            for name in CacheNames.awkward { try bench.store(CacheSample(name), in: cache) }
            for (index, name) in CacheNames.awkward.enumerated() {
                try cache.remove(CacheKey(name))
                try bench.expectMiss(cache, CacheKey(name), "removed")
                guard index + 1 < CacheNames.awkward.count else { break }
                for other in CacheNames.awkward[(index + 1)...].prefix(4) {
                    let isThere = try cache.head(for: CacheKey(other)) != nil
                    bench.expect(
                        isThere, "'\(other.prefix(20))' was removed with '\(name.prefix(20))'")
                }
            }
        },
        DataCacheTrial("many entries are kept apart") { bench in
            let cache = try bench.open()
            for index in 0..<300 {
                try bench.store(CacheSample("\(index)", byteCount: index), in: cache)
            }
            for index in 0..<300 {
                let found = try cache.reader(for: CacheKey("\(index)"))
                bench.expect(found?.bytes.count == index, "\(index): \(found?.bytes.count ?? -1)")
                try bench.expectWhole(cache, "\(index)")
            }
        },
    ]
}
