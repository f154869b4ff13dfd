/// One action of the program `caches`, measured by a clock and by callgrind.
///
/// The program prepares data before the action, so the cost of one is a difference: that of `3 *
/// count` repetitions less that of `count`.
struct CacheAction: Sendable {
    let program: String
    let name: String
    let folder: String
    /// The repetitions in the smaller of two runs.
    let count: Int

    /// Returns processor and wall time of one action.
    func cost() throws -> Sample {
        let (few, many) = (try run(count), try run(count * 3))
        let more = Double(count * 2)
        return Sample(
            cpu: (many.cpu - few.cpu) / more, wall: (many.wall - few.wall) / more)
    }

    /// Returns the instructions of one action, the median of three runs, and the largest distance
    /// from it; callgrind is fifty times slower, so fewer are run.
    ///
    /// - Parameters:
    ///   - program: A copy of the program without debugging information, illegible to callgrind.
    ///   - isMarked: `true` if the program marks the measured part, so that no preparation counts.
    func instructions(
        by program: String, isMarked: Bool
    ) throws -> (median: Double, spread: Double) {
        let runs = try (0..<3).map { _ in try instructionsOnce(program, isMarked) }.sorted()
        return (runs[1], max(runs[1] - runs[0], runs[2] - runs[1]))
    }

    private func instructionsOnce(_ program: String, _ isMarked: Bool) throws -> Double {
        if isMarked {
            let few = max(count / 50, 10_000)
            return try collected(few, program, ["--instr-atstart=no"]) / Double(few)
        }
        let few = max(count / 50, 10)
        let many = try collected(few * 3, program, [])
        return (many - (try collected(few, program, []))) / Double(few * 2)
    }

    private func run(_ count: Int) throws -> Child {
        let told = try Child.output(of: arguments(count))
        switch told.child.status {
        case 0: return told.child
        case 64: throw BenchError("not there")
        default: throw BenchError("ended with \(told.child.status): \(told.output)")
        }
    }

    private func collected(
        _ count: Int, _ program: String, _ options: [String]
    ) throws -> Double {
        let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        let told = try Child.output(
            of: callgrind + options + [program] + arguments(count).dropFirst(), withErrors: true)
        let line = told.output.split(separator: "\n").first { $0.contains("Collected :") }
        guard let number = line?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw BenchError("callgrind does not count \(name): \(told.output.suffix(300))")
        }
        return number
    }

    private func arguments(_ count: Int) -> [String] { [program, name, String(count), folder] }
}
