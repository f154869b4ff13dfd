/// The same work by several in turn, so that a change of the machine's load meets all of them.
struct Race {
    let contestants: [Contestant]
    var rounds = 7

    /// A round to warm up, then the rounds that count; who fails takes no further part.
    func run() -> [Entry] {
        var entries = contestants.map { Entry(name: $0.name) }
        for round in 0...rounds {
            for (index, contestant) in contestants.enumerated()
            where entries[index].failure == nil {
                do {
                    let sample = try contestant.run()
                    if round > 0 { entries[index].samples.append(sample) }
                } catch {
                    entries[index].failure = "\(error)"
                }
            }
        }
        return entries
    }
}
