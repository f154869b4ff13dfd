/// The same work by several in turn, so that a change of the machine's load meets all of them.
struct Race {
    /// No median of fewer rounds is told.
    private static let fewest = 3

    let contestants: [Contestant]
    /// The most rounds that count.
    var rounds = 7
    /// How long they may take together, as far as ``fewest`` of them allow.
    var time = Duration.seconds(15)
    /// Whether each second round goes the other way, so that what grows or shrinks steadily meets
    /// none more than the others.
    var alternates = false

    /// A round to warm up, then the rounds that count; who fails takes no further part.
    func run() -> [Entry] {
        var entries = contestants.map { Entry(name: $0.name) }
        let warmUp = ContinuousClock().measure { round(&entries, nil) }
        let affordable = Int(time / max(warmUp, .milliseconds(1)))
        for number in 0..<min(rounds, max(Self.fewest, affordable)) { round(&entries, number) }
        return entries
    }

    /// One round; without a number it doesn't count.
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
