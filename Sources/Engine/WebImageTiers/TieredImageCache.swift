public import WebImageCaching

/// Several memory caches that act as one, the highest first.
///
/// The counterpart of ``TieredCache`` for images. Memory never blocks, so `concurrent` does the
/// same as `serial`.
public struct TieredImageCache: ImageCache {
    package let tiers: [any ImageCache]
    private let policies: TierPolicies

    /// Creates a cache of `tiers`, the highest first; the policies are `TieredCache`'s.
    public init(
        _ tiers: [any ImageCache], query: TierPolicy = .serial, store: TierPolicy = .highestOnly,
        remove: TierPolicy = .concurrent, clear: TierPolicy = .concurrent, promotes: Bool = false
    ) {
        self.tiers = tiers
        policies = TierPolicies(
            query: query, store: store, remove: remove, clear: clear, promotes: promotes)
    }

    /// Returns the image of the first tier that has it.
    public func image(for key: CacheKey) -> CachedImage? {
        for place in policies.query.places(of: tiers.count) {
            guard let found = tiers[place].image(for: key) else { continue }
            if policies.promotes {
                for tier in tiers[..<place] { tier.store(found, for: key) }
            }
            return found
        }
        return nil
    }

    /// Stores an image in the tiers that store.
    public func store(_ image: CachedImage, for key: CacheKey) {
        let places = policies.store.places(of: tiers.count)
        for place in places { tiers[place].store(image, for: key) }
        guard policies.promotes, let highest = places.first else { return }
        // Copies of the former image would hide it.
        for tier in tiers[..<highest] { tier.remove(key) }
    }

    /// Removes the image of that key from the tiers that remove.
    public func remove(_ key: CacheKey) {
        for place in policies.remove.places(of: tiers.count) { tiers[place].remove(key) }
    }

    /// Removes all images from the tiers that clear.
    public func removeAll() {
        for place in policies.clear.places(of: tiers.count) { tiers[place].removeAll() }
    }
}

extension TieredImageCache: ImageCacheGroup {
    package var members: [any ImageCache] { tiers }
}
