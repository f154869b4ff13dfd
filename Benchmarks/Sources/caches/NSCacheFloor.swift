import Foundation
import WebImage

// Safe because NSCache is, and the keys do not change.
final class NSCacheFloor: @unchecked Sendable {
    private final class Key: NSObject {
        let key: CacheKey

        init(_ key: CacheKey) { self.key = key }

        override var hash: Int { key.hashValue }

        override func isEqual(_ object: Any?) -> Bool { (object as? Key)?.key == key }
    }

    private final class Value {
        let image: CachedImage

        init(_ image: CachedImage) { self.image = image }
    }

    private let cache = NSCache<Key, Value>()
    private let keys: [Key]

    init(_ bench: MemoryBench) {
        keys = bench.keys.map(Key.init)
        for (key, image) in zip(keys, bench.images) { cache.setObject(Value(image), forKey: key) }
    }

    func hits(_ count: Int) {
        var random = Xorshift(seed: 0)
        for _ in 0..<count {
            keep(cache.object(forKey: keys[random.next(below: MemoryBench.keyCount)])?.image)
        }
    }
}
