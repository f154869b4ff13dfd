import FoundationEssentials
import Testing
import WebImagePipeline

struct TrimPlanTests {
    private func entries(_ count: Int) -> [TrimPlan.Entry] {
        (0..<count).map { age in
            TrimPlan.Entry(
                path: "\(age)", byteCount: 10,
                lastUse: Date(timeIntervalSince1970: Double(1000 - age)))
        }
    }

    @Test(arguments: [(95, 0), (96, 6), (100, 10), (150, 60)])
    func `what is over 95 percent is cut to 90, the oldest first`(count: Int, gone: Int) {
        let victims = TrimPlan.victims(of: entries(count), DiskLimits(maxBytes: 1000))
        #expect(victims.map(\.path) == (0..<gone).map { "\(count - 1 - $0)" })
    }

    @Test func `the stricter limit wins`() {
        let limits = DiskLimits(maxBytes: 1000, maxEntries: 10)
        #expect(TrimPlan.victims(of: entries(20), limits).count == 11)
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
}
