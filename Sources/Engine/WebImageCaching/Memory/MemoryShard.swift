/// The images of one shard of a memory cache by key.
struct MemoryShard: Sendable {
    /// One object, so that a hit looks for its key once.
    // Safe because it changes under the lock of its shard, and has one owner once it has left that.
    final class Slot: @unchecked Sendable {
        fileprivate(set) var image: CachedImage?
        /// An evicted image.
        fileprivate(set) var released: WeakCachedImage?
        /// The image's number in the cache's ``SieveEviction``; a released image's means nothing.
        let node: Int
        /// `true` if it was used since the hand came by.
        fileprivate var isMarked: Bool
        /// The age of the cache at which the lifetime ends; nil for none.
        fileprivate var deadline: Duration?

        fileprivate init(
            _ image: CachedImage?, _ released: WeakCachedImage?, node: Int, isMarked: Bool,
            deadline: Duration?
        ) {
            (self.image, self.released, self.node) = (image, released, node)
            (self.isMarked, self.deadline) = (isMarked, deadline)
        }
    }

    /// A key whose hash is made already; the standard library would hash that again, for half of a
    /// hit.
    struct Name: Hashable, Sendable {
        let key: CacheKey

        func hash(into hasher: inout Hasher) { hasher.combine(key.hashWord) }

        func _rawHashValue(seed: Int) -> Int { key.hashWord ^ seed }
    }

    private(set) var slots: [Name: Slot] = [:]
    /// The number of slots at which released images that are gone are dropped.
    private var nextSweep = 64

    /// The result of a look.
    enum Found: Sendable {
        case image(CachedImage)
        case released
        case nothing
        /// The lifetime of the image is over.
        case over
    }

    /// Looks up a key, and marks an image to be spared the next time the hand comes by.
    @inline(__always)
    func look(for key: CacheKey) -> Found {
        guard let slot = slots[Name(key: key)] else { return .nothing }
        // Read first: processors share a cache line that is only read.
        if !slot.isMarked { slot.isMarked = true }
        if let image = slot.image { return .image(image) }
        return .released
    }

    /// Looks up a key in a cache whose images have a lifetime.
    ///
    /// - Parameter renewal: The new end of the lifetime; nil to leave it.
    func look(for key: CacheKey, at age: Duration, renewal: Duration?) -> Found {
        guard let slot = slots[Name(key: key)] else { return .nothing }
        if let deadline = slot.deadline, deadline <= age { return .over }
        if let renewal { slot.deadline = renewal }
        return look(for: key)
    }

    mutating func removeIfOver(_ key: CacheKey, at age: Duration) -> Slot? {
        guard let deadline = slots[Name(key: key)]?.deadline, deadline <= age else { return nil }
        return slots.removeValue(forKey: Name(key: key))
    }

    /// Puts an image under a key, or an evicted one, and returns the former slot.
    ///
    /// An image that takes the place of another one is marked, since it was wanted twice.
    mutating func put(
        _ image: CachedImage?, released: WeakCachedImage? = nil, for key: CacheKey, node: Int = 0,
        deadline: Duration? = nil
    ) -> Slot? {
        let former = slots[Name(key: key)]
        slots[Name(key: key)] = Slot(
            image, released, node: node, isMarked: former?.image != nil, deadline: deadline)
        if slots.count >= nextSweep {
            slots = slots.filter { $0.value.released?.isGone != true }
            nextSweep = max(64, slots.count * 2)
        }
        return former
    }

    mutating func remove(_ key: CacheKey) -> Slot? { slots.removeValue(forKey: Name(key: key)) }

    enum Turn: Sendable {
        /// The image had a mark and lost it.
        case spared
        case gone(CachedImage?)
    }

    /// Evicts an image, unless it has a mark, which it loses.
    ///
    /// - Parameters:
    ///   - isSparing: `true` if a mark helps.
    ///   - findsReleased: `true` if the image is found again while other code holds it.
    mutating func evict(_ key: CacheKey, isSparing: Bool, findsReleased: Bool) -> Turn {
        guard let slot = slots[Name(key: key)], slot.image != nil else { return .spared }
        if isSparing, slot.isMarked {
            slot.isMarked = false
            return .spared
        }
        guard var image = slot.image.take() else { return .gone(nil) }
        if findsReleased, !image.isAlone(), let label = image.label {
            slot.released = label
        } else {
            slots[Name(key: key)] = nil
        }
        return .gone(image)
    }
}
