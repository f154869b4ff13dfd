import Testing

@testable import Figures

struct RaceTests {
    /// Returns a contestant that records its turns and reports the given cost.
    private func contestant(
        _ name: String, _ turns: Turns, cpu: @escaping (Int) throws -> Double
    ) -> Contestant {
        Contestant(name: name) {
            turns.names.append(name)
            let round = turns.names.count { $0 == name } - 1
            let cost = try cpu(round)
            return Sample(cpu: cost, wall: 2 * cost, peakBytes: 1e6)
        }
    }

    private final class Turns {
        var names: [String] = []
    }

    @Test func `contestants take turns, and the first round doesn't count`() {
        let turns = Turns()
        let race = Race(
            contestants: [
                contestant("a", turns) { $0 == 0 ? 100 : 1 }, contestant("b", turns) { _ in 2 },
            ], rounds: 5)
        let entries = race.run()
        #expect(turns.names == (0..<6).flatMap { _ in ["a", "b"] })
        #expect(entries.map(\.name) == ["a", "b"])
        #expect(entries[0].samples.map(\.cpu) == [1, 1, 1, 1, 1])
        #expect(entries[1].samples.count == 5)
    }

    @Test func `each second round goes the other way where that is wished`() {
        let turns = Turns()
        let race = Race(
            contestants: [contestant("a", turns) { _ in 1 }, contestant("b", turns) { _ in 2 }],
            rounds: 4, alternates: true)
        let entries = race.run()
        #expect(turns.names == ["a", "b"] + ["a", "b", "b", "a", "a", "b", "b", "a"])
        #expect(entries.map { $0.samples.map(\.cpu) } == [[1, 1, 1, 1], [2, 2, 2, 2]])
    }

    @Test func `however little time there is, three rounds are made`() {
        let turns = Turns()
        let race = Race(
            contestants: [contestant("a", turns) { _ in 1 }], rounds: 7, time: .zero)
        #expect(race.run()[0].samples.count == 3)
    }

    @Test func `who fails takes no further part, the others do`() {
        let turns = Turns()
        let race = Race(
            contestants: [
                contestant("a", turns) { round in
                    if round == 2 { throw BenchError("out of luck") }
                    return 1
                }, contestant("b", turns) { _ in 1 },
            ], rounds: 4)
        let entries = race.run()
        #expect(turns.names.count { $0 == "a" } == 3)
        #expect(entries[0].failure == "out of luck")
        #expect(entries[0].value(.cpu) == nil)
        #expect(entries[1].samples.count == 4)
        #expect(entries[1].ratio(to: entries[0], .cpu) == nil)
    }
}
