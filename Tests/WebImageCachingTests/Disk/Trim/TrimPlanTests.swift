import FoundationEssentials
import Testing
import WebImageCaching

struct TrimPlanTests {
    private func entries(_ count: Int) -> [TrimPlan.Entry] {
        (0..<count).map { age in
            TrimPlan.Entry(
                path: "\(age)", byteCount: 10,
                lastUse: Date(timeIntervalSince1970: Double(1000 - age)))
        }
    }

    private func victims(
        of entries: [TrimPlan.Entry], _ limits: DiskLimits
    ) -> [TrimPlan.Entry] {
        let plan = TrimPlan(limits)
        let all = CacheUsage(entries)
        return plan.isHigh(all) ? plan.victims(of: entries, in: all) : []
    }

    @Test(arguments: [(95, 0), (96, 6), (100, 10), (150, 60)])
    func `what is over 95 percent is cut to 90, the oldest first`(count: Int, gone: Int) {
        let victims = victims(of: entries(count), DiskLimits(maxBytes: 1000))
        #expect(victims.map(\.path) == (0..<gone).map { "\(count - 1 - $0)" })
    }

    @Test func `the stricter limit wins`() {
        let limits = DiskLimits(maxBytes: 1000, maxEntries: 10)
        #expect(victims(of: entries(20), limits).count == 11)
    }

    @Test func `a trim is due at first and after each twentieth`() {
        var plan = TrimPlan(DiskLimits(maxBytes: 2000))
        let due = (0..<6).map { _ in plan.added(byteCount: 40) }
        #expect(due == [true, false, false, true, false, false])
    }

    @Test func `entries are counted too`() {
        var plan = TrimPlan(DiskLimits(maxEntries: 40))
        let due = (0..<5).map { _ in plan.added(byteCount: 1) }
        #expect(due == [true, false, false, true, false])
    }

    @Test(arguments: [(0, 256), (1, 256), (4096, 256), (8192, 128), (1_000_000, 1), (9_000_000, 1)])
    func `a step takes as many parts as have about four thousand entries`(count: Int, parts: Int) {
        let plan = TrimPlan(DiskLimits())
        #expect(plan.partCount(of: CacheUsage(entryCount: count, byteCount: 0)) == parts)
    }

    @Test(
        arguments: [
            (90, true, false, false), (91, false, false, false), (95, false, false, false),
            (96, false, true, false), (100, false, true, false), (101, false, true, true),
        ])
    func `trimming begins above 95 percent, is forced above all, ends at 90`(
        count: Int, low: Bool, high: Bool, over: Bool
    ) {
        for (limits, usage) in [
            (DiskLimits(maxBytes: 1000), CacheUsage(entryCount: 5, byteCount: count * 10)),
            (DiskLimits(maxEntries: 100), CacheUsage(entryCount: count, byteCount: 5)),
        ] {
            let plan = TrimPlan(limits)
            #expect(plan.isLow(usage) == low)
            #expect(plan.isHigh(usage) == high)
            #expect(plan.isOver(usage) == over)
        }
    }

    @Test(arguments: [(1000, 10), (2000, 55), (100_000, 100), (900, 0), (10, 0)])
    func `of a sample goes the share that goes of the whole`(total: Int, gone: Int) {
        let plan = TrimPlan(DiskLimits(maxBytes: 1000))
        let all = CacheUsage(entryCount: total / 10, byteCount: total)
        let victims = plan.victims(of: entries(100), in: all)
        #expect(victims.map(\.path) == (0..<gone).map { "\(99 - $0)" })
    }

    @Test func `numbers beyond any disk are no trap`() {
        let plan = TrimPlan(DiskLimits(maxBytes: .max, maxEntries: .max))
        let all = CacheUsage(entryCount: 256 << 32, byteCount: 256 << 48)
        #expect(plan.victims(of: entries(3), in: all).isEmpty)
        #expect(TrimPlan(DiskLimits(maxBytes: .min)).victims(of: entries(3), in: all).count == 3)
    }
}
