import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTiers

/// A memory cache releases memory under pressure.
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
        let cache = filled(MemoryCache(maxBytes: 1 << 20, pressure: { source }) { .now })
        source.tell(.some)
        #expect(await eventually { cache.usage.entryCount == 20 })
        source.tell(.full)
        #expect(await eventually { cache.usage.entryCount == 0 })
        #expect(cache.inconsistency == nil)
    }

    private static func pipeline(
        _ memory: any ImageCache, _ observers: TraceObserver...
    ) -> ImagePipeline {
        ImagePipeline(
            memory: memory, disk: nil, loader: ScriptedLoader(bytes: TestPipeline.picture()),
            codecs: CodecList(decoders: []), observers: observers)
    }

    /// Returns the numbers of bytes released and kept, by event.
    private func told(_ observer: TraceObserver) -> [[Int]] {
        observer.events.compactMap { event in
            if case .memoryPressure(let freed, let kept) = event { [freed, kept] } else { nil }
        }
    }

    @Test func `observers are told what was given back, once each time`() async {
        let (source, observer, start) = (FedPressure(), TraceObserver(), ContinuousClock.now)
        let cache = filled(MemoryCache(maxBytes: 1 << 20, pressure: { source }) { start })
        let pipeline = Self.pipeline(cache, observer)
        // Both pipelines report it, as do two tiers that are one cache.
        var copy = pipeline
        copy.observers.append(TraceObserver())
        copy.memory = TieredImageCache([cache, cache])
        let half = cache.usage.byteCount / 2
        // The second notification changes nothing.
        source.tell(.some)
        source.tell(.some)
        source.tell(.full)
        #expect(await eventually { told(observer).count == 2 })
        #expect(told(observer) == [[half, half], [half, 0]])
        withExtendedLifetime((pipeline, copy)) {}
    }

    @Test func `those are told who observe by then, whichever tier it is`() async {
        let (source, start) = (FedPressure(), ContinuousClock.now)
        let (first, second, third) = (TraceObserver(), TraceObserver(), TraceObserver())
        let cache = filled(MemoryCache(maxBytes: 1 << 20, pressure: { source }) { start })
        var pipeline = Self.pipeline(TieredImageCache([cache]), first)
        pipeline.observers = [second]
        var other = Self.pipeline(MemoryCache(maxBytes: 0), third)
        other.memory = cache
        do {
            let gone = Self.pipeline(cache, first)
            #expect(gone.observers.count == 1)
        }
        source.tell(.full)
        #expect(await eventually { told(second).count == 1 && told(third).count == 1 })
        #expect(told(first).isEmpty)
        withExtendedLifetime((pipeline, other)) {}
    }

    @Test func `an image that is shown survives`() async {
        let source = FedPressure()
        let cache = MemoryCache(maxBytes: 1 << 20, pressure: { source }) { .now }
        let shown = Self.image()
        cache.store(shown, for: CacheKey("shown"))
        source.tell(.full)
        #expect(await eventually { cache.usage.entryCount == 0 })
        #expect(cache.image(for: CacheKey("shown"))?.image?.handle === shown.image?.handle)
    }

    @Test func `what is over goes first, then half of the rest`() async {
        let source = FedPressure()
        let clock = MonotonicTestClock()
        let cache = MemoryCache(
            maxBytes: 2 << 20, lifetime: .sinceStored(.seconds(10)), pressure: { source }
        ) { clock.now }
        for index in 0..<20 { cache.store(Self.image(), for: CacheKey("old \(index)")) }
        clock.advance(by: .seconds(6))
        for index in 0..<20 { cache.store(Self.image(), for: CacheKey("new \(index)")) }
        clock.advance(by: .seconds(6))
        #expect(cache.usage.entryCount == 40)
        source.tell(.some)
        #expect(await eventually { cache.usage.entryCount == 10 })
    }

    @Test func `the watch begins with the first image and ends with the cache`() async {
        let source = FedPressure()
        do {
            let cache = MemoryCache(maxBytes: 1 << 20, pressure: { source }) { .now }
            #expect(cache.image(for: CacheKey("a")) == nil)
            #expect(source.waiterCount == 0)
            cache.store(Self.image(), for: CacheKey("a"))
            cache.store(Self.image(), for: CacheKey("b"))
            #expect(await eventually { source.waiterCount == 1 })
        }
        #expect(await eventually { source.hasEnded })
    }

    @Test(.enabled(if: LargeMemory.leastByteCount < .max))
    func `memory that is spare goes too, whoever asks for it`() async throws {
        let source = FedPressure()
        let cache = filled(MemoryCache(maxBytes: 1 << 20, pressure: { source }) { .now })
        try makeSpare()
        source.tell(.some)
        let isGone = await eventually { !LargeMemory.hasSpare(byteCount: Self.spareByteCount) }
        #expect(isGone)
        for ask in [{ cache.removeAll() }, { cache.shrink() }, { cache.shrink(toBytes: 1 << 20) }] {
            try makeSpare()
            ask()
            #expect(!LargeMemory.hasSpare(byteCount: Self.spareByteCount))
        }
    }

    /// A size that no other test uses: other tests have spare blocks too.
    private static let spareByteCount = (2 << 20) + 77

    /// Makes a block spare, repeatedly if others evict it.
    private func makeSpare() throws {
        for _ in 0..<1000 where !LargeMemory.hasSpare(byteCount: Self.spareByteCount) {
            let block = LargeMemory.take(byteCount: Self.spareByteCount)
            LargeMemory.give(try #require(block), byteCount: Self.spareByteCount)
        }
    }

    @Test func `what is spare is a small part of what the process may use`() {
        #expect(MemoryBudget.spareLimit(of: 256 << 20) == 8 << 20)
        #expect(MemoryBudget.spareLimit(of: 64 << 30) == LargeMemory.standardSpareBytes)
    }

    @Test func `the same level is no news until it had its effect`() {
        var rule = MemoryPressurePolicy()
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
