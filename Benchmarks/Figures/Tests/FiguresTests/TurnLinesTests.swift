import Testing

@testable import Figures

struct TurnLinesTests {
    private let output = """
        disk-fill 1000 21000 ns each
        floor-read: 5000 ns of CPU, 5100.5 ns of wall time
        disk-read: 6000 ns of CPU, 6100 ns of wall time, CPU 1.2 x, wall 1.2 x floor-read
        floor-free: 12 ns of CPU, 0.5 x memory-hit
        floor-read: 50000 ns of CPU, 51000 ns of wall time
        disk-read: 70000 ns of CPU, 72000 ns of wall time
        floor-free: 14 ns of CPU, 0.5 x memory-hit
        disk-turns 400 31000 ns each
        """

    @Test func `each line of an action is a sample, in the order of the turns`() {
        let entries = TurnLines.entries(of: ["floor-read", "disk-read"], in: output)
        #expect(entries.map(\.name) == ["floor-read", "disk-read"])
        #expect(entries.map(\.failure) == [nil, nil])
        #expect(entries[0].samples.map(\.cpu) == [5000 / 1e9, 50000 / 1e9])
        #expect(entries[1].samples.map(\.wall) == [6100 / 1e9, 72000 / 1e9])
        // The ratios are 1.2 and 1.4, at any load of the machine.
        #expect(entries[1].ratio(to: entries[0], .cpu).map { ($0 * 100).rounded() } == 130)
    }

    @Test func `an action that has no wall time is told with its processor time`() {
        let entry = TurnLines.entries(of: ["floor-free"], in: output)[0]
        #expect(entry.samples.map(\.cpu) == [12 / 1e9, 14 / 1e9])
        #expect(entry.samples.map(\.wall) == [0, 0])
    }

    @Test func `an action that is not told of fails`() {
        let entries = TurnLines.entries(of: ["disk-read", "disk-miss"], in: output)
        #expect(entries.map(\.failure) == [nil, "not there"])
        #expect(TurnLines.entries(of: ["disk-read"], in: "")[0].failure == "not there")
    }

    @Test func `an action that missed a turn fails, for its rounds would be another's`() {
        let more = output + "\nfloor-read: 4000 ns of CPU, 4000 ns of wall time"
        let entries = TurnLines.entries(of: ["disk-read", "floor-read"], in: more)
        #expect(entries.map(\.failure) == ["in 2 of 3 turns", nil])
        #expect(entries[1].ratio(to: entries[0], .cpu) == nil)
    }
}
