/// The program `caches` and its output for actions that run in turns in one process.
///
/// The actions are too short for a process each: the cost of its start would hide theirs.
struct CacheTurns {
    let program: String

    /// Measures the memory cache in 7 processes, one turn each, since the table's address matters.
    ///
    /// The preparation of an action is not timed.
    func memory(_ names: [String]) -> [Entry] {
        entries(names, of: Array(repeating: ["memory-figures", "1"], count: 7))
    }

    /// Measures the disk cache in a folder of a thousand entries.
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
