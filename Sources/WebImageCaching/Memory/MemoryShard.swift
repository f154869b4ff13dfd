/// Images by key, for one shard of a memory cache: open addressing in one block, so that a hit reads
/// one line of it.
///
/// Linear probing from the low bits of the key's hash; what is removed leaves no trace, since those
/// behind it move up (Knuth, volume 3, 6.4, algorithm R).
// Safe because the table alone holds the block, whose slots are all initialized, and every index is
// masked.
@safe struct MemoryShard: ~Copyable, @unchecked Sendable {
    /// What is under a key.
    enum Content: Sendable {
        /// An image that is kept.
        case image(CachedImage)
        /// One that had to go.
        case released(WeakCachedImage)
    }

    /// A key, what is under it, and its place among all of the cache.
    struct Slot: Sendable {
        /// Nil in a free slot, as the content.
        var key: CacheKey?
        var content: Content?
        /// The image's number in the cache's ``SieveEviction``, with `mark` if it was asked for since the
        /// hand came by.
        ///
        /// That of a released image means nothing.
        var node: UInt32 = 0
        /// When its lifetime ends (``MemoryTicks``); nothing under the key is found from then on.
        var deadline = UInt32.max

        /// A bit that no number has.
        static let mark: UInt32 = 1 << 31
        var isMarked: Bool { node & Self.mark != 0 }
        /// Its number, without the mark.
        var number: Int { Int(node & ~Self.mark) }
        /// The image that is kept.
        var image: CachedImage? { if case .image(let image) = content { image } else { nil } }
        var isKept: Bool { if case .image = content { true } else { false } }
        /// Lets the image go; what finds it takes its place, nothing where nobody else holds it.
        @inline(__always)
        mutating func release() -> CachedImage? {
            var former: Content?
            swap(&former, &content)
            guard case .image(var image) = consume former else { return nil }
            if !image.isAlone() { content = .released(image.label) }
            return image
        }
        /// All but the key.
        var former: Former { Former(content: content, number: number) }
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    /// The number of slots that are not free.
    private var used = 0

    /// A table of nothing.
    ///
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

    /// What is under a key; an image is spared the next time the hand comes by.
    @inline(__always)
    mutating func content(for key: CacheKey) -> Content? {
        let index = index(of: key)
        guard index >= 0 else { return nil }
        // Read first: a line that is only read is shared by all processors.
        if unsafe !slots[index].isMarked { unsafe slots[index].node |= Slot.mark }
        return unsafe slots[index].content
    }

    /// The same where images have a lifetime.
    ///
    /// - Parameter renewal: When it ends from now on; nil for when it ends already.
    mutating func content(for key: CacheKey, at now: UInt32, renewal: UInt32?) -> Found {
        let index = index(of: key)
        guard index >= 0 else { return .nothing }
        guard unsafe slots[index].deadline > now else { return .over }
        if let renewal { unsafe slots[index].deadline = renewal }
        return content(for: key).map { .content($0) } ?? .nothing
    }

    /// What a look-up finds where images have a lifetime.
    enum Found: Sendable {
        case nothing
        /// Something whose lifetime is over.
        case over
        case content(Content)
    }

    /// Takes out what is under a key if its lifetime is over.
    mutating func removeIfOver(_ key: CacheKey, at now: UInt32) -> Former? {
        let index = index(of: key)
        guard index >= 0, unsafe slots[index].deadline <= now else { return nil }
        return remove(at: index).former
    }

    /// Takes out an image if its lifetime is over.
    mutating func removeIfOver(node: Int, hash: Int, at now: UInt32) -> Former? {
        let index = index(ofNode: node, hash: hash)
        guard index >= 0, unsafe slots[index].deadline <= now else { return nil }
        return remove(at: index).former
    }

    /// Puts something under a key in place of what was there, which it returns; an image that takes
    /// the place of another one is marked, since it was wanted twice.
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
        // The key stays: to count references costs more than all the rest.
        unsafe swap(&former, &slots[index].content)
        unsafe slots[index].node = isKept ? node | Slot.mark : node
        unsafe slots[index].deadline = deadline
        return Former(content: former, number: number)
    }

    /// What was under a key, and its place among all of the cache.
    struct Former: Sendable {
        let content: Content?
        let number: Int
    }

    /// Takes out what is under a key.
    mutating func remove(_ key: CacheKey) -> Former? {
        let index = index(of: key)
        return index < 0 ? nil : remove(at: index).former
    }

    /// What became of an image whose turn it was.
    enum Turn: Sendable {
        /// It had a mark, and has none any more.
        case spared
        case gone(CachedImage?)
    }

    /// Lets an image go, unless it has a mark, which it loses.
    ///
    /// - Parameters:
    ///   - isSparing: Whether a mark helps.
    ///   - findsReleased: Whether it is to be found while somebody else holds it.
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

    /// Takes everything out.
    mutating func removeAll() -> [Slot] {
        let former = all
        self = MemoryShard()
        return former
    }

    /// Where a key is, -1 if it isn't there.
    @inline(__always)
    private func index(of key: CacheKey) -> Int {
        var index = key.hashWord & mask
        while let other = unsafe slots[index].key {
            if other == key { return index }
            index = (index + 1) & mask
        }
        return -1
    }

    /// Where the image of a number is, -1 if it isn't there.
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
            // One that would be looked for from behind the hole stays where it is.
            if (next - key.hashWord) & mask >= (next - hole) & mask {
                unsafe swap(&slots[hole], &slots[next])
                hole = next
            }
            next = (next + 1) & mask
        }
        return removed
    }

    /// Makes room: forgets released images that nobody holds any more, and grows if that is not
    /// enough.
    private mutating func rebuild() {
        let former = all.filter { slot in
            if case .released(let image) = slot.content { !image.isGone } else { true }
        }
        self = MemoryShard(slotCount: (former.count + 1) * 2 > mask + 1 ? (mask + 1) * 2 : mask + 1)
        for slot in former { add(slot) }
    }
}

extension MemoryShard {
    /// Everything that is in it, in no order.
    var all: [Slot] {
        (0...mask).map { unsafe slots[$0] }.filter { $0.key != nil }
    }

    /// What is wrong with the table, nil when all its parts agree; for tests.
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
