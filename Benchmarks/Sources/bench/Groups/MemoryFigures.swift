/// What `caches memory-figures` says: all actions of the memory cache in turn in one process, each
/// timed without what is made before it.
struct MemoryFigures {
    let program: String
    private static let rounds = 7
    /// The rounds of each process.
    private static let inner = 1

    /// An entry for each name, of as many processes as there are rounds.
    func entries(of names: [String]) -> [Entry] {
        var entries = names.map { Entry(name: $0) }
        for _ in 0..<Self.rounds {
            let figures = Result { try measure() }
            for index in entries.indices where entries[index].failure == nil {
                do {
                    guard let sample = try figures.get()[names[index]] else {
                        throw BenchError("not there")
                    }
                    entries[index].samples.append(sample)
                } catch {
                    entries[index].failure = "\(error)"
                }
            }
        }
        return entries
    }

    /// One of each, out of lines like `memory-hit: 31.5 ns of CPU, 31.9 ns of wall time, 1.1 x
    /// floor-dictionary`; no wall time is 0.
    private func measure() throws -> [String: Sample] {
        let told = try Child.output(of: [program, "memory-figures", String(Self.inner)])
        guard told.child.status == 0 else {
            throw BenchError(told.child.status == 64 ? "not there" : told.output)
        }
        var figures: [String: Sample] = [:]
        for line in told.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 4, words[0].last == ":", words[2] == "ns",
                let cpu = Double(words[1])
            else { continue }
            let wall = words.count > 8 && words[8] == "wall" ? Double(words[5]) : nil
            figures[String(words[0].dropLast())] = Sample(cpu: cpu / 1e9, wall: (wall ?? 0) / 1e9)
        }
        return figures
    }
}
