/// A cache of decoded images by key, in memory.
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

/// The content of a memory cache in numbers.
public struct MemoryUsage: Hashable, Sendable {
    /// The number of images.
    public var entryCount: Int
    /// The bytes of all images and of their administration.
    public var byteCount: Int

    /// A number of images of so many bytes.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}
