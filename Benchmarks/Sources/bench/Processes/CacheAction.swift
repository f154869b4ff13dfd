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

    /// Returns the instructions of one action; callgrind is fifty times slower, so fewer are run.
    ///
    /// - Parameters:
    ///   - program: A copy of the program without debugging information, illegible to callgrind.
    ///   - isIsolated: `true` if only the instructions in `Threads.cpuTime` count.
    func instructions(by program: String, isIsolated: Bool) throws -> Double {
        let few = max(count / 50, 10)
        let options = isIsolated ? ["--toggle-collect=*7ThreadsO7cpuTime*"] : []
        if isIsolated { return try collected(few, program, options) / Double(few) }
        let many = try collected(few * 3, program, options)
        return (many - (try collected(few, program, options))) / Double(few * 2)
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
