import FoundationEssentials
import Testing
import WebImageCaching
import WebImagePixels

/// Evicted images that are found while they are referenced elsewhere.
struct WeakCachedImageTests {
    /// Returns an image of 64 × 64 pixels: 16,384 bytes.
    private func image() -> CachedImage {
        CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64))),
            encodedByteCount: 7, response: ResponseHead(url: "a"))
    }

    @Test func `an image that is still shown is found after pressure`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let shown = image()
        cache.store(shown, for: CacheKey("a"))
        cache.shrink()
        #expect(cache.usage == CacheUsage(entryCount: 0, byteCount: 0))
        let found = cache.image(for: CacheKey("a"))
        #expect(found?.image?.handle === shown.image?.handle)
        #expect(found?.encodedByteCount == 7)
        #expect(found?.response == shown.response)
        #expect(cache.usage.entryCount == 1)
    }

    @Test func `who holds the picture alone finds all of the image, however often it goes`() {
        let caches = [MemoryCache(maxBytes: 1 << 20), MemoryCache(maxBytes: 1 << 20)]
        let picture = DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64)))
        for cache in caches {
            cache.store(
                CachedImage(
                    image: picture, encodedByteCount: 7, response: ResponseHead(url: "a"),
                    expires: .distantPast, mode: .shared), for: CacheKey("a"))
        }
        for _ in 0..<3 {
            for cache in caches {
                cache.shrink()
                #expect(cache.usage.entryCount == 0)
                let found = cache.image(for: CacheKey("a"))
                #expect(found?.image?.handle === picture.handle)
                #expect(found?.encodedByteCount == 7)
                #expect(found?.response == ResponseHead(url: "a"))
                #expect(found?.expires == .distantPast)
                #expect(found?.mode == .shared)
                #expect(cache.inconsistency == nil)
            }
        }
    }

    @Test func `an image nobody holds is gone after pressure`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        cache.store(image(), for: CacheKey("a"))
        cache.shrink()
        #expect(cache.image(for: CacheKey("a")) == nil)
    }

    @Test func `nothing is kept alive`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        weak var handle: DecodedImage.Handle?
        do {
            let shown = image()
            handle = shown.image?.handle
            cache.store(shown, for: CacheKey("a"))
            cache.shrink()
            #expect(handle != nil)
        }
        #expect(handle == nil)
    }

    @Test func `a cache that is told not to look finds nothing`() {
        let cache = MemoryCache(maxBytes: 1 << 20, findsReleased: false)
        let shown = image()
        cache.store(shown, for: CacheKey("a"))
        cache.shrink()
        #expect(cache.image(for: CacheKey("a")) == nil)
        withExtendedLifetime(shown) {}
    }

    @Test func `an image that others drove out is found too, and one too large`() {
        let cache = MemoryCache(maxBytes: 20_000)
        let shown = image()
        cache.store(shown, for: CacheKey("a"))
        cache.store(image(), for: CacheKey("b"))
        #expect(cache.usage.entryCount == 1)
        #expect(cache.image(for: CacheKey("a"))?.image?.handle === shown.image?.handle)
        #expect(cache.usage.byteCount <= 20_000)
        let large = CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: 100, height: 100))))
        cache.store(large, for: CacheKey("large"))
        #expect(cache.image(for: CacheKey("large"))?.image?.handle === large.image?.handle)
        #expect(cache.image(for: CacheKey("large"))?.image?.handle === large.image?.handle)
        #expect(cache.usage.entryCount == 1)
    }

    @Test func `what is removed or replaced is not found`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let (first, second) = (image(), image())
        cache.store(first, for: CacheKey("a"))
        cache.shrink()
        cache.remove(CacheKey("a"))
        #expect(cache.image(for: CacheKey("a")) == nil)
        cache.store(first, for: CacheKey("a"))
        cache.shrink()
        cache.removeAll()
        #expect(cache.image(for: CacheKey("a")) == nil)
        cache.store(first, for: CacheKey("a"))
        cache.store(second, for: CacheKey("a"))
        cache.shrink()
        #expect(cache.image(for: CacheKey("a"))?.image?.handle === second.image?.handle)
        withExtendedLifetime((first, second)) {}
    }

    @Test func `shrinking stops where it is told to, what was used goes last`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        for name in ["a", "b", "c", "d"] { cache.store(image(), for: CacheKey(name)) }
        _ = cache.image(for: CacheKey("a"))
        cache.shrink(toBytes: 40_000)
        #expect(cache.usage.entryCount == 2)
        #expect(cache.image(for: CacheKey("a")) != nil)
        #expect(cache.image(for: CacheKey("b")) == nil)
    }

    @Test func `many released images cost little`() {
        let cache = MemoryCache(maxBytes: 100_000)
        let shown = (0..<20).map { _ in image() }
        for (index, image) in shown.enumerated() {
            cache.store(image, for: CacheKey("shown \(index)"))
        }
        for index in 0..<2000 { cache.store(image(), for: CacheKey("\(index)")) }
        for (index, image) in shown.enumerated() {
            let found = cache.image(for: CacheKey("shown \(index)"))
            #expect(found?.image?.handle === image.image?.handle)
        }
    }
}
