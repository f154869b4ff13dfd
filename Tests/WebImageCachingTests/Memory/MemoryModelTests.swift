import Dispatch
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Random histories of a memory cache with a lifetime, beside a dictionary; then of many threads,
/// with memory pressure.
///
/// A failure names its seed.
struct MemoryModelTests {
    private static let keys = (0..<40).map { CacheKey("\($0)") }

    private static func image(side: Int, tag: Int) -> CachedImage {
        CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: side, height: side))),
            encodedByteCount: tag)
    }

    /// The last stored image of a key.
    private struct Entry {
        let image: CachedImage
        /// The bounds of the end of its lifetime: the first if it was never evicted; the second if
        /// it was evicted and found again, which restarts the lifetime.
        var end: (ContinuousClock.Instant, ContinuousClock.Instant)
    }

    /// A history of a cache with a lifetime, beside a dictionary of what it should find.
    private struct History {
        private let clock = MonotonicTestClock()
        private let span = Duration.seconds(100)
        private let isRenewedByUse: Bool
        private let cache: MemoryCache
        private var random: SplitMix
        private var model: [Int: Entry] = [:]
        /// The removed images: referenced, so that they would be found if they were not removed.
        private var shown: [CachedImage] = []
        private(set) var hitCount = 0

        init(seed: UInt64, isRenewedByUse: Bool) {
            self.isRenewedByUse = isRenewedByUse
            random = SplitMix(state: seed)
            let clock = clock
            cache = MemoryCache(
                maxBytes: 60_000, lifetime: isRenewedByUse ? .sinceUsed(span) : .sinceStored(span)
            ) { clock.now }
        }

        mutating func take(_ step: Int) {
            let index = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: clock.advance(by: .seconds(Int.random(in: 1...60, using: &random)))
            case 1: cache.shrink(toBytes: Int.random(in: 0...60_000, using: &random))
            case 2: cache.removeExpired()
            case 3:
                cache.remove(MemoryModelTests.keys[index])
                if let removed = model.removeValue(forKey: index) { shown.append(removed.image) }
            case 4...8:
                let side = Int.random(in: 1...70, using: &random)
                let stored = MemoryModelTests.image(side: side, tag: step)
                cache.store(stored, for: MemoryModelTests.keys[index])
                let end = clock.now + span
                model[index] = Entry(image: stored, end: (end, end))
            default: look(at: index, step)
            }
            #expect(cache.usage.byteCount <= cache.maxBytes)
            #expect(step % 20 != 0 || cache.inconsistency == nil, "step \(step)")
        }

        private mutating func look(at index: Int, _ step: Int) {
            let found = cache.image(for: MemoryModelTests.keys[index])
            guard let entry = model[index] else {
                #expect(found == nil, "step \(step)")
                return
            }
            // The model references each image: none within its lifetime may be missed.
            if clock.now < entry.end.0 { #expect(found != nil, "step \(step)") }
            if clock.now >= entry.end.1 { #expect(found == nil, "step \(step)") }
            guard let found else {
                model[index] = nil
                return
            }
            hitCount += 1
            #expect(found.image?.handle === entry.image.image?.handle, "step \(step)")
            #expect(found.encodedByteCount == entry.image.encodedByteCount)
            let end = clock.now + span
            model[index]?.end = (isRenewedByUse ? end : entry.end.0, end)
        }
    }

    @Test(arguments: UInt64(1)...4, [false, true])
    func `with a lifetime a look finds what was stored last, until it is over`(
        seed: UInt64, isRenewedByUse: Bool
    ) {
        var history = History(seed: seed, isRenewedByUse: isRenewedByUse)
        for step in 0..<1500 { history.take(step) }
        #expect(history.hitCount > 200)
    }

    /// A cache that threads use while memory runs short.
    private struct Pressed {
        let source = FedPressure()
        let clock = MonotonicTestClock()
        let cache: MemoryCache

        init() {
            let (source, clock) = (source, clock)
            cache = MemoryCache(maxBytes: 300_000, pressure: { source }) { clock.now }
        }

        /// Runs the history of a thread; returns the numbers of looks that found what the thread
        /// holds, and of those that found something else.
        func run(thread: Int, seed: UInt64) -> (found: Int, wrong: Int) {
            var random = SplitMix(state: seed &* 100 &+ UInt64(thread))
            // No other thread changes these.
            let keys = (0..<20).map { CacheKey("\(thread)/\($0)") }
            var held: [Int: CachedImage] = [:]
            var (found, wrong) = (0, 0)
            for step in 0..<1000 {
                let index = Int.random(in: 0..<20, using: &random)
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    source.tell(Bool.random(using: &random) ? .some : .full)
                    clock.advance(by: .seconds(11))
                case 1: cache.shrink(toBytes: Int.random(in: 0...300_000, using: &random))
                case 2:
                    cache.remove(keys[index])
                    held[index] = nil
                case 3...8:
                    let stored = MemoryModelTests.image(side: 1 + step % 60, tag: step)
                    cache.store(stored, for: keys[index])
                    held[index] = stored
                default:
                    let image = cache.image(for: keys[index])
                    if image?.image?.handle !== held[index]?.image?.handle {
                        wrong += 1
                    } else if image != nil {
                        found += 1
                    }
                }
            }
            return (found, wrong)
        }
    }

    @Test(arguments: UInt64(1)...3)
    func `threads find what they hold while memory runs short again and again`(
        seed: UInt64
    ) async {
        let pressed = Pressed()
        let found = Atomic(0)
        let wrong = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let counts = pressed.run(thread: thread, seed: seed)
            found.add(counts.found, ordering: .relaxed)
            wrong.add(counts.wrong, ordering: .relaxed)
        }
        let cache = pressed.cache
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(found.load(ordering: .relaxed) > 500)
        #expect(cache.usage.byteCount <= cache.maxBytes)
        #expect(cache.inconsistency == nil)
        pressed.clock.advance(by: .seconds(11))
        pressed.source.tell(.full)
        #expect(await eventually { cache.usage.entryCount == 0 })
    }
}
