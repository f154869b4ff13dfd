/// The same work by several in turn, so that a change of the machine's load meets all of them.
struct Race {
    /// No median of fewer rounds is told.
    private static let fewest = 3

    let contestants: [Contestant]
    /// The most rounds that count.
    var rounds = 7
    /// How long they may take together, as far as ``fewest`` of them allow.
    var time = Duration.seconds(15)

    /// A round to warm up, then the rounds that count; who fails takes no further part.
    func run() -> [Entry] {
        var entries = contestants.map { Entry(name: $0.name) }
        let warmUp = ContinuousClock().measure { round(&entries, counts: false) }
        let affordable = Int(time / max(warmUp, .milliseconds(1)))
        for _ in 0..<min(rounds, max(Self.fewest, affordable)) { round(&entries, counts: true) }
        return entries
    }

    private func round(_ entries: inout [Entry], counts: Bool) {
        for (index, contestant) in contestants.enumerated() where entries[index].failure == nil {
            do {
                let sample = try contestant.run()
                if counts { entries[index].samples.append(sample) }
            } catch {
                entries[index].failure = "\(error)"
            }
        }
    }
}
