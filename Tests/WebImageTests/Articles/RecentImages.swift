import Synchronization
import WebImage

/// A cache of decoded images that evicts those used longest ago.
final class RecentImages: ImageCache {
    private struct Entry {
        let image: CachedImage
        let cost: Int
        var lastUse: Int
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var byteCount = 0
        var useCount = 0

        mutating func remove(_ key: CacheKey) {
            byteCount -= entries.removeValue(forKey: key)?.cost ?? 0
        }
    }

    private let state = Mutex(State())
    private let maxBytes: Int

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    func image(for key: CacheKey) -> CachedImage? {
        state.withLock { state in
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return state.entries[key]?.image
        }
    }

    func store(_ image: CachedImage, for key: CacheKey) {
        state.withLock { state in
            state.remove(key)
            state.useCount += 1
            // The cost may change later; the one that was added is the one to subtract.
            let entry = Entry(image: image, cost: image.cost, lastUse: state.useCount)
            state.entries[key] = entry
            state.byteCount += entry.cost
            while state.byteCount > maxBytes,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.remove(oldest.key)
            }
        }
    }

    func remove(_ key: CacheKey) {
        state.withLock { $0.remove(key) }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }
}
