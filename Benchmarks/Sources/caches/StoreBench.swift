import Synchronization
import WebImage

/// Stores into a full cache, each of which evicts an image.
struct StoreBench: Sendable {
    let bench: MemoryBench

    /// The images made before they are stored: few enough to be in the processor's cache, as an
    /// image that was just decoded.
    private static let batchCount = 256
    /// The number of images that fit into the cache.
    private static let capacity = MemoryBench.keyCount / 2

    /// Stores images that only the cache references: an evicted image is freed with its picture.
    func intoFull(_ count: Int) {
        let full = fullCache(bench.keys.map { ($0, MemoryBench.image()) })
        ofFresh(count) { full.store($1, for: $0) }
    }

    /// Stores images that are also referenced elsewhere: evicted ones are remembered, not freed.
    func ofShown(_ count: Int) {
        let full = fullCache(Array(zip(bench.keys, bench.images)))
        Meter.measure {
            for index in 0..<count {
                let place = index % MemoryBench.keyCount
                full.store(bench.images[place], for: bench.keys[place])
            }
        }
    }

    /// Exchanges images in a dictionary under one lock, the floor of a store: the oldest image is
    /// removed under the lock, and freed after it.
    func intoDictionary(_ count: Int) {
        let floor = OldestFirstFloor()
        for key in bench.keys.suffix(Self.capacity) { floor.store(MemoryBench.image(), for: key) }
        ofFresh(count) { floor.exchange($1, for: $0) }
    }

    /// Measures the freeing of images as old as evicted ones: each of a row is replaced in turn.
    func freeing(_ count: Int) {
        var row = (0..<Self.capacity).map { _ in MemoryBench.image() }
        var place = 0
        ofFresh(count) { _, image in
            row[place] = image
            place = place + 1 < Self.capacity ? place + 1 : 0
        }
    }

    private func fullCache(_ content: [(CacheKey, CachedImage)]) -> MemoryCache {
        let full = MemoryCache(maxBytes: bench.cache.usage.byteCount / 2)
        for (key, image) in content { full.store(image, for: key) }
        return full
    }

    private func ofFresh(_ count: Int, _ body: (CacheKey, consuming CachedImage) -> Void) {
        for start in stride(from: 0, to: count, by: Self.batchCount) {
            let batch = start..<min(start + Self.batchCount, count)
            var fresh = batch.map { _ in Optional(MemoryBench.image()) }
            Meter.measure {
                for (place, index) in batch.enumerated() {
                    // The array gives its reference away: the storing code has the only one.
                    guard let image = fresh[place].take() else { continue }
                    body(bench.keys[index % MemoryBench.keyCount], image)
                }
            }
        }
    }
}

/// A dictionary under one lock that evicts the oldest key first.
private final class OldestFirstFloor: Sendable {
    private struct State: Sendable {
        var images: [CacheKey: CachedImage] = [:]
        var keys: [CacheKey] = []
        var oldest = 0
    }

    private let state = Mutex(State())

    func store(_ image: CachedImage, for key: CacheKey) {
        state.withLock { state in
            state.images[key] = image
            state.keys.append(key)
        }
    }

    func exchange(_ image: consuming CachedImage, for key: CacheKey) {
        let image = image
        let departed = state.withLock { state -> CachedImage? in
            let departed = state.images.removeValue(forKey: state.keys[state.oldest])
            state.images[key] = image
            state.keys[state.oldest] = key
            state.oldest = state.oldest + 1 < state.keys.count ? state.oldest + 1 : 0
            return departed
        }
        withExtendedLifetime(departed) {}
    }
}
