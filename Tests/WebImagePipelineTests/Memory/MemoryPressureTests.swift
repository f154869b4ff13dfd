import Foundation
import Synchronization
import Testing
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// A memory cache gives memory back when it runs short.
struct MemoryPressureTests {
    private static func image() -> CachedImage {
        CachedImage(image: DecodedImage(poster: Bitmap(size: PixelSize(width: 64, height: 64))))
    }

    private func filled(_ cache: MemoryCache) -> MemoryCache {
        for index in 0..<40 { cache.store(Self.image(), for: CacheKey("\(index)")) }
        return cache
    }

    @Test func `half goes when memory runs short, everything when it is out`() async {
        let source = FedPressure()
        let cache = filled(MemoryCache(maxBytes: 1 << 20, pressure: source) { .now })
        source.tell(.some)
        #expect(await eventually { cache.usage.entryCount == 20 })
        source.tell(.full)
        #expect(await eventually { cache.usage.entryCount == 0 })
        #expect(cache.inconsistency == nil)
    }

    @Test func `an image that is shown survives`() async {
        let source = FedPressure()
        let cache = MemoryCache(maxBytes: 1 << 20, pressure: source) { .now }
        let shown = Self.image()
        cache.store(shown, for: CacheKey("shown"))
        source.tell(.full)
        #expect(await eventually { cache.usage.entryCount == 0 })
        #expect(cache.image(for: CacheKey("shown"))?.image.handle === shown.image.handle)
    }

    @Test func `the watch begins with the first image and ends with the cache`() async {
        let source = FedPressure()
        do {
            let cache = MemoryCache(maxBytes: 1 << 20, pressure: source) { .now }
            #expect(cache.image(for: CacheKey("a")) == nil)
            #expect(source.waiterCount == 0)
            cache.store(Self.image(), for: CacheKey("a"))
            cache.store(Self.image(), for: CacheKey("b"))
            #expect(await eventually { source.waiterCount == 1 })
        }
        #expect(await eventually { source.hasEnded })
    }

    @Test func `the same level is no news until it had its effect`() {
        var rule = PressureRule()
        let start = ContinuousClock.now
        func kept(_ level: PressureLevel, _ seconds: Int) -> Int? {
            rule.bytesToKeep(of: 100, at: level, now: start + .seconds(seconds))
        }
        #expect(kept(.some, 0) == 50)
        #expect(kept(.some, 9) == nil)
        #expect(kept(.some, 10) == 50)
        #expect(kept(.full, 11) == 0)
        #expect(kept(.some, 12) == nil)
        #expect(kept(.full, 20) == nil)
        #expect(kept(.full, 21) == 0)
    }
}

/// Pressure that a test tells.
private final class FedPressure: PressureSource {
    private let state = Mutex<(waiting: [PressureLevel], isStopped: Bool, calls: Int)>(
        ([], false, 0))
    private let signal = DispatchSemaphore(value: 0)
    private let end = Atomic(false)

    var waiterCount: Int { state.withLock { $0.calls } }
    var hasEnded: Bool { end.load(ordering: .sequentiallyConsistent) }

    func tell(_ level: PressureLevel) {
        state.withLock { $0.waiting.append(level) }
        signal.signal()
    }

    func next() -> PressureLevel? {
        state.withLock { $0.calls += 1 }
        signal.wait()
        return state.withLock { state in
            if state.isStopped { end.store(true, ordering: .sequentiallyConsistent) }
            return state.isStopped || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        signal.signal()
    }
}
