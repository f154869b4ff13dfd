/// The images of one shard of a memory cache by key.
struct MemoryShard: Sendable {
    enum Content: Sendable {
        case image(CachedImage)
        /// An evicted image.
        case released(WeakCachedImage)
    }

    struct Slot: Sendable {
        var content: Content
        /// The image's number in the cache's ``SieveEviction``; that of a released image means nothing.
        var node: Int
        /// `true` if it was used since the hand came by.
        var isMarked = false
        /// The end of the lifetime (``MemoryTicks``).
        var deadline = UInt32.max

        var isKept: Bool { if case .image = content { true } else { false } }
    }

    private(set) var slots: [CacheKey: Slot] = [:]
    /// The number of slots at which released images that are gone are dropped.
    private var nextSweep = 64

    /// Looks up a key, and marks an image to be spared the next time the hand comes by.
    mutating func content(for key: CacheKey) -> Content? {
        guard let index = slots.index(forKey: key) else { return nil }
        // Read first: processors share a cache line that is only read.
        if !slots.values[index].isMarked { slots.values[index].isMarked = true }
        return slots.values[index].content
    }

    /// Looks up a key in a cache whose images have a lifetime, and tells if it is over.
    ///
    /// - Parameter renewal: The new end of the lifetime; nil to leave it.
    mutating func content(
        for key: CacheKey, at now: UInt32, renewal: UInt32?
    ) -> (content: Content?, isOver: Bool) {
        guard let index = slots.index(forKey: key) else { return (nil, false) }
        guard slots.values[index].deadline > now else { return (nil, true) }
        if let renewal { slots.values[index].deadline = renewal }
        return (content(for: key), false)
    }

    mutating func removeIfOver(_ key: CacheKey, at now: UInt32) -> Slot? {
        guard let slot = slots[key], slot.deadline <= now else { return nil }
        return slots.removeValue(forKey: key)
    }

    /// Puts content under a key and returns the former slot.
    ///
    /// An image that takes the place of another one is marked, since it was wanted twice.
    mutating func put(
        _ content: Content, for key: CacheKey, node: Int, deadline: UInt32 = .max
    ) -> Slot? {
        let former = slots[key]
        slots[key] = Slot(
            content: content, node: node, isMarked: former?.isKept == true, deadline: deadline)
        if slots.count >= nextSweep {
            slots = slots.filter { slot in
                if case .released(let image) = slot.value.content { !image.isGone } else { true }
            }
            nextSweep = max(64, slots.count * 2)
        }
        return former
    }

    mutating func remove(_ key: CacheKey) -> Slot? { slots.removeValue(forKey: key) }

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
        guard let index = slots.index(forKey: key), slots.values[index].isKept else {
            return .spared
        }
        if isSparing, slots.values[index].isMarked {
            slots.values[index].isMarked = false
            return .spared
        }
        let deadline = slots.values[index].deadline
        guard var image = Self.image(of: slots.remove(at: index).value) else { return .gone(nil) }
        if findsReleased, !image.isAlone() {
            slots[key] = Slot(content: .released(image.label), node: 0, deadline: deadline)
        }
        return .gone(image)
    }

    /// Returns the image, of which the slot is no holder any more.
    private static func image(of slot: consuming Slot) -> CachedImage? {
        if case .image(let image) = slot.content { image } else { nil }
    }
}
