import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTiers

/// The same for images in memory.
struct TieredImageCacheTests {
    private let key = CacheKey("a")
    private let tiers = (0..<3).map { _ in MemoryCache(maxBytes: 1 << 20) }

    private var image: CachedImage {
        CachedImage(image: DecodedImage(poster: Bitmap(size: PixelSize(width: 4, height: 4))))
    }

    private var holders: [Int] { (0..<3).filter { tiers[$0].usage.entryCount > 0 } }

    @Test(arguments: [
        (TierPolicy.serial, [0, 1, 2]), (.concurrent, [0, 1, 2]), (.highestOnly, [0]),
        (.lowestOnly, [2]), (.nothing, []),
    ])
    func `each policy reaches its tiers`(policy: TierPolicy, places: [Int]) {
        let cache = TieredImageCache(
            tiers,
            query: policy, store: policy, remove: policy, clear: policy)
        cache.store(image, for: key)
        #expect(holders == places)
        #expect((cache.image(for: key) != nil) == !places.isEmpty)
        for tier in tiers { tier.store(image, for: key) }
        cache.remove(key)
        #expect(holders == [0, 1, 2].filter { !places.contains($0) })
        for tier in tiers { tier.store(image, for: key) }
        cache.removeAll()
        #expect(holders == [0, 1, 2].filter { !places.contains($0) })
    }

    @Test(arguments: [true, false])
    func `a hit is copied upwards where that is wanted`(promotes: Bool) {
        tiers[2].store(image, for: key)
        let cache = TieredImageCache(tiers, promotes: promotes)
        #expect(cache.image(for: key) != nil)
        #expect(holders == (promotes ? [0, 1, 2] : [2]))
    }

    @Test func `a pipeline works on it`() async throws {
        var test = TestPipeline()
        test.pipeline.memory = TieredImageCache(tiers, store: .serial)
        _ = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        tiers[0].removeAll()
        let again = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        #expect(again.origin == .memory)
    }
}
