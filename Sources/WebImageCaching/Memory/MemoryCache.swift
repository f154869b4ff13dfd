import Synchronization
import WebImagePixels

/// Keeps decoded images in memory up to a number of bytes; what isn't used again goes first.
///
/// A hit takes the lock of one of many shards, one look-up, one reference and no allocation. Which
/// image goes is decided by SIEVE (``SieveEviction``) among all of them: a shard has no limit of its own.
/// Freshness is judged by who asks: an image stays after its expiry.
///
/// An image that had to go is found again for as long as somebody still holds it, a view that shows
/// it for instance: it is remembered without being kept.
public final class MemoryCache: ImageCache {
    /// Look-ups take only the lock of their shard; whoever changes something takes that of the order
    /// first.
    private let shards = ShardedLock(count: 64) { MemoryShard() }
    private let order = Mutex(SieveEviction())
    private let findsReleased: Bool
    private let ticks: MemoryTicks?
    /// Tells when memory runs short; begins with the first image.
    private let watch: MemoryPressureMonitor?
    /// Are told what was given back then.
    package let pressureListeners = PressureListeners()

    /// The most bytes it keeps.
    public let maxBytes: Int

    /// What an image takes besides its pixels: key, response head, table.
    static let overhead = 1024

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - maxBytes: The most bytes to keep; nil for 15 % of what the process may use, at most 1 GB.
    ///   - lifetime: How long an image stays at most; nil for as long as there is room.
    ///   - pressure: Whether it gives memory back when the system runs short of it: half of what it
    ///     holds, or everything.
    ///   - findsReleased: Whether images that had to go are found while somebody else holds them.
    public convenience init(
        maxBytes: Int? = nil, lifetime: MemoryLifetime? = nil, pressure: PressureReaction = .none,
        findsReleased: Bool = true
    ) {
        self.init(
            maxBytes: maxBytes, lifetime: lifetime, opening: pressure.makeSource(root: ""),
            time: { .now }, findsReleased: findsReleased)
    }

    /// A cache whose time and whose memory pressure a test decides.
    package convenience init(
        maxBytes: Int? = nil, lifetime: MemoryLifetime? = nil,
        pressure: (any PressureSource)? = nil,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.init(
            maxBytes: maxBytes, lifetime: lifetime, opening: { pressure }, time: time,
            findsReleased: true)
    }

    private init(
        maxBytes: Int?, lifetime: MemoryLifetime?,
        opening pressure: (@Sendable () -> (any PressureSource)?)?,
        time: @escaping @Sendable () -> ContinuousClock.Instant, findsReleased: Bool
    ) {
        MemoryBudget.limitsSpares
        self.maxBytes = maxBytes ?? MemoryBudget.standard
        self.findsReleased = findsReleased
        ticks = lifetime.map { MemoryTicks($0, time: time) }
        watch = pressure.map { MemoryPressureMonitor($0, time: time) }
    }

    /// What it holds now.
    public var usage: MemoryUsage {
        order.withLock { MemoryUsage(entryCount: $0.count, byteCount: $0.cost) }
    }

    /// The image of that key, nil for a miss.
    public func image(for key: CacheKey) -> CachedImage? {
        if let ticks { return image(for: key, ticks) }
        let found = shards.withLock(at: Self.shard(key.hashWord)) { $0.content(for: key) }
        switch found {
        case .image(let image): return image
        case .released: return again(key)
        case nil: return nil
        }
    }

    /// Keeps an image in place of one of the same key; one larger than the whole cache isn't kept,
    /// and drives nothing out.
    public func store(_ image: CachedImage, for key: CacheKey) {
        change { order, departed in
            if ticks != nil { sweep(&order, &departed) }
            insert(image, for: key, &order, &departed)
        }
        watch?.begin(for: self)
    }

    /// Forgets the image of that key.
    public func remove(_ key: CacheKey) {
        change { take(key, &$0, &$1) }
    }

    /// Forgets all images, also those that somebody still holds; memory that the process keeps for
    /// the next pictures is the system's again.
    public func removeAll() {
        forgetAll()
        LargeMemory.drain()
    }

    private func forgetAll() {
        let departed = order.withLock { order in
            order = SieveEviction()
            return (0..<shards.count).map { shards.withLock(at: $0) { $0.removeAll() } }
        }
        withExtendedLifetime(departed) {}
    }

    /// Lets images go until no more than so many bytes are kept: the answer to memory pressure.
    ///
    /// Those that somebody still holds are found again. Memory that the process keeps for the next
    /// pictures is the system's again, whatever this cache holds.
    public func shrink(toBytes byteCount: Int = 0) {
        change { evict(downTo: byteCount, &$0, &$1) }
        LargeMemory.drain()
    }

    /// Lets images go whose lifetime is over; a few of them go with each store anyway.
    ///
    /// - Complexity: O(n).
    public func removeExpired() {
        guard ticks != nil else { return }
        change { order, departed in
            for _ in 0..<order.capacity { sweep(&order, &departed, stepCount: 1) }
        }
    }

    /// The shard of a hash: of its high bits, since a table looks at the low ones.
    private static func shard(_ hash: Int) -> Int { hash >> (Int.bitWidth - 6) }

    /// Changes something under the lock of the order, and frees what goes behind it.
    private func change(_ body: (inout SieveEviction, inout DeferredRelease) -> Void) {
        let departed = order.withLock { order in
            var departed = DeferredRelease()
            body(&order, &departed)
            return departed
        }
        withExtendedLifetime(departed) {}
    }

    /// The image of a key where images have a lifetime.
    private func image(for key: CacheKey, _ ticks: MemoryTicks) -> CachedImage? {
        let (now, shard) = (ticks.now, Self.shard(key.hashWord))
        let renewal = ticks.renewal(at: now)
        let found = shards.withLock(at: shard) {
            $0.content(for: key, at: now, renewal: renewal)
        }
        switch found {
        case .content(.image(let image)): return image
        case .content(.released): return again(key)
        case .nothing: return nil
        case .over:
            change { order, departed in
                let former = shards.withLock(at: shard) { $0.removeIfOver(key, at: now) }
                if let former { leave(former, &order, &departed) }
            }
            return nil
        }
    }

    /// Looks at the next few images by turns, and lets those go whose lifetime is over.
    private func sweep(
        _ order: inout SieveEviction, _ departed: inout DeferredRelease, stepCount: Int = 2
    ) {
        guard let ticks else { return }
        let now = ticks.now
        for _ in 0..<stepCount {
            guard let (node, hash) = order.nextInTurn() else { continue }
            let former = shards.withLock(at: Self.shard(hash)) {
                $0.removeIfOver(node: node, hash: hash, at: now)
            }
            if let former { leave(former, &order, &departed) }
        }
    }

    /// An image that had to go, and that somebody still holds.
    private func again(_ key: CacheKey) -> CachedImage? {
        var found: CachedImage?
        change { order, departed in
            switch shards.withLock(at: Self.shard(key.hashWord), { $0.content(for: key) }) {
            case .image(let image): found = image
            case .released(let image):
                found = image.image
                if let found {
                    insert(found, for: key, &order, &departed)
                } else {
                    take(key, &order, &departed)
                }
            case nil: break
            }
        }
        return found
    }

    /// Keeps an image, and lets those go that it takes the place of.
    private func insert(
        _ image: CachedImage, for key: CacheKey, _ order: inout SieveEviction,
        _ departed: inout DeferredRelease
    ) {
        let (sum, overflow) = max(image.cost, 0).addingReportingOverflow(Self.overhead)
        guard !overflow, sum <= maxBytes else {
            take(key, &order, &departed)
            // Whoever stores it holds it at least.
            if findsReleased { put(.released(image.label), for: key, node: 0, &order, &departed) }
            return
        }
        let node = order.reserve()
        put(.image(image), for: key, node: node, &order, &departed)
        // Not in the list yet: the new one never goes for itself.
        evict(downTo: maxBytes - sum, &order, &departed)
        order.link(node, cost: sum, tag: key.hashWord)
    }

    /// Lets images go until the rest takes no more than so many bytes.
    private func evict(
        downTo byteCount: Int, _ order: inout SieveEviction, _ departed: inout DeferredRelease
    ) {
        // Others may mark as fast as the hand goes: after one round a mark helps no more.
        var sparesLeft = order.count
        while order.cost > byteCount, let (node, hash) = order.candidate {
            let isSparing = sparesLeft > 0
            let turn = shards.withLock(at: Self.shard(hash)) {
                $0.evict(
                    node: node, hash: hash, isSparing: isSparing, findsReleased: findsReleased)
            }
            switch turn {
            case .gone(let image):
                order.unlink(node)
                if let image { departed.add(image) }
            case .spared:
                sparesLeft -= 1
                order.spare()
            }
        }
    }

    private func put(
        _ content: MemoryShard.Content, for key: CacheKey, node: Int, _ order: inout SieveEviction,
        _ departed: inout DeferredRelease
    ) {
        let deadline = ticks.map { $0.deadline(from: $0.now) } ?? .max
        let former = shards.withLock(at: Self.shard(key.hashWord)) {
            $0.put(content, for: key, node: node, deadline: deadline)
        }
        if let former { leave(former, &order, &departed) }
    }

    private func take(
        _ key: CacheKey, _ order: inout SieveEviction, _ departed: inout DeferredRelease
    ) {
        let former = shards.withLock(at: Self.shard(key.hashWord)) { $0.remove(key) }
        if let former { leave(former, &order, &departed) }
    }

    /// An image is out of its shard: it leaves the order too.
    private func leave(
        _ former: MemoryShard.Former, _ order: inout SieveEviction,
        _ departed: inout DeferredRelease
    ) {
        guard case .image(let image) = former.content else { return }
        order.unlink(former.number)
        departed.add(image)
    }
}

extension MemoryCache {
    /// What is wrong with the cache, nil when order and shards agree; for tests.
    ///
    /// - Complexity: O(n).
    package var inconsistency: String? {
        order.withLock { order in
            if let problem = order.inconsistency { return problem }
            if order.cost > maxBytes, order.count > 0 { return "more than the limit" }
            var unseen = Set(order.indices)
            for index in 0..<shards.count {
                let (problem, slots) = shards.withLock(at: index) { ($0.inconsistency, $0.all) }
                if let problem { return "shard \(index): \(problem)" }
                for slot in slots {
                    let hash = slot.key?.hashWord ?? 0
                    if Self.shard(hash) & (shards.count - 1) != index { return "a wrong shard" }
                    guard slot.isKept else { continue }
                    guard unseen.remove(slot.number) != nil,
                        order.tag(of: slot.number) == hash
                    else { return "the order misses an image" }
                }
            }
            return unseen.isEmpty ? nil : "\(unseen.count) images are in no shard"
        }
    }
}
