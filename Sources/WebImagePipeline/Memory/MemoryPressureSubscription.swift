import Synchronization

/// Those who are told when a memory cache gives memory back since the system runs short of it.
final class PressureFollowers: Sendable {
    private struct State: Sendable {
        var lastID: UInt64 = 0
        var observers: [UInt64: [any PipelineObserver]] = [:]
    }

    private let state = Mutex(State())

    /// Tells some more; the number by which they are told no longer.
    func add(_ observers: [any PipelineObserver]) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.observers[state.lastID] = observers
            return state.lastID
        }
    }

    /// Tells some no longer.
    func remove(_ id: UInt64) {
        // Freed behind the lock: they are somebody else's.
        let former = state.withLock { $0.observers.removeValue(forKey: id) }
        withExtendedLifetime(former) {}
    }

    /// Tells all; an object that observes several pipelines once.
    func tell(_ event: PipelineEvent) {
        var told: Set<ObjectIdentifier> = []
        for observer in state.withLock({ $0.observers.values.flatMap(\.self) }) {
            let isNew =
                !(type(of: observer) is AnyClass)
                || told.insert(ObjectIdentifier(observer as AnyObject)).inserted
            if isNew { observer.observe(event) }
        }
    }
}

/// Lets the observers of a pipeline hear when its memory cache gives memory back, as long as there
/// is a copy of the pipeline with these observers and this cache.
final class MemoryPressureSubscription: Sendable {
    private let places: [(cache: MemoryCache, id: UInt64)]

    /// Nil where nobody is to be told, or the cache is none of the library's.
    init?(_ observers: [any PipelineObserver], of cache: any ImageCache) {
        let caches = observers.isEmpty ? [] : Self.caches(in: cache)
        guard !caches.isEmpty else { return nil }
        places = caches.map { ($0, $0.followers.add(observers)) }
    }

    deinit {
        for (cache, id) in places { cache.followers.remove(id) }
    }

    private static func caches(in cache: any ImageCache) -> [MemoryCache] {
        if let tiers = (cache as? TieredImageCache)?.tiers { return tiers.flatMap(caches) }
        return (cache as? MemoryCache).map { [$0] } ?? []
    }
}
