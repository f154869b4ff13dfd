import Synchronization
import WebImagePixels

/// Keeps decoded images in memory up to a number of bytes; what isn't used again goes first.
///
/// A hit takes a lock, one look-up and no allocation. Which image goes is decided by SIEVE
/// (``SieveTable``). Freshness is judged by who asks: an image stays after its expiry.
public final class MemoryCache: ImageCache {
    private let table: Mutex<SieveTable<CacheKey, CachedImage>>

    /// The most bytes it keeps.
    public let maxBytes: Int

    /// What an image takes besides its pixels: key, response head, table.
    static let overhead = 1024

    /// An empty cache.
    ///
    /// - Parameter maxBytes: The most bytes to keep; nil for 15 % of what the process may use, at
    ///   most 1 GB.
    public init(maxBytes: Int? = nil) {
        self.maxBytes = maxBytes ?? MemoryBudget.standard
        table = Mutex(SieveTable(capacity: self.maxBytes))
    }

    /// What it holds now.
    public var usage: MemoryUsage {
        table.withLock { MemoryUsage(entryCount: $0.count, byteCount: $0.cost) }
    }

    /// The image of that key, nil for a miss.
    public func image(for key: CacheKey) -> CachedImage? {
        table.withLock { $0.value(for: key) }
    }

    /// Keeps an image in place of one of the same key; one larger than the whole cache isn't kept,
    /// and drives nothing out.
    public func store(_ image: CachedImage, for key: CacheKey) {
        let (sum, overflow) = max(image.image.cost, 0).addingReportingOverflow(Self.overhead)
        let cost = overflow ? Int.max : sum
        // What goes is freed outside of the lock: giving back many megabytes takes time.
        let gone = table.withLock { $0.insert(image, for: key, cost: cost) }
        withExtendedLifetime(gone) {}
    }

    /// Forgets the image of that key.
    public func remove(_ key: CacheKey) {
        let gone = table.withLock { $0.remove(key) }
        withExtendedLifetime(gone) {}
    }

    /// Forgets all images.
    public func removeAll() {
        let gone = table.withLock { table in
            let all = table
            table = SieveTable(capacity: maxBytes)
            return all
        }
        withExtendedLifetime(gone) {}
    }
}
