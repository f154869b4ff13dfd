import FoundationEssentials
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels

/// Files in the memory cache in place of pixels.
struct CachedResultTests {
    private let file = CachedFile(
        ByteBlock(copying: [UInt8](repeating: 7, count: 20_000)), .webp,
        size: PixelSize(width: 4, height: 2), frameCount: 1,
        of: ImageMetadata(size: PixelSize(width: 8, height: 4)))

    private var cached: CachedImage { CachedImage(.file(file), format: .png, encodedByteCount: 9) }

    @Test func `a file costs its bytes, and has the extent of its source`() {
        #expect(cached.cost == 20_000)
        #expect(cached.image == nil && cached.isFile)
        #expect(cached.isWithin(pixels: 32, framePixels: 0))
        #expect(!cached.isWithin(pixels: 31, framePixels: 0))
    }

    @Test func `a change of its facts keeps the file`() {
        var changed = cached
        changed.expires = .distantPast
        guard case .file(let kept) = changed.result else {
            Issue.record("the file is gone")
            return
        }
        #expect(kept === file && changed.encodedByteCount == 9)
    }

    @Test func `an evicted file is gone, although other code holds it`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let held = cached
        cache.store(held, for: CacheKey("file"))
        #expect(cache.usage.byteCount > 20_000)
        cache.shrink()
        #expect(cache.image(for: CacheKey("file")) == nil)
        withExtendedLifetime(held) {}
    }

    @Test func `a file longer than the cache is not kept`() {
        let cache = MemoryCache(maxBytes: 10_000)
        cache.store(cached, for: CacheKey("file"))
        #expect(cache.image(for: CacheKey("file")) == nil)
        #expect(cache.usage.entryCount == 0)
    }
}
