/// What the program `caches` says of actions that it does in turns in one process: they are too short
/// to be told apart from a process that is started for them.
struct CacheTurns {
    let program: String

    /// Those of the memory cache, each timed without what is made before it: a turn each of so many
    /// processes, since where a table lies in memory counts.
    func memory(_ names: [String]) -> [Entry] {
        entries(names, of: Array(repeating: ["memory-figures", "1"], count: 7))
    }

    /// Those of the disk cache, in a folder of a thousand entries.
    func disk(_ names: [String], in folder: String) -> [Entry] {
        entries(names, of: [["disk-fill", "1000", folder], ["disk-turns", "400", folder]])
    }

    private func entries(_ names: [String], of runs: [[String]]) -> [Entry] {
        do {
            let outputs = try runs.map(output)
            return TurnLines.entries(of: names, in: outputs.joined(separator: "\n"))
        } catch {
            return names.map { Entry(name: $0, failure: "\(error)") }
        }
    }

    private func output(of arguments: [String]) throws -> String {
        let told = try Child.output(of: [program] + arguments)
        guard told.child.status == 0 else {
            throw BenchError(told.child.status == 64 ? "not there" : told.output)
        }
        return told.output
    }
}
