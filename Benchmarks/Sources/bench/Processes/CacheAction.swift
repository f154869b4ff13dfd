/// One action of the program `caches`: what a clock and what callgrind say of it.
///
/// The program makes a scene before the action, so one is the difference of many and three times as
/// many.
struct CacheAction: Sendable {
    let program: String
    let name: String
    let folder: String
    /// How often it is done in the smaller of two runs.
    let count: Int

    /// Processor and wall time of one.
    func cost() throws -> Sample {
        let (few, many) = (try run(count), try run(count * 3))
        let more = Double(count * 2)
        return Sample(
            cpu: (many.cpu - few.cpu) / more, wall: (many.wall - few.wall) / more)
    }

    /// Instructions of one; callgrind is fifty times slower, so fewer are done.
    ///
    /// - Parameters:
    ///   - program: The program without its debugging information, which callgrind may not read.
    ///   - isIsolated: Whether only what is done in `Threads.cpuTime` counts.
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
