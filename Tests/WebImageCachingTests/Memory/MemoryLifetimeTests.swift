import TestSupport
import Testing
import WebImageCaching
import WebImagePixels

/// The maximum lifetime of images.
struct MemoryLifetimeTests {
    private let clock = MonotonicTestClock()

    private func cache(_ lifetime: MemoryLifetime?) -> MemoryCache {
        MemoryCache(maxBytes: 1 << 20, lifetime: lifetime) { [clock] in clock.now }
    }

    private func image() -> CachedImage {
        CachedImage(image: DecodedImage(poster: Bitmap(size: PixelSize(width: 4, height: 4))))
    }

    @Test func `without a lifetime an image stays`() {
        let cache = cache(nil)
        cache.store(image(), for: CacheKey("a"))
        clock.advance(by: .seconds(1_000_000))
        #expect(cache.image(for: CacheKey("a")) != nil)
    }

    @Test func `an image goes so long after it was stored, however often it is asked for`() {
        let cache = cache(.sinceStored(.seconds(10)))
        cache.store(image(), for: CacheKey("a"))
        for _ in 0..<9 {
            clock.advance(by: .seconds(1))
            #expect(cache.image(for: CacheKey("a")) != nil)
        }
        clock.advance(by: .seconds(1))
        #expect(cache.image(for: CacheKey("a")) == nil)
        #expect(cache.usage == CacheUsage(entryCount: 0, byteCount: 0))
    }

    @Test func `each look-up may begin the lifetime anew`() {
        let cache = cache(.sinceUsed(.seconds(10)))
        cache.store(image(), for: CacheKey("a"))
        for _ in 0..<5 {
            clock.advance(by: .seconds(9))
            #expect(cache.image(for: CacheKey("a")) != nil)
        }
        clock.advance(by: .seconds(10))
        #expect(cache.image(for: CacheKey("a")) == nil)
    }

    @Test func `storing begins the lifetime anew`() {
        let cache = cache(.sinceStored(.seconds(10)))
        cache.store(image(), for: CacheKey("a"))
        clock.advance(by: .seconds(9))
        cache.store(image(), for: CacheKey("a"))
        clock.advance(by: .seconds(9))
        #expect(cache.image(for: CacheKey("a")) != nil)
    }

    @Test func `stores free what is over and nobody asks for`() {
        let cache = cache(.sinceUsed(.seconds(10)))
        for index in 0..<100 { cache.store(image(), for: CacheKey("old \(index)")) }
        clock.advance(by: .seconds(11))
        for index in 0..<100 { cache.store(image(), for: CacheKey("new \(index)")) }
        #expect(cache.usage.entryCount == 100)
        #expect(cache.inconsistency == nil)
    }

    @Test func `what is over can be freed at once`() {
        let cache = cache(.sinceStored(.seconds(10)))
        for index in 0..<50 { cache.store(image(), for: CacheKey("old \(index)")) }
        clock.advance(by: .seconds(6))
        for index in 0..<50 { cache.store(image(), for: CacheKey("new \(index)")) }
        clock.advance(by: .seconds(6))
        cache.removeExpired()
        #expect(cache.usage.entryCount == 50)
        #expect(cache.image(for: CacheKey("new 0")) != nil)
        #expect(cache.inconsistency == nil)
    }

    @Test func `what is over is not found again, though somebody holds it`() {
        let cache = cache(.sinceStored(.seconds(10)))
        let shown = image()
        cache.store(shown, for: CacheKey("a"))
        cache.shrink()
        clock.advance(by: .seconds(11))
        #expect(cache.image(for: CacheKey("a")) == nil)
        withExtendedLifetime(shown) {}
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.max), .milliseconds(1)])
    func `any lifetime is one`(duration: Duration) {
        let cache = cache(.sinceUsed(duration))
        cache.store(image(), for: CacheKey("a"))
        clock.advance(by: .seconds(1))
        #expect((cache.image(for: CacheKey("a")) != nil) == (duration > .seconds(1)))
        #expect(cache.inconsistency == nil)
    }
}
