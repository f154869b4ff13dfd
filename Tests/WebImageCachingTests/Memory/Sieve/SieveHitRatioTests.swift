import Foundation
import TestSupport
import Testing
import WebImageCaching

struct SieveHitRatioTests {
    /// Returns keys of a Zipf distribution by inverting its cumulative sum.
    private func zipf(_ exponent: Double, keys: Int, requests: Int) -> [Int] {
        var sums: [Double] = []
        var sum = 0.0
        for rank in 1...keys {
            sum += pow(Double(rank), -exponent)
            sums.append(sum)
        }
        var random = SplitMix(state: 42)
        return (0..<requests).map { _ in
            let wanted = Double(random.next() >> 11) / Double(1 << 53) * sum
            var (low, high) = (0, keys - 1)
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    @Test func `skewed requests hit more often than with LRU`() {
        let requests = zipf(0.9, keys: 100_000, requests: 400_000)
        let warm = requests.count / 2
        var sieve = SieveTable<Int, Int>(capacity: 10_000)
        var lru = LeastRecentlyUsed(capacity: 10_000)
        var (sieveHits, lruHits) = (0, 0)
        for (index, key) in requests.enumerated() {
            let isHit = sieve.value(for: key) != nil
            if !isHit { _ = sieve.insert(key, for: key, cost: 1) }
            let isLeastRecentHit = lru.use(key)
            if index >= warm {
                sieveHits += isHit ? 1 : 0
                lruHits += isLeastRecentHit ? 1 : 0
            }
        }
        let sieveRatio = Double(sieveHits) / Double(requests.count - warm)
        let lruRatio = Double(lruHits) / Double(requests.count - warm)
        #expect(sieveRatio >= 0.61)
        #expect(sieveRatio > lruRatio + 0.02)
    }
}
