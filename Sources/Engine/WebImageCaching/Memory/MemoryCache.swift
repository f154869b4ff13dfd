import Synchronization
import WebImagePixels

/// A cache of decoded images in memory, limited by their bytes; images not used again go first.
///
/// A hit takes the lock of one of many shards, one look-up, one reference and no allocation. SIEVE
/// (Zhang et al., NSDI 2024) selects the image to evict among all shards. An image stays
/// after its expiry: the caller judges freshness.
///
/// An evicted image is found again for as long as other code holds it, for instance a view that
/// shows it: the cache keeps a weak reference.
public final class MemoryCache: ImageCache {
    private struct State: Sendable {
        var order = SieveEviction()
        var departed = DeferredRelease()
    }

    private final class Shard: Sendable {
        let table = Mutex(MemoryShard())
    }

    /// A look-up takes only the lock of its shard; a change takes `state`'s first.
    private let shards = (0..<64).map { _ in Shard() }
    private let state = Mutex(State())
    private let findsReleased: Bool
    /// The lifetime of images, and the age of the cache, by which it ends.
    private let lifetime: (limit: MemoryLifetime, age: @Sendable () -> Duration)?
    private let monitor: MemoryPressureMonitor?
    package let pressureListeners = PressureListeners()

    /// The most bytes it keeps.
    package let maxBytes: Int

    /// The least bytes of an image besides its pixels: half of them for key and table, the others
    /// for the response head, which may be longer.
    static let overhead = 1024

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - maxBytes: The most bytes to keep; nil for 15 % of the process's memory, at most 1 GB.
    ///   - lifetime: The longest stay of an image; nil for as long as there is room.
    ///   - pressure: The reaction if the system runs short of memory: to keep everything, or to
    ///     give
    ///     back half of it or all.
    ///   - findsReleased: `true` if evicted images are found while other code holds them.
    public convenience init(
        maxBytes: Int? = nil, lifetime: MemoryLifetime? = nil, pressure: PressureReaction = .none,
        findsReleased: Bool = true
    ) {
        self.init(
            maxBytes: maxBytes, lifetime: lifetime, pressure: pressure.source,
            findsReleased: findsReleased, time: { .now })
    }

    /// A cache with its own time and memory pressure.
    ///
    /// - Parameter pressure: Opens the source of memory pressure with the first image.
    package init(
        maxBytes: Int? = nil, lifetime: MemoryLifetime? = nil,
        pressure: (@Sendable () -> (any PressureSource)?)? = nil, findsReleased: Bool = true,
        time: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        MemoryBudget.limitsSpares
        self.maxBytes = maxBytes ?? MemoryBudget.standard
        self.findsReleased = findsReleased
        let start = time()
        self.lifetime = lifetime.map { ($0, { start.duration(to: time()) }) }
        monitor = pressure.map { MemoryPressureMonitor($0, time: time) }
    }

    /// The present content in numbers.
    public var usage: CacheUsage {
        state.withLock { CacheUsage(entryCount: $0.order.count, byteCount: $0.order.cost) }
    }

    /// Returns the image of that key; nil for a miss.
    public func image(for key: CacheKey) -> CachedImage? {
        if let lifetime { return image(for: key, lifetime.limit, at: lifetime.age()) }
        switch withShard(of: key, { $0.look(for: key) }) {
        case .image(let image): return image
        case .released: return again(key)
        case .nothing, .over: return nil
        }
    }

    /// Stores an image in place of one of the same key; one larger than the whole cache isn't kept
    /// and evicts nothing.
    public func store(_ image: CachedImage, for key: CacheKey) {
        change { state in
            if lifetime != nil { sweep(&state, stepCount: 2) }
            insert(image, for: key, &state)
        }
        monitor?.begin(for: self)
    }

    /// Removes the image of that key.
    public func remove(_ key: CacheKey) { change { take(key, &$0) } }

    /// Removes all images, also those that other code still holds, and returns the memory that the
    /// process keeps for the next images to the system.
    public func removeAll() {
        forgetAll()
        LargeMemory.drain()
    }

    private func forgetAll() {
        let departed = state.withLock { state in
            state.order = SieveEviction()
            return shards.map { shard in
                shard.table.withLock { table in
                    defer { table = MemoryShard() }
                    return table
                }
            }
        }
        withExtendedLifetime(departed) {}
    }

    /// Evicts images until at most `byteCount` bytes are kept: the reaction to memory pressure.
    ///
    /// Images that other code still holds are found again. The memory that the process keeps for
    /// the next images returns to the system in any case.
    public func shrink(toBytes byteCount: Int = 0) {
        change { evict(downTo: byteCount, &$0) }
        LargeMemory.drain()
    }

    /// Removes the images whose lifetime is over; each store removes a few of them anyway.
    ///
    /// - Complexity: O(n).
    public func removeExpired() {
        guard lifetime != nil else { return }
        change { state in
            for _ in 0..<state.order.capacity { sweep(&state, stepCount: 1) }
        }
    }

    /// Returns the shard of a key by the high bits of its hash, since a table uses the low ones.
    private static func shard(of key: CacheKey) -> Int { key.hashWord >> (Int.bitWidth - 6) & 63 }

    /// Runs an action with the shard of a key.
    @inline(__always)
    private func withShard<Result: Sendable>(
        of key: CacheKey, _ body: (inout MemoryShard) -> Result
    ) -> Result {
        shards[Self.shard(of: key)].table.withLock { body(&$0) }
    }

    /// Makes a change under the lock of `state`, and frees removed images after unlocking.
    private func change(_ body: (inout State) -> Void) {
        let departed = state.withLock { state in
            body(&state)
            let departed = state.departed
            state.departed = DeferredRelease()
            return departed
        }
        withExtendedLifetime(departed) {}
    }

    /// Looks up a key in a cache whose images have a lifetime.
    private func image(
        for key: CacheKey, _ lifetime: MemoryLifetime, at age: Duration
    ) -> CachedImage? {
        let renewal = lifetime.isRenewedByUse ? age + lifetime.duration : nil
        switch withShard(of: key, { $0.look(for: key, at: age, renewal: renewal) }) {
        case .image(let image): return image
        case .released: return again(key)
        case .nothing: return nil
        case .over:
            change { state in
                leave(withShard(of: key) { $0.removeIfOver(key, at: age) }, &state)
            }
            return nil
        }
    }

    /// Looks at the next few images by turns, and removes those whose lifetime is over.
    private func sweep(_ state: inout State, stepCount: Int) {
        guard let age = lifetime?.age() else { return }
        for _ in 0..<stepCount {
            guard let key = state.order.nextInTurn()?.tag else { continue }
            leave(withShard(of: key) { $0.removeIfOver(key, at: age) }, &state)
        }
    }

    /// Returns an evicted image that other code still holds, and keeps it again.
    private func again(_ key: CacheKey) -> CachedImage? {
        var found: CachedImage?
        change { state in
            let (image, released) = withShard(of: key) { shard in
                let slot = shard.slots[MemoryShard.Name(key: key)]
                return (slot?.image, slot?.released)
            }
            found = image ?? released?.image
            guard image == nil, released != nil else { return }
            if let found { insert(found, for: key, &state) } else { take(key, &state) }
        }
        return found
    }

    private func insert(_ image: CachedImage, for key: CacheKey, _ state: inout State) {
        let overhead =
            Self.overhead / 2 + max(image.response?.byteCount ?? 0, Self.overhead / 2)
            + image.userData.count
        let (sum, overflow) = max(image.cost, 0).addingReportingOverflow(overhead)
        guard !overflow, sum <= maxBytes else {
            take(key, &state)
            // At least the caller holds it.
            if findsReleased, let label = image.label {
                put(nil, released: label, for: key, &state)
            }
            return
        }
        let node = state.order.reserve()
        put(image, for: key, node: node, &state)
        // Not linked yet: the new image is never evicted for itself.
        evict(downTo: maxBytes - sum, &state)
        state.order.link(node, cost: sum, tag: key)
    }

    private func evict(downTo byteCount: Int, _ state: inout State) {
        // Readers may mark as fast as the hand goes: after one round a mark helps no more.
        var sparesLeft = state.order.count
        while state.order.cost > byteCount, let (node, key) = state.order.candidate, let key {
            let isSparing = sparesLeft > 0
            let turn = withShard(of: key) {
                $0.evict(key, isSparing: isSparing, findsReleased: findsReleased)
            }
            switch turn {
            case .gone(let image):
                state.order.unlink(node)
                if let image { state.departed.add(image) }
            case .spared:
                sparesLeft -= 1
                state.order.spare()
            }
        }
    }

    private func put(
        _ image: CachedImage?, released: WeakCachedImage? = nil, for key: CacheKey, node: Int = 0,
        _ state: inout State
    ) {
        let deadline = lifetime.map { $0.age() + $0.limit.duration }
        let former = withShard(of: key) {
            $0.put(image, released: released, for: key, node: node, deadline: deadline)
        }
        leave(former, &state)
    }

    private func take(_ key: CacheKey, _ state: inout State) {
        leave(withShard(of: key) { $0.remove(key) }, &state)
    }

    /// Takes an image that left its shard out of the order.
    private func leave(_ former: MemoryShard.Slot?, _ state: inout State) {
        guard let former, let image = former.image else { return }
        state.order.unlink(former.node)
        state.departed.add(image)
    }
}

/// Removed images, which are freed outside of the cache's locks: to free many megabytes takes time.
private struct DeferredRelease: Sendable {
    // Most of the time there is only one, which needs no array.
    private var first: CachedImage?
    private var others: [CachedImage] = []

    mutating func add(_ image: consuming CachedImage) {
        if first == nil { first = image } else { others.append(image) }
    }
}

extension MemoryCache {
    /// The first disagreement between order and shards, nil if there is none; for tests.
    package var inconsistency: String? {
        state.withLock { state in
            let order = state.order
            if let problem = order.inconsistency { return problem }
            if order.cost > maxBytes, order.count > 0 { return "more than the limit" }
            var unseen = Set(order.indices)
            for (index, shard) in shards.enumerated() {
                for (name, slot) in shard.table.withLock(\.slots) {
                    let key = name.key
                    if Self.shard(of: key) != index { return "a wrong shard" }
                    guard slot.image != nil else { continue }
                    guard unseen.remove(slot.node) != nil, order.tag(of: slot.node) == key
                    else { return "the order misses an image" }
                }
            }
            return unseen.isEmpty ? nil : "\(unseen.count) images are in no shard"
        }
    }
}
