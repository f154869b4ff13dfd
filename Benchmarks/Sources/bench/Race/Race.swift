/// The same work by several in turn, so that a change of the machine's load meets all of them.
struct Race {
    /// The fewest rounds of a reported median.
    private static let fewest = 3

    let contestants: [Contestant]
    /// The most counted rounds.
    var rounds = 7
    /// The limit of their total time, once ``fewest`` rounds are done.
    var time = Duration.seconds(15)
    /// `true` if each second round runs in reverse order, so that a steady drift of the machine's
    /// load favours no contestant.
    var alternates = false

    /// Runs one round to warm up, then the counted ones; a contestant that fails is dropped.
    func run() -> [Entry] {
        var entries = contestants.map { Entry(name: $0.name) }
        let warmUp = ContinuousClock().measure { round(&entries, nil) }
        let affordable = Int(time / max(warmUp, .milliseconds(1)))
        for number in 0..<min(rounds, max(Self.fewest, affordable)) { round(&entries, number) }
        return entries
    }

    /// Runs one round; without a number it isn't counted.
    private func round(_ entries: inout [Entry], _ number: Int?) {
        let turns = contestants.indices
        let isBackwards = alternates && number.map { !$0.isMultiple(of: 2) } ?? false
        for index in isBackwards ? Array(turns.reversed()) : Array(turns)
        where entries[index].failure == nil {
            do {
                let sample = try contestants[index].run()
                if number != nil { entries[index].samples.append(sample) }
            } catch {
                entries[index].failure = "\(error)"
            }
        }
    }
}
