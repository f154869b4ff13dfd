import WebImageCaching
import WebImageCoding
import WebImagePipeline

extension ImageCacheTrial {
    /// The trials of concurrent use.
    static let threads = [
        ImageCacheTrial("readers see the old image or the new one while it is replaced") { bench in
            let cache = try bench.make()
            cache.store(ImageCacheBench.image(0), for: CacheKey("one"))
            let writers = CacheWriters(1, bench.complaints)
            CacheThreads.run(4) { thread in
                guard thread == 0 else {
                    return writers.read(500) { bench.expectAny(cache, CacheKey("one")) }
                }
                writers.write {
                    for round in 0..<500 {
                        cache.store(ImageCacheBench.image(round), for: CacheKey("one"))
                    }
                }
            }
        },
        ImageCacheTrial("concurrent use never returns the image of another key") { bench in
            let cache = try bench.make()
            let keys = (0..<16).map { CacheKey("\($0)") }
            CacheThreads.run(6) { thread in
                for round in 0..<500 {
                    let number = (thread &* 7919 &+ round &* 104_729) % keys.count
                    switch (thread, round % 50) {
                    case (0, 0): cache.removeAll()
                    case (0, _): cache.remove(keys[number])
                    case (1...2, _):
                        // The image numbers of a key are the key's number modulo the number of
                        // keys.
                        let image = ImageCacheBench.image(number + keys.count * round)
                        cache.store(image, for: keys[number])
                    default:
                        guard let found = cache.image(for: keys[number]) else { continue }
                        let other = found.encodedByteCount
                        bench.expect(
                            other % keys.count == number, "\(number): the image of another key")
                        bench.expect(
                            ImageCacheBench.isImage(found, other), "a mixture of two images")
                    }
                }
            }
            for (number, key) in keys.enumerated() {
                cache.store(ImageCacheBench.image(number), for: key)
            }
            // Many times: in the storm all readers may have been too early or too late.
            for _ in 0..<10 {
                for (number, key) in keys.enumerated() {
                    bench.expectHit(cache, key, number, "after concurrent use")
                }
            }
        },
    ]
}

extension ImageCacheBench {
    /// Records a violation unless the key has a complete image with any number.
    fileprivate func expectAny(_ cache: any ImageCache, _ key: CacheKey) {
        guard let found = cache.image(for: key) else {
            return complaints.add("a miss while the entry was replaced")
        }
        expect(Self.isImage(found, found.encodedByteCount), "a mixture of two images")
    }
}
