import Testing

@testable import WebImageCaching

/// Random changes by several processes, some of which cannot reach the table for a while.
struct UsageCountersTests {
    @Test(arguments: 0..<20)
    func `changes that were kept back are in the table as soon as it can be reached`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var shared = SharedUsageTable { _ in true }
        var ledgers = (0..<4).map { _ in UsageCounters(shared) }
        var truth = [Int](repeating: 0, count: 256)
        for _ in 0..<2000 {
            let process = Int.random(in: 0..<4, using: &numbers)
            let part = Int.random(in: 0..<8, using: &numbers)
            let bytes = Int.random(in: -min(50, truth[part])...100, using: &numbers)
            truth[part] += bytes
            ledgers[process].add(CacheUsage(entryCount: 0, byteCount: bytes), to: part)
            if Bool.random(using: &numbers) { ledgers[process].merge(into: &shared) }
        }
        // A removal may be merged before its store: the table never counts too little.
        for process in 0..<4 { ledgers[process].merge(into: &shared) }
        for part in 0..<8 { #expect(shared[part].usage.byteCount >= truth[part]) }
        // A scan corrects the rest.
        for part in 0..<8 {
            ledgers[0].set(
                part, to: CacheUsage(entryCount: 0, byteCount: truth[part]), since: shared[part])
        }
        ledgers[0].merge(into: &shared)
        for part in 0..<8 { #expect(shared[part].usage.byteCount == truth[part]) }
    }

    @Test func `what went after a look that could not be noted goes from what it found`() {
        var shared = SharedUsageTable { _ in true }
        var ledger = UsageCounters(shared)
        ledger.add(CacheUsage(entryCount: 1, byteCount: 7), to: 2)
        ledger.set(2, to: CacheUsage(entryCount: 10, byteCount: 100), since: ledger.table[2])
        ledger.add(CacheUsage(entryCount: -3, byteCount: -30), to: 2)
        #expect(ledger.table[2] == .init(CacheUsage(entryCount: 7, byteCount: 70), isCounted: true))
        ledger.merge(into: &shared)
        #expect(shared[2].usage.byteCount == 70)
        shared = SharedUsageTable { _ in true }
        ledger.merge(into: &shared)
        #expect(shared[2] == .empty)
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
