import WebImageCaching

/// The subscription of a pipeline's observers to the memory pressure of its cache.
///
/// It ends with the last copy of the pipeline that has these observers and this cache.
final class MemoryPressureSubscription: Sendable {
    private let listeners: [(cache: MemoryCache, id: UInt64)]

    /// Subscribes the observers; `nil` if there are none, or no memory cache of the library.
    init?(_ observers: [any PipelineObserver], of cache: any ImageCache) {
        let caches = observers.isEmpty ? [] : Self.caches(in: cache)
        guard !caches.isEmpty else { return nil }
        let listeners = observers.map(Self.listener)
        self.listeners = caches.map { ($0, $0.pressureListeners.add(listeners)) }
    }

    deinit {
        for (cache, id) in listeners { cache.pressureListeners.remove(id) }
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
        if let group = cache as? any ImageCacheGroup { return group.members.flatMap(caches) }
        return (cache as? MemoryCache).map { [$0] } ?? []
    }
}
