/// The images of one shard of a memory cache by key: a hash table with open addressing in one block,
/// so that a hit reads one cache line of it.
///
/// Linear probing from the low bits of the key's hash; a removal moves up the slots behind it (Knuth,
/// volume 3, 6.4, algorithm R).
// Safe because the table alone holds the block, whose slots are all initialized, and every index is
// masked.
@safe struct MemoryShard: ~Copyable, @unchecked Sendable {
    enum Content: Sendable {
        case image(CachedImage)
        /// An evicted image.
        case released(WeakCachedImage)
    }

    struct Slot: Sendable {
        /// Nil in a free slot, as the content.
        var key: CacheKey?
        var content: Content?
        /// The image's number in the cache's ``SieveEviction``, with `mark` if it was used since the
        /// hand came by.
        ///
        /// The number of a released image means nothing.
        var node: UInt32 = 0
        /// The end of the lifetime (``MemoryTicks``).
        var deadline = UInt32.max

        /// A bit that no number has.
        static let mark: UInt32 = 1 << 31
        var isMarked: Bool { node & Self.mark != 0 }
        var number: Int { Int(node & ~Self.mark) }
        var image: CachedImage? { if case .image(let image) = content { image } else { nil } }
        var isKept: Bool { if case .image = content { true } else { false } }
        /// Takes the image out; a weak reference takes its place if other code holds the image.
        @inline(__always)
        mutating func release() -> CachedImage? {
            var former: Content?
            swap(&former, &content)
            guard case .image(var image) = consume former else { return nil }
            if !image.isAlone() { content = .released(image.label) }
            return image
        }
        var former: Former { Former(content: content, number: number) }
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    private var used = 0

    /// - Parameter slotCount: A power of two.
    init(slotCount: Int = 8) {
        mask = slotCount - 1
        unsafe slots = .allocate(capacity: slotCount)
        unsafe slots.initialize(repeating: Slot(), count: slotCount)
    }

    deinit {
        unsafe slots.deinitialize(count: mask + 1)
        unsafe slots.deallocate()
    }

    /// Looks up a key, and marks an image to be spared the next time the hand comes by.
    @inline(__always)
    mutating func content(for key: CacheKey) -> Content? {
        let index = index(of: key)
        guard index >= 0 else { return nil }
        // Read first: processors share a cache line that is only read.
        if unsafe !slots[index].isMarked { unsafe slots[index].node |= Slot.mark }
        return unsafe slots[index].content
    }

    /// Looks up a key in a cache whose images have a lifetime, and tells if it is over.
    ///
    /// - Parameter renewal: The new end of the lifetime; nil to leave it.
    mutating func content(
        for key: CacheKey, at now: UInt32, renewal: UInt32?
    ) -> (content: Content?, isOver: Bool) {
        let index = index(of: key)
        guard index >= 0 else { return (nil, false) }
        guard unsafe slots[index].deadline > now else { return (nil, true) }
        if let renewal { unsafe slots[index].deadline = renewal }
        return (content(for: key), false)
    }

    mutating func removeIfOver(_ key: CacheKey, at now: UInt32) -> Former? {
        remove(at: index(of: key), ifOverAt: now)
    }

    mutating func removeIfOver(node: Int, hash: Int, at now: UInt32) -> Former? {
        remove(at: index(ofNode: node, hash: hash), ifOverAt: now)
    }

    private mutating func remove(at index: Int, ifOverAt now: UInt32) -> Former? {
        guard index >= 0, unsafe slots[index].deadline <= now else { return nil }
        return remove(at: index).former
    }

    /// Puts content under a key and returns the former content.
    ///
    /// An image that takes the place of another one is marked, since it was wanted twice.
    mutating func put(
        _ content: consuming Content, for key: CacheKey, node: Int, deadline: UInt32 = .max
    ) -> Former? {
        let node = UInt32(truncatingIfNeeded: node)
        let index = index(of: key)
        guard index >= 0 else {
            if (used + 1) * 4 > (mask + 1) * 3 { rebuild() }
            add(Slot(key: key, content: content, node: node, deadline: deadline))
            return nil
        }
        let (number, isKept) = unsafe (slots[index].number, slots[index].isKept)
        var former: Content? = content
        // The key stays: counting its references would cost more than all the rest.
        unsafe swap(&former, &slots[index].content)
        unsafe slots[index].node = isKept ? node | Slot.mark : node
        unsafe slots[index].deadline = deadline
        return Former(content: former, number: number)
    }

    struct Former: Sendable {
        let content: Content?
        let number: Int
    }

    mutating func remove(_ key: CacheKey) -> Former? {
        let index = index(of: key)
        return index < 0 ? nil : remove(at: index).former
    }

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
    @inline(__always)
    mutating func evict(node: Int, hash: Int, isSparing: Bool, findsReleased: Bool) -> Turn {
        let index = index(ofNode: node, hash: hash)
        guard index >= 0 else { return .spared }
        guard unsafe slots[index].isMarked, isSparing else {
            return .gone(release(at: index, findsReleased))
        }
        unsafe slots[index].node &= ~Slot.mark
        return .spared
    }

    @inline(__always)
    private mutating func release(at index: Int, _ findsReleased: Bool) -> CachedImage? {
        guard findsReleased else { return remove(at: index).image }
        let departed = unsafe slots[index].release()
        if unsafe slots[index].content == nil { _ = remove(at: index) }
        return departed
    }

    mutating func removeAll() -> [Slot] {
        let former = all
        self = MemoryShard()
        return former
    }

    /// Returns the index of a key, -1 if it isn't there.
    @inline(__always)
    private func index(of key: CacheKey) -> Int {
        var index = key.hashWord & mask
        while let other = unsafe slots[index].key {
            if other == key { return index }
            index = (index + 1) & mask
        }
        return -1
    }

    @inline(__always)
    private func index(ofNode node: Int, hash: Int) -> Int {
        var index = hash & mask
        while unsafe slots[index].key != nil {
            if unsafe slots[index].number == node, unsafe slots[index].isKept { return index }
            index = (index + 1) & mask
        }
        return -1
    }

    private mutating func add(_ slot: consuming Slot) {
        guard let key = slot.key else { return }
        var index = key.hashWord & mask
        while unsafe slots[index].key != nil { index = (index + 1) & mask }
        unsafe slots[index] = slot
        used += 1
    }

    private mutating func remove(at index: Int) -> Slot {
        var removed = Slot()
        unsafe swap(&removed, &slots[index])
        used -= 1
        var (hole, next) = (index, (index + 1) & mask)
        while let key = unsafe slots[next].key {
            // A key that is looked for from behind the hole stays in its slot.
            if (next - key.hashWord) & mask >= (next - hole) & mask {
                unsafe swap(&slots[hole], &slots[next])
                hole = next
            }
            next = (next + 1) & mask
        }
        return removed
    }

    /// Makes room: drops released images that are gone, and grows if that is not enough.
    private mutating func rebuild() {
        let former = all.filter { slot in
            if case .released(let image) = slot.content { !image.isGone } else { true }
        }
        self = MemoryShard(slotCount: (former.count + 1) * 2 > mask + 1 ? (mask + 1) * 2 : mask + 1)
        for slot in former { add(slot) }
    }
}

extension MemoryShard {
    var all: [Slot] {
        (0...mask).map { unsafe slots[$0] }.filter { $0.key != nil }
    }

    /// The first disagreement within the table, nil if there is none; for tests.
    var inconsistency: String? {
        if all.count != used { return "\(all.count) slots, not \(used)" }
        for position in 0...mask {
            let slot = unsafe slots[position]
            guard (slot.key == nil) == (slot.content == nil) else { return "half a slot" }
            guard let key = slot.key else { continue }
            if index(of: key) != position { return "\(key) is not found where it is" }
        }
        return used <= mask ? nil : "no slot is free"
    }
}
