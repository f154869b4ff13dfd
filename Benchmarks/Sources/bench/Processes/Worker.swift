import Glibc

/// A process that stays, reads commands and replies with their cost; see `Peers/worker.py`.
final class Worker {
    /// The versions of itself and its libraries that it reports.
    let versions: String
    private let process: pid_t
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>

    init(_ command: [String]) throws {
        let (pipes, process) = try Pipes.spawn(command)
        guard let input = fdopen(pipes.input, "w"), let output = fdopen(pipes.output, "r") else {
            throw BenchError("cannot talk to \(command.joined(separator: " "))")
        }
        (self.process, self.input, self.output) = (process, input, output)
        let words = Self.line(of: output).split(separator: " ", maxSplits: 1)
        guard words.first == "ready" else {
            throw BenchError("\(command.joined(separator: " ")) does not start")
        }
        versions = words.count > 1 ? String(words[1]) : ""
    }

    /// Sends a command and returns the numbers of the reply.
    func ask(_ command: Command) throws -> [Double] {
        fputs(command.line, input)
        fflush(input)
        let answer = Self.line(of: output)
        let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.first == "done", words.count == 2 else {
            throw BenchError(words.count == 2 ? words[1] : "ended without an answer")
        }
        return words[1].split(separator: " ").compactMap { Double($0) }
    }

    /// Ends the process by closing its input and returns its peak memory in bytes.
    func stop() throws -> Double {
        fclose(input)
        fclose(output)
        return Double(try Child.wait(for: process).peakBytes)
    }

    private static func line(of file: UnsafeMutablePointer<FILE>) -> String {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, file)
        guard count > 0, let line else { return "" }
        return String(cString: line).split(separator: "\n").joined()
    }
}
