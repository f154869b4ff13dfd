import Testing
import WebImageCaching
import WebImagePixels

/// The order of eviction from a memory cache.
struct MemoryOrderTests {
    private let cache = MemoryCache(maxBytes: 1 << 20)

    private func store(_ names: String...) {
        for name in names {
            let picture = Bitmap(size: PixelSize(width: 64, height: 64))
            cache.store(CachedImage(image: DecodedImage(poster: picture)), for: CacheKey(name))
        }
    }

    /// Shrinks the cache to `count` images.
    private func shrink(to count: Int) { cache.shrink(toBytes: count * 18_000) }
    private func has(_ name: String) -> Bool { cache.image(for: CacheKey(name)) != nil }

    @Test func `without use the oldest goes first`() {
        store("a", "b")
        shrink(to: 1)
        #expect(!has("a"))
        #expect(has("b"))
    }

    @Test func `an image that was stored again was wanted twice, and goes later`() {
        store("a", "a", "b")
        shrink(to: 1)
        #expect(has("a"))
        #expect(!has("b"))
    }
}
