/// Keeps decoded images by key, in memory.
///
/// Its functions never block for long.
public protocol ImageCache: Sendable {
    /// The image of that key, nil for a miss.
    func image(for key: CacheKey) -> CachedImage?
    /// Keeps an image; older ones go when the limits say so.
    func store(_ image: CachedImage, for key: CacheKey)
    /// Forgets the image of that key.
    func remove(_ key: CacheKey)
    /// Forgets all images.
    func removeAll()
}
