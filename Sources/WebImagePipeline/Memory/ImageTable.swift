/// Images by key, for one shard of a memory cache: open addressing, so laid out that a hit reads one
/// byte of ``tags`` most of the time, which many share a line with, and one pair.
///
/// Linear probing from the low bits of the key's hash; what is removed leaves no trace, since those
/// behind it move up (Knuth, volume 3, 6.4, algorithm R).
struct ImageTable: Sendable {
    /// An image and its place among all of its cache.
    struct Entry: Sendable {
        var pair: Pair
        var place: Place
    }

    /// What a hit reads; both parts are nil in a free slot.
    struct Pair: Sendable {
        var key: CacheKey?
        var image: CachedImage?
    }

    /// What only changes read.
    struct Place: Sendable {
        /// The low bits of the key's hash.
        var hash: UInt32 = 0
        /// The entry's number in the cache's ``SieveList``.
        var node: Int32 = -1
    }

    /// A bit that is set where an entry was asked for since the hand came by, and seven of its hash;
    /// 0 in a free slot.
    private var tags: ContiguousArray<UInt8>
    private var pairs: ContiguousArray<Pair>
    private var places: ContiguousArray<Place>
    private(set) var count = 0

    /// A table of nothing.
    init(slotCount: Int = 8) {
        tags = ContiguousArray(repeating: 0, count: slotCount)
        pairs = ContiguousArray(repeating: Pair(), count: slotCount)
        places = ContiguousArray(repeating: Place(), count: slotCount)
    }

    /// The image of that key, which is spared the next time the hand comes by.
    @inline(__always)
    mutating func image(for key: CacheKey) -> CachedImage? {
        guard let slot = slot(of: key) else { return nil }
        // Read first: a line that is only read is shared by all processors.
        if tags[slot] & Self.mark == 0 { tags[slot] |= Self.mark }
        return pairs[slot].image
    }

    /// Puts an entry in place of the one of its key, which it returns; then it is marked, since what
    /// is replaced was wanted twice.
    mutating func put(_ entry: Entry) -> Entry? {
        guard let slot = entry.pair.key.flatMap({ slot(of: $0) }) else {
            if (count + 1) * 4 > tags.count * 3 { grow() }
            add(entry, isMarked: false)
            return nil
        }
        var pair = entry.pair
        swap(&pair, &pairs[slot])
        let place = places[slot]
        places[slot] = entry.place
        tags[slot] |= Self.mark
        return Entry(pair: pair, place: place)
    }

    /// Takes out the entry of that key.
    mutating func remove(_ key: CacheKey) -> Entry? {
        slot(of: key).map { remove(at: $0) }
    }

    /// Takes the mark of an entry away; one that has none goes.
    ///
    /// - Parameter isSparing: Whether a mark helps.
    mutating func evict(node: Int, hash: Int, isSparing: Bool) -> Entry? {
        var slot = hash & mask
        while tags[slot] != 0 {
            if Int(places[slot].node) == node {
                guard tags[slot] & Self.mark != 0, isSparing else { return remove(at: slot) }
                tags[slot] &= ~Self.mark
                return nil
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private static let mark: UInt8 = 0x80
    private var mask: Int { tags.count - 1 }

    /// Seven bits of a hash, not all of them 0: from the middle, since the low ones choose the slot
    /// and the high ones the shard.
    @inline(__always)
    private static func tag(_ hash: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: hash >> 24) & ~mark | 1
    }

    @inline(__always)
    private func slot(of key: CacheKey) -> Int? {
        let tag = Self.tag(UInt32(truncatingIfNeeded: key.hashWord))
        var slot = key.hashWord & mask
        while tags[slot] != 0 {
            if tags[slot] & ~Self.mark == tag, pairs[slot].key == key { return slot }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func add(_ entry: Entry, isMarked: Bool) {
        var slot = Int(entry.place.hash) & mask
        while tags[slot] != 0 { slot = (slot + 1) & mask }
        tags[slot] = Self.tag(entry.place.hash) | (isMarked ? Self.mark : 0)
        pairs[slot] = entry.pair
        places[slot] = entry.place
        count += 1
    }

    private mutating func remove(at slot: Int) -> Entry {
        var pair = Pair()
        swap(&pair, &pairs[slot])
        let place = places[slot]
        var (hole, next) = (slot, (slot + 1) & mask)
        while tags[next] != 0 {
            // One that would be looked for from behind the hole stays where it is.
            let home = Int(places[next].hash) & mask
            if (next - home) & mask >= (next - hole) & mask {
                tags[hole] = tags[next]
                pairs.swapAt(hole, next)
                places[hole] = places[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        tags[hole] = 0
        count -= 1
        return Entry(pair: pair, place: place)
    }

    private mutating func grow() {
        let former = self
        self = ImageTable(slotCount: former.tags.count * 2)
        for (slot, tag) in former.tags.enumerated() where tag != 0 {
            let entry = Entry(pair: former.pairs[slot], place: former.places[slot])
            add(entry, isMarked: tag & Self.mark != 0)
        }
    }
}

extension ImageTable {
    /// All entries, in no order.
    var all: [Entry] {
        tags.indices.filter { tags[$0] != 0 }
            .map { Entry(pair: pairs[$0], place: places[$0]) }
    }

    /// What is wrong with the table, nil when all its parts agree; for tests.
    var inconsistency: String? {
        if all.count != count { return "\(all.count) entries, not \(count)" }
        for (index, tag) in tags.enumerated() {
            guard (tag == 0) == (pairs[index].key == nil) else { return "half an entry" }
            guard let key = pairs[index].key else { continue }
            if slot(of: key) != index { return "\(key) is not found where it is" }
            if places[index].hash != UInt32(truncatingIfNeeded: key.hashWord) {
                return "a wrong hash"
            }
        }
        return nil
    }
}
