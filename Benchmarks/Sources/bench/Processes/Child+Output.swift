import Glibc

extension Child {
    /// A process that has ended, and its output.
    struct Told {
        let child: Child
        let output: String
    }

    /// Runs a program and collects its output, and its errors on demand.
    static func output(of arguments: [String], withErrors: Bool = false) throws -> Told {
        let merging = ["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"]
        let start = ContinuousClock.now
        let (pipes, process) = try Pipes.spawn(withErrors ? merging + arguments : arguments)
        close(pipes.input)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(pipes.output, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        close(pipes.output)
        let child = try wait(for: process, since: start)
        return Told(child: child, output: String(decoding: bytes, as: UTF8.self))
    }
}
