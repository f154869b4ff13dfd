import Synchronization
import WebImagePixels

/// Keeps decoded images in memory up to a number of bytes; what isn't used again goes first.
///
/// A hit takes the lock of one of many shards, one look-up, one reference and no allocation. Which
/// image goes is decided by SIEVE (``SieveList``) among all of them: a shard has no limit of its own.
/// Freshness is judged by who asks: an image stays after its expiry.
///
/// An image that had to go is found again for as long as somebody still holds it, a view that shows
/// it for instance: it is remembered without being kept.
public final class MemoryCache: ImageCache {
    /// Look-ups take only the lock of their shard; whoever changes something takes that of the order
    /// first.
    private let shards = LockRow(count: 64) { ImageTable() }
    private let order: Mutex<MemoryOrder>
    /// Whether a miss is worth a look at the images that had to go.
    private let hasReleased = Atomic(false)

    /// The most bytes it keeps.
    public let maxBytes: Int

    /// What an image takes besides its pixels: key, response head, table.
    static let overhead = 1024

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - maxBytes: The most bytes to keep; nil for 15 % of what the process may use, at most 1 GB.
    ///   - findsReleased: Whether images that had to go are found while somebody else holds them.
    public init(maxBytes: Int? = nil, findsReleased: Bool = true) {
        self.maxBytes = maxBytes ?? MemoryBudget.standard
        order = Mutex(MemoryOrder(released: findsReleased ? ReleasedImages() : nil))
    }

    /// What it holds now.
    public var usage: MemoryUsage {
        order.withLock { MemoryUsage(entryCount: $0.list.count, byteCount: $0.list.cost) }
    }

    /// The image of that key, nil for a miss.
    public func image(for key: CacheKey) -> CachedImage? {
        let found = shards.withLock(at: Self.shard(key.hashWord)) { $0.image(for: key) }
        if let found { return found }
        return hasReleased.load(ordering: .relaxed) ? again(key) : nil
    }

    /// Keeps an image in place of one of the same key; one larger than the whole cache isn't kept,
    /// and drives nothing out.
    public func store(_ image: CachedImage, for key: CacheKey) {
        change { order, departed in
            order.released?.forget(key)
            insert(image, for: key, &order, &departed)
        }
    }

    /// Forgets the image of that key.
    public func remove(_ key: CacheKey) {
        change { order, departed in
            order.released?.forget(key)
            take(key, &order, &departed)
        }
    }

    /// Forgets all images, also those that somebody still holds.
    public func removeAll() {
        let tables = order.withLock { order in
            order = MemoryOrder(released: order.released.map { _ in ReleasedImages() })
            hasReleased.store(false, ordering: .relaxed)
            return (0..<shards.count).map { index in
                shards.withLock(at: index) { table in
                    let former = table
                    table = ImageTable()
                    return former
                }
            }
        }
        withExtendedLifetime(tables) {}
    }

    /// Lets images go until no more than so many bytes are kept: the answer to memory pressure.
    ///
    /// Those that somebody still holds are found again.
    public func shrink(toBytes byteCount: Int = 0) {
        change { evict(downTo: byteCount, &$0, &$1) }
    }

    /// The shard of a hash: of its high bits, since a table looks at the low ones.
    private static func shard(_ hash: Int) -> Int { hash >> (Int.bitWidth - 6) }

    /// Changes something under the lock of the order, and frees what goes behind it.
    private func change(_ body: (inout MemoryOrder, inout Departed) -> Void) {
        let departed = order.withLock { order in
            var departed = Departed()
            body(&order, &departed)
            let hasReleased = order.released?.count ?? 0 > 0
            if hasReleased != self.hasReleased.load(ordering: .relaxed) {
                self.hasReleased.store(hasReleased, ordering: .relaxed)
            }
            return departed
        }
        withExtendedLifetime(departed) {}
    }

    /// An image that had to go, and that somebody still holds.
    private func again(_ key: CacheKey) -> CachedImage? {
        var found: CachedImage?
        change { order, departed in
            found = order.released?.take(key)
            if let found { insert(found, for: key, &order, &departed) }
        }
        return found
    }

    /// Keeps an image, and lets those go that it takes the place of.
    private func insert(
        _ image: CachedImage, for key: CacheKey, _ order: inout MemoryOrder,
        _ departed: inout Departed
    ) {
        let (sum, overflow) = max(image.image.cost, 0).addingReportingOverflow(Self.overhead)
        guard !overflow, sum <= maxBytes else {
            take(key, &order, &departed)
            order.note(ImageTable.Pair(key: key, image: image), &departed)
            return
        }
        let (hash, node) = (key.hashWord, order.list.reserve())
        let entry = ImageTable.Entry(
            pair: ImageTable.Pair(key: key, image: image),
            place: ImageTable.Place(
                hash: UInt32(truncatingIfNeeded: hash), node: Int32(truncatingIfNeeded: node)))
        let former = shards.withLock(at: Self.shard(hash)) { $0.put(entry) }
        if let former { leave(former, &order, &departed) }
        // Not in the list yet: the new one never goes for itself.
        evict(downTo: maxBytes - sum, &order, &departed)
        order.list.link(node, cost: sum, tag: hash)
    }

    /// Lets images go until the rest takes no more than so many bytes.
    private func evict(
        downTo byteCount: Int, _ order: inout MemoryOrder, _ departed: inout Departed
    ) {
        // Others may mark as fast as the hand goes: after one round a mark helps no more.
        var sparesLeft = order.list.count
        while order.list.cost > byteCount, let (node, hash) = order.list.candidate {
            let isSparing = sparesLeft > 0
            let entry = shards.withLock(at: Self.shard(hash)) {
                $0.evict(node: node, hash: hash, isSparing: isSparing)
            }
            if let entry {
                order.list.unlink(node)
                order.note(entry.pair, &departed)
            } else {
                sparesLeft -= 1
                order.list.spare()
            }
        }
    }

    private func take(
        _ key: CacheKey, _ order: inout MemoryOrder, _ departed: inout Departed
    ) {
        let former = shards.withLock(at: Self.shard(key.hashWord)) { $0.remove(key) }
        if let former { leave(former, &order, &departed) }
    }

    /// An entry is out of its shard: it leaves the order too, and isn't found again.
    private func leave(
        _ entry: ImageTable.Entry, _ order: inout MemoryOrder, _ departed: inout Departed
    ) {
        order.list.unlink(Int(entry.place.node))
        if let image = entry.pair.image { departed.add(.image(image)) }
    }
}

extension MemoryCache {
    /// What is wrong with the cache, nil when order and shards agree; for tests.
    ///
    /// - Complexity: O(n).
    package var inconsistency: String? {
        order.withLock { order in
            if let problem = order.list.inconsistency { return problem }
            if order.list.cost > maxBytes, order.list.count > 0 { return "more than the limit" }
            var unseen = Set(order.list.indices)
            for index in 0..<shards.count {
                let (problem, entries) = shards.withLock(at: index) { ($0.inconsistency, $0.all) }
                if let problem { return "shard \(index): \(problem)" }
                for entry in entries {
                    let hash = entry.pair.key?.hashWord ?? 0
                    if Self.shard(hash) & (shards.count - 1) != index { return "a wrong shard" }
                    guard unseen.remove(Int(entry.place.node)) != nil,
                        order.list.tag(of: Int(entry.place.node)) == hash
                    else { return "the order misses an image" }
                }
            }
            return unseen.isEmpty ? nil : "\(unseen.count) images are in no shard"
        }
    }
}
