import Synchronization

/// Those who are told when a memory cache gives memory back since the system runs short of it.
final class PressureFollowers: Sendable {
    typealias Follower = @Sendable (PipelineEvent) -> Void

    private let state = Mutex<(lastID: UInt64, followers: [UInt64: Follower])>((0, [:]))

    /// Tells one more; the number by which it is told no longer.
    func add(_ follower: @escaping Follower) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.followers[state.lastID] = follower
            return state.lastID
        }
    }

    /// Tells one no longer.
    func remove(_ id: UInt64) {
        // Freed behind the lock: what it captured is somebody else's.
        let former = state.withLock { $0.followers.removeValue(forKey: id) }
        withExtendedLifetime(former) {}
    }

    /// Tells all.
    func tell(_ event: PipelineEvent) {
        for follower in state.withLock({ Array($0.followers.values) }) { follower(event) }
    }
}

/// Lets the observers of a pipeline hear when its memory cache gives memory back, as long as there
/// is a copy of the pipeline with these observers and this cache.
final class PressureFollowing: Sendable {
    private let places: [(cache: MemoryCache, id: UInt64)]

    /// Nil where nobody is to be told, or the cache is none of the library's.
    init?(_ observers: [any PipelineObserver], of cache: any ImageCache) {
        let caches = observers.isEmpty ? [] : Self.caches(in: cache)
        guard !caches.isEmpty else { return nil }
        places = caches.map { cache in
            (cache, cache.followers.add { event in observers.tell(event) })
        }
    }

    deinit {
        for (cache, id) in places { cache.followers.remove(id) }
    }

    private static func caches(in cache: any ImageCache) -> [MemoryCache] {
        if let tiers = (cache as? TieredImageCache)?.tiers { return tiers.flatMap(caches) }
        return (cache as? MemoryCache).map { [$0] } ?? []
    }
}
