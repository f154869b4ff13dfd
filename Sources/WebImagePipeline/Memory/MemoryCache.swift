import Synchronization
import WebImagePixels

/// Keeps decoded images in memory up to a number of bytes; what isn't used again goes first.
///
/// A hit takes a lock, one look-up and no allocation. Which image goes is decided by SIEVE
/// (``SieveTable``). Freshness is judged by who asks: an image stays after its expiry.
///
/// An image that had to go is found again for as long as somebody still holds it, a view that shows
/// it for instance: it is remembered without being kept.
public final class MemoryCache: ImageCache {
    private struct Kept: Sendable {
        let key: CacheKey
        let image: CachedImage
    }

    private struct State: Sendable {
        var table: SieveTable<CacheKey, Kept>
        var released: ReleasedImages?
    }

    private let state: Mutex<State>

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
        state = Mutex(
            State(
                table: SieveTable(capacity: self.maxBytes),
                released: findsReleased ? ReleasedImages() : nil))
    }

    /// What it holds now.
    public var usage: MemoryUsage {
        state.withLock { MemoryUsage(entryCount: $0.table.count, byteCount: $0.table.cost) }
    }

    /// The image of that key, nil for a miss.
    public func image(for key: CacheKey) -> CachedImage? {
        let (found, gone) = state.withLock { state -> (CachedImage?, [Kept]) in
            if let found = state.table.value(for: key) { return (found.image, []) }
            guard let again = state.released?.take(key) else { return (nil, []) }
            return (again, Self.insert(again, for: key, into: &state))
        }
        withExtendedLifetime(gone) {}
        return found
    }

    /// Keeps an image in place of one of the same key; one larger than the whole cache isn't kept,
    /// and drives nothing out.
    public func store(_ image: CachedImage, for key: CacheKey) {
        // What goes is freed outside of the lock: giving back many megabytes takes time.
        let gone = state.withLock { state in
            state.released?.forget(key)
            return Self.insert(image, for: key, into: &state)
        }
        withExtendedLifetime(gone) {}
    }

    /// Forgets the image of that key.
    public func remove(_ key: CacheKey) {
        let gone = state.withLock { state in
            state.released?.forget(key)
            return state.table.remove(key)
        }
        withExtendedLifetime(gone) {}
    }

    /// Forgets all images, also those that somebody still holds.
    public func removeAll() {
        let gone = state.withLock { state in
            defer {
                state.table = SieveTable(capacity: maxBytes)
                if state.released != nil { state.released = ReleasedImages() }
            }
            return state
        }
        withExtendedLifetime(gone) {}
    }

    /// Lets images go until no more than so many bytes are kept: the answer to memory pressure.
    ///
    /// Those that somebody still holds are found again.
    public func shrink(toBytes byteCount: Int = 0) {
        let gone = state.withLock { state in
            let gone = state.table.evict(downTo: byteCount)
            for kept in gone { state.released?.note(kept.image, for: kept.key) }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Puts an image into the table, and notes those that go for it; it is one of them where it is
    /// too large itself, the one that it replaces is not.
    private static func insert(
        _ image: CachedImage, for key: CacheKey, into state: inout State
    ) -> [Kept] {
        let (sum, overflow) = max(image.image.cost, 0).addingReportingOverflow(overhead)
        let kept = Kept(key: key, image: image)
        let gone = state.table.insert(kept, for: key, cost: overflow ? Int.max : sum)
        for other in gone
        where other.key != key || other.image.image.handle === image.image.handle {
            state.released?.note(other.image, for: other.key)
        }
        return gone
    }
}
