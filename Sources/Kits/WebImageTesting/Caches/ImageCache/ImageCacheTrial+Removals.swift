import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels

extension ImageCacheTrial {
    static let removals = [
        ImageCacheTrial("a removed image is a miss, the others stay") { bench in
            let cache = try bench.make()
            let keys = (0..<5).map { CacheKey("\($0)") }
            // A caller's reference to an image must not restore it.
            let held = keys.indices.map { ImageCacheBench.image($0) }
            for (image, key) in zip(held, keys) { cache.store(image, for: key) }
            for place in [2, 0] {
                cache.remove(keys[place])
                bench.expectMiss(cache, keys[place], "removed")
            }
            cache.remove(keys[2])
            cache.remove(CacheKey("never there"))
            for place in [1, 3, 4] { bench.expectHit(cache, keys[place], place) }
            cache.store(held[2], for: keys[2])
            bench.expectHit(cache, keys[2], 2, "stored again")
        },
        ImageCacheTrial("removing an image leaves the images of all other keys") { bench in
            let cache = try bench.make()
            for (number, name) in CacheNames.awkward.enumerated() {
                cache.store(ImageCacheBench.image(number), for: CacheKey(name))
            }
            for (number, name) in CacheNames.awkward.enumerated() {
                cache.remove(CacheKey(name))
                bench.expectMiss(cache, CacheKey(name), "removed")
                for (other, name) in CacheNames.awkward.enumerated().dropFirst(number + 1) {
                    bench.expectHit(cache, CacheKey(name), other, "when another was removed")
                }
            }
        },
        ImageCacheTrial("after removing all nothing is left") { bench in
            let cache = try bench.make()
            cache.removeAll()
            let held = (0..<50).map { ImageCacheBench.image($0) }
            for _ in 0..<2 {
                for (number, image) in held.enumerated() {
                    cache.store(image, for: CacheKey("\(number)"))
                }
                bench.expectHit(cache, CacheKey("7"), 7)
                cache.removeAll()
                for number in held.indices {
                    bench.expectMiss(cache, CacheKey("\(number)"), "all removed")
                }
            }
        },
    ]

    private static let maxBytes = 4 << 20

    /// The trials of limits, for caches that have them.
    static let limits = [
        ImageCacheTrial("the limit evicts older images") { bench in
            guard let cache = try bench.limited?(maxBytes) else { return }
            let count = 100
            // 256 kB each, without other references.
            for number in 0..<count {
                cache.store(
                    ImageCacheBench.image(number, side: 256), for: CacheKey("\(number)"))
            }
            var keptBytes = 0
            for number in 0..<count {
                guard let found = cache.image(for: CacheKey("\(number)")) else { continue }
                bench.expect(ImageCacheBench.isImage(found, number), "\(number): the image differs")
                keptBytes += found.cost
            }
            bench.expect(keptBytes <= maxBytes, "\(keptBytes) bytes above \(maxBytes)")
            bench.expect(keptBytes > 0, "nothing is left of \(count) images")
        },
        ImageCacheTrial("images within the limits stay") { bench in
            guard let cache = try bench.limited?(maxBytes) else { return }
            for number in 0..<100 {
                cache.store(ImageCacheBench.image(number, side: 50), for: CacheKey("\(number)"))
            }
            for number in 0..<100 { bench.expectHit(cache, CacheKey("\(number)"), number) }
        },
    ]
}
