import Testing

@testable import Figures

struct FigureTests {
    private func entry(_ name: String, _ cpu: [Double], quality: Double? = nil) -> Entry {
        var entry = Entry(name: name)
        entry.samples = cpu.map { Sample(cpu: $0, wall: 2 * $0, peakBytes: 3e6 * $0) }
        entry.quality = quality
        return entry
    }

    @Test(arguments: [[0], [5, 5], [2, 3, 1, 2], [2.5, 4, 1, 3, 2], [1, 1, 1, 1, 1000]])
    func `the median is the middle value`(medianAndValues: [Double]) {
        #expect(Median.of(Array(medianAndValues.dropFirst())) == medianAndValues[0])
    }

    @Test func `a figure is the median of the rounds, in milliseconds or megabytes`() {
        let entry = entry("a", [1, 9, 2])
        #expect(entry.value(.cpu) == 2000)
        #expect(entry.value(.wall) == 4000)
        #expect(entry.value(.peak) == 6)
        #expect(entry.value(.quality) == nil)
        #expect(Entry(name: "nothing").value(.cpu) == nil)
    }

    @Test func `a ratio compares what was measured in the same round`() {
        // For both, the machine was ten times slower in the second round.
        let (mine, theirs) = (entry("a", [1, 10, 1, 10]), entry("b", [2, 20, 2, 20]))
        #expect(mine.ratio(to: theirs, .cpu) == 0.5)
        // The medians of the two entries may come from different rounds.
        let (late, early) = (entry("a", [1, 1, 10]), entry("b", [2, 20, 20]))
        #expect(late.ratio(to: early, .cpu) == 0.5)
        #expect(late.ratio(to: early, .peak) == 0.05)
    }

    @Test func `a claim against the fastest takes whom least processor time was needed by`() {
        let entries = [
            entry(PeerNames.ours, [1]), entry("pyvips", [4]), entry("Pillow", [2]),
            entry("slow", [1]),
        ]
        let claim = Claim(
            metric: .cpu, rival: .fastest(["pyvips", "Pillow", "missing"], called: "best peer"),
            bound: .atMost(0.9))
        let verdict = claim.verdict(on: entries)
        #expect(verdict?.name == "CPU / best peer (Pillow)")
        #expect(verdict?.value == 0.5)
        #expect(verdict?.holds == true)
    }

    @Test func `a claim on likeness is a difference`() {
        let entries = [
            entry(PeerNames.ours, [1], quality: 0.99), entry("pyvips", [1], quality: 0.985),
        ]
        let claim = Claim(metric: .quality, rival: .named("pyvips"), bound: .atLeast(0))
        let verdict = claim.verdict(on: entries)
        #expect(verdict?.name == "quality - pyvips")
        #expect((verdict?.value ?? 1).digits == "0.005000")
        #expect(verdict?.holds == true)
    }

    @Test func `without one of the figures there is no verdict`() {
        let claim = Claim(metric: .cpu, rival: .named("pyvips"), bound: nil)
        #expect(claim.verdict(on: [entry(PeerNames.ours, [1])]) == nil)
        #expect(claim.verdict(on: [entry("pyvips", [1])]) == nil)
        let alone = Claim(metric: .peak, rival: .none, bound: .atMost(20))
        #expect(alone.verdict(on: [entry(PeerNames.ours, [7])])?.outcome == "MISSED by 5.000 %")
    }

    @Test func `a bound holds up to its limit, or down to it`() {
        #expect(Bound.atMost(1.2).holds(for: 1.2))
        #expect(!Bound.atMost(1.2).holds(for: 1.21))
        #expect(Bound.atLeast(5).holds(for: 5))
        #expect(!Bound.atLeast(5).holds(for: 4.9))
        #expect(Bound.atLeast(5).text == "≥ 5")
        #expect(Verdict("a", 4, "×", .atLeast(5)).outcome == "MISSED by 20.00 %")
        #expect(Verdict("a", -1, "", .atLeast(0)).outcome == "MISSED")
        #expect(Verdict("a", 4).outcome.isEmpty)
    }
}
