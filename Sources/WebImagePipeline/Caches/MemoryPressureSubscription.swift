import WebImageCaching

/// Tells the observers of a pipeline when its memory cache gives memory back, as long as there is a
/// copy of the pipeline with these observers and this cache.
final class MemoryPressureSubscription: Sendable {
    private let places: [(cache: MemoryCache, id: UInt64)]

    /// Subscribes the observers; `nil` if there is none, or no memory cache of the library.
    init?(_ observers: [any PipelineObserver], of cache: any ImageCache) {
        let caches = observers.isEmpty ? [] : Self.caches(in: cache)
        guard !caches.isEmpty else { return nil }
        let listeners = observers.map(Self.listener)
        places = caches.map { ($0, $0.pressureListeners.add(listeners)) }
    }

    deinit {
        for (cache, id) in places { cache.pressureListeners.remove(id) }
    }

    private static func listener(for observer: any PipelineObserver) -> PressureListeners.Listener {
        let isObject = type(of: observer) is AnyClass
        return PressureListeners.Listener(
            object: isObject ? ObjectIdentifier(observer as AnyObject) : nil
        ) { freed, kept in
            observer.observe(.memoryPressure(freedByteCount: freed, keptByteCount: kept))
        }
    }

    private static func caches(in cache: any ImageCache) -> [MemoryCache] {
        if let tiers = (cache as? TieredImageCache)?.tiers { return tiers.flatMap(caches) }
        return (cache as? MemoryCache).map { [$0] } ?? []
    }
}
