import Glibc

/// Our ends of a child's standard input and output.
struct Pipes {
    let input: Int32
    let output: Int32

    static func spawn(_ command: [String]) throws -> (Pipes, pid_t) {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
            throw BenchError("cannot make a pipe")
        }
        // No child holds the input of another one, or its own, open.
        for descriptor in toChild + fromChild {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        defer {
            close(toChild[0])
            close(fromChild[1])
        }
        let process = try Child.spawn(command, input: toChild[0], output: fromChild[1])
        return (Pipes(input: toChild[1], output: fromChild[0]), process)
    }
}
