import Dispatch
import FoundationEssentials
import Testing
import WebImageCaching
import WebImagePixels

struct MemoryCacheTests {
    /// Returns an image of 64 × 64 pixels: 16,384 bytes.
    private func image(_ name: String = "") -> CachedImage {
        CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64))),
            encodedByteCount: name.utf8.count, response: ResponseHead(url: name))
    }

    @Test func `what is stored is found, the same picture`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let stored = image("a")
        cache.store(stored, for: CacheKey("a"))
        let found = cache.image(for: CacheKey("a"))
        #expect(found?.image?.handle === stored.image?.handle)
        #expect(found?.response == stored.response)
        #expect(cache.image(for: CacheKey("b")) == nil)
    }

    @Test func `bytes are counted, with something for the keeping`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        #expect(cache.usage == CacheUsage(entryCount: 0, byteCount: 0))
        cache.store(image(), for: CacheKey("a"))
        cache.store(image(), for: CacheKey("b"))
        let usage = cache.usage
        #expect(usage.entryCount == 2)
        #expect(usage.byteCount > 2 * 16_384 && usage.byteCount < 2 * 18_000)
        cache.store(image(), for: CacheKey("b"))
        #expect(cache.usage == usage)
        cache.remove(CacheKey("a"))
        #expect(cache.usage.byteCount == usage.byteCount / 2)
        cache.removeAll()
        #expect(cache.usage == CacheUsage(entryCount: 0, byteCount: 0))
        #expect(cache.image(for: CacheKey("b")) == nil)
    }

    @Test func `a long head counts`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let long = String(repeating: "x", count: 60_000)
        let head = ResponseHead(url: "http://origin.test/a", headers: ["X-Long": long])
        let picture = DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64)))
        cache.store(CachedImage(image: picture, response: head), for: CacheKey("a"))
        #expect(cache.usage.byteCount > 16_384 + 60_000)
        #expect(cache.usage.byteCount < 18_000 + 60_000)
    }

    @Test func `the limit holds, and what was used stays`() {
        let cache = MemoryCache(maxBytes: 200_000)
        cache.store(image("wanted"), for: CacheKey("wanted"))
        for i in 0..<100 {
            #expect(cache.image(for: CacheKey("wanted")) != nil)
            cache.store(image(), for: CacheKey("\(i)"))
            #expect(cache.usage.byteCount <= 200_000)
        }
        #expect(cache.usage.entryCount == 11)
    }

    @Test func `an image larger than the cache isn't kept and drives nothing out`() {
        let cache = MemoryCache(maxBytes: 20_000, findsReleased: false)
        cache.store(image(), for: CacheKey("small"))
        let large = CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: 100, height: 100))))
        cache.store(large, for: CacheKey("large"))
        #expect(cache.image(for: CacheKey("large")) == nil)
        #expect(cache.image(for: CacheKey("small")) != nil)
        cache.store(large, for: CacheKey("small"))
        #expect(cache.image(for: CacheKey("small")) == nil)
    }

    @Test(arguments: [Int.max, Int.max - 10, -1])
    func `an image of absurd cost is no reason to stop`(cost: Int) {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let poster = Bitmap(size: PixelSize(width: 1, height: 1))
        let frames = EndlessFrames(residentByteCount: cost - poster.byteCount)
        cache.store(
            CachedImage(image: DecodedImage(poster: poster, frames: frames)), for: CacheKey("a"))
        #expect(cache.usage.byteCount <= 1 << 20)
    }

    @Test func `an expired image is still there, for others to judge`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        var old = image()
        old.expires = .distantPast
        cache.store(old, for: CacheKey("a"))
        #expect(cache.image(for: CacheKey("a"))?.expires == .distantPast)
    }

    @Test func `an image that goes is freed`() {
        let cache = MemoryCache(maxBytes: 20_000)
        weak var handle: DecodedImage.Handle?
        do {
            let first = image()
            handle = first.image?.handle
            cache.store(first, for: CacheKey("a"))
        }
        #expect(handle != nil)
        cache.store(image(), for: CacheKey("b"))
        #expect(handle == nil)
    }

    @Test func `many threads may use it at once`() {
        let cache = MemoryCache(maxBytes: 100_000)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for i in 0..<200 {
                let key = CacheKey("\((i * 7 + thread) % 12)")
                switch i % 5 {
                case 0: cache.store(image(key.description), for: key)
                case 4 where i % 20 == 4: cache.remove(key)
                default:
                    if let found = cache.image(for: key) {
                        #expect(found.response?.url == key.description)
                    }
                }
            }
        }
        #expect(cache.usage.byteCount <= 100_000)
    }

    @Test func `by default it takes a part of this machine's memory`() {
        let cache = MemoryCache()
        #expect(cache.maxBytes > 1 << 20)
        #expect(cache.maxBytes <= 1 << 30)
    }
}

/// Frames that claim an unlimited number of bytes.
private final class EndlessFrames: FrameProvider {
    let size = PixelSize(width: 1, height: 1)
    let count = 1
    let rawDurations: [Duration] = [.zero]
    let durations: [Duration] = [.zero]
    let loopCount = 0
    let residentByteCount: Int

    init(residentByteCount: Int) { self.residentByteCount = residentByteCount }

    func frame(at index: Int) throws -> ImageFrame { throw CancellationError() }
}
