/// The images of one shard of a memory cache by key.
struct MemoryShard: Sendable {
    enum Content: Sendable {
        case image(CachedImage)
        /// An evicted image.
        case released(WeakCachedImage)
    }

    /// One object, so that a hit looks for its key once.
    // Safe because it is used under the lock of its shard only.
    final class Slot: @unchecked Sendable {
        fileprivate(set) var content: Content
        /// The image's number in the cache's ``SieveEviction``; that of a released image means nothing.
        let node: Int
        /// `true` if it was used since the hand came by.
        fileprivate var isMarked: Bool
        /// The end of the lifetime (``MemoryTicks``).
        fileprivate var deadline: UInt32

        fileprivate init(_ content: Content, node: Int, isMarked: Bool, deadline: UInt32) {
            (self.content, self.node) = (content, node)
            (self.isMarked, self.deadline) = (isMarked, deadline)
        }

        var isKept: Bool { if case .image = content { true } else { false } }
    }

    private(set) var slots: [CacheKey: Slot] = [:]
    /// The number of slots at which released images that are gone are dropped.
    private var nextSweep = 64

    /// Looks up a key, and marks an image to be spared the next time the hand comes by.
    func content(for key: CacheKey) -> Content? {
        guard let slot = slots[key] else { return nil }
        // Read first: processors share a cache line that is only read.
        if !slot.isMarked { slot.isMarked = true }
        return slot.content
    }

    /// Looks up a key in a cache whose images have a lifetime, and tells if it is over.
    ///
    /// - Parameter renewal: The new end of the lifetime; nil to leave it.
    func content(
        for key: CacheKey, at now: UInt32, renewal: UInt32?
    ) -> (content: Content?, isOver: Bool) {
        guard let slot = slots[key] else { return (nil, false) }
        guard slot.deadline > now else { return (nil, true) }
        if let renewal { slot.deadline = renewal }
        slot.isMarked = true
        return (slot.content, false)
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
            content, node: node, isMarked: former?.isKept == true, deadline: deadline)
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
        guard let slot = slots[key], slot.isKept else { return .spared }
        if isSparing, slot.isMarked {
            slot.isMarked = false
            return .spared
        }
        // The slot would be a second holder.
        var content = Content.released(.none)
        swap(&content, &slot.content)
        guard case .image(var image) = consume content else { return .gone(nil) }
        if findsReleased, !image.isAlone() {
            slot.content = .released(image.label)
        } else {
            slots[key] = nil
        }
        return .gone(image)
    }
}
