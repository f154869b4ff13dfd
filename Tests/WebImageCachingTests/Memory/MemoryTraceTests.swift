import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels

/// Hit ratios of a memory cache, compared with least recently used and CLOCK.
struct MemoryTraceTests {
    private static let image = CachedImage(
        image: DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1))))

    /// Returns the hit ratios in the second half of the requests.
    private func ratios(
        _ requests: [Int], capacity: Int
    ) -> (cache: Double, leastRecent: Double, clock: Double) {
        let keys = (0...(requests.max() ?? 0)).map { CacheKey("\($0)") }
        let probe = MemoryCache(maxBytes: 1 << 20)
        probe.store(Self.image, for: CacheKey("one"))
        let cache = MemoryCache(
            maxBytes: probe.usage.byteCount * capacity, findsReleased: false)
        var (leastRecent, clock) = (LeastRecentlyUsed(capacity: capacity), ClockRule(capacity))
        var hits = (0, 0, 0)
        for (time, key) in requests.enumerated() {
            let isHit = cache.image(for: keys[key]) != nil
            if !isHit { cache.store(Self.image, for: keys[key]) }
            let others = (leastRecent.use(key), clock.use(key))
            guard time >= requests.count / 2 else { continue }
            hits.0 += isHit ? 1 : 0
            hits.1 += others.0 ? 1 : 0
            hits.2 += others.1 ? 1 : 0
        }
        let count = Double(requests.count - requests.count / 2)
        return (Double(hits.0) / count, Double(hits.1) / count, Double(hits.2) / count)
    }

    @Test(arguments: [42, 7])
    func `skewed requests are answered more often than by the other rules`(seed: UInt64) {
        var zipf = Zipf(0.9, count: 100_000, seed: seed)
        let requests = (0..<300_000).map { _ in zipf.next() }
        let found = ratios(requests, capacity: 10_000)
        #expect(found.cache >= 0.61)
        #expect(found.cache >= found.leastRecent)
        #expect(found.cache >= found.clock)
    }

    @Test(arguments: [
        Feed(rows: 5000, backShare: 20, authors: 300, capacity: 500),
        Feed(rows: 2000, backShare: 20, authors: 200, capacity: 500),
        Feed(rows: 3000, backShare: 25, authors: 1000, capacity: 1000),
        Feed(rows: 5000, backShare: 10, authors: 500, capacity: 500),
    ])
    func `a scrolled feed is answered at least as often as by the other rules`(feed: Feed) {
        let found = ratios(feed.requests(60_000, seed: 1), capacity: feed.capacity)
        #expect(found.cache > 0.4)
        #expect(found.cache >= found.leastRecent)
        #expect(found.cache >= found.clock)
    }
}

/// A scrolled feed: pictures and their authors' faces; some authors write far more than others.
///
/// Flings have 5 to 60 rows; some go back up.
struct Feed: Sendable {
    let rows: Int
    /// The percentage of flings that go back up.
    let backShare: UInt64
    let authors: Int
    let capacity: Int

    func requests(_ count: Int, seed: UInt64) -> [Int] {
        var random = SplitMix(state: seed)
        var zipf = Zipf(0.9, count: authors, seed: seed)
        let authorOfRow = (0..<rows).map { _ in zipf.next() }
        var requests: [Int] = []
        var row = 0
        while requests.count < count {
            let isBack = random.next() % 100 < backShare
            for _ in 0..<(5 + random.next() % 56) {
                row = isBack ? max(0, row - 1) : (row + 1) % rows
                requests += [authorOfRow[row], authors + row]
            }
        }
        return requests
    }
}

/// Numbers of a Zipf distribution, by inverting its cumulative sum.
struct Zipf {
    private var sums: [Double] = []
    private var random: SplitMix

    init(_ exponent: Double, count: Int, seed: UInt64) {
        random = SplitMix(state: seed)
        var sum = 0.0
        for rank in 1...count {
            sum += pow(Double(rank), -exponent)
            sums.append(sum)
        }
    }

    mutating func next() -> Int {
        let wanted = Double(random.next() >> 11) / Double(1 << 53) * (sums.last ?? 0)
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// CLOCK: a ring, a hand, a reference mark per key; a new key takes the slot of the evicted one.
private struct ClockRule {
    private let capacity: Int
    private var ring: [(key: Int, isMarked: Bool)] = []
    private var places: [Int: Int] = [:]
    private var hand = 0

    init(_ capacity: Int) { self.capacity = capacity }

    mutating func use(_ key: Int) -> Bool {
        if let place = places[key] {
            ring[place].isMarked = true
            return true
        }
        guard ring.count == capacity else {
            places[key] = ring.count
            ring.append((key, false))
            return false
        }
        while ring[hand].isMarked {
            ring[hand].isMarked = false
            hand = (hand + 1) % capacity
        }
        places[ring[hand].key] = nil
        places[key] = hand
        ring[hand] = (key, false)
        hand = (hand + 1) % capacity
        return false
    }
}
