/// A cache of decoded images by key, in memory; of their encoded files, as a pipeline's
/// `resultMemory`.
///
/// Its functions never block for long.
public protocol ImageCache: Sendable {
    /// Returns the image of that key; nil for a miss.
    func image(for key: CacheKey) -> CachedImage?
    /// Stores an image; older images may be evicted.
    func store(_ image: CachedImage, for key: CacheKey)
    /// Removes the image of that key.
    func remove(_ key: CacheKey)
    /// Removes all images.
    func removeAll()
}

/// A cache of images that consists of others.
package protocol ImageCacheGroup: ImageCache {
    var members: [any ImageCache] { get }
}
