import Glibc

// Actions of the caches and their floors, measured in this process.
//
//     caches ACTION COUNT [FOLDER]               callgrind counts the measured part alone
//     caches turns TURNS FOLDER ACTION:COUNT…    by turns; if there are some, one before to warm up
//
// Each turn of an action prints its name, and the nanoseconds of CPU and of wall time of one.
// FOLDER is that of the disk cache, or the address of a Redis.
let words = Array(CommandLine.arguments.dropFirst())
do {
    if words.first == "turns", words.count > 3, let turns = Int(words[1]) {
        let plan = words.dropFirst(3).map { $0.split(separator: ":").map(String.init) }
        try await measure(plan, turns: turns, in: words[2])
    } else if words.count > 1 {
        try await measure([Array(words.prefix(2))], turns: 1, in: words.count > 2 ? words[2] : "")
    } else {
        throw CachesError("usage: caches \(allWork.keys.sorted().joined(separator: "|")) COUNT")
    }
} catch {
    print("caches: \(error)")
    exit(1)
}

/// Prepares the actions, runs them by turns, and prints the cost of one in each turn.
func measure(_ plan: [[String]], turns: Int, in folder: String) async throws {
    var runs: [(name: String, count: Int, run: Run)] = []
    for step in plan {
        guard step.count == 2, let count = Int(step[1]), count > 0, let work = allWork[step[0]]
        else { throw CachesError("no action \(step.joined(separator: ":"))") }
        runs.append((step[0], count, try await work(folder)))
    }
    for turn in (turns > 1 ? 0 : 1)...turns {
        for (name, count, run) in runs {
            Meter.reset()
            try await run(count)
            let cost = Meter.cost
            if turn > 0 { print(name, cost.cpu / Double(count), cost.wall / Double(count)) }
        }
    }
}
