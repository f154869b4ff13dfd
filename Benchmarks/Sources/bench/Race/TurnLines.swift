/// A parser of the output of a program that runs actions in turns.
///
/// It has a line for each action of each turn: `disk-read: 5120 ns of CPU, 5300 ns of wall time`.
enum TurnLines {
    /// Returns an entry for each name, with a sample for each of its lines; missing wall time is 0.
    ///
    /// An action that is missing in any turn fails: its rounds would not match the others.
    static func entries(of names: [String], in output: String) -> [Entry] {
        var samples: [String: [Sample]] = [:]
        for line in output.split(separator: "\n") {
            guard let (name, sample) = sample(in: line) else { continue }
            samples[name, default: []].append(sample)
        }
        let turns = names.map { samples[$0]?.count ?? 0 }.max() ?? 0
        return names.map { name in
            var entry = Entry(name: name)
            entry.samples = samples[name] ?? []
            let count = entry.samples.count
            if count < max(turns, 1) {
                entry.failure = count == 0 ? "not there" : "in \(count) of \(turns) turns"
            }
            return entry
        }
    }

    private static func sample(in line: Substring) -> (name: String, sample: Sample)? {
        let words = line.split(separator: " ")
        guard words.count > 4, words[0].last == ":", words[2] == "ns",
            words[4].hasPrefix("CPU"), let cpu = Double(words[1])
        else { return nil }
        let wall = words.count > 8 && words[8] == "wall" ? Double(words[5]) : nil
        let sample = Sample(cpu: cpu / 1e9, wall: (wall ?? 0) / 1e9)
        return (String(words[0].dropLast()), sample)
    }
}
