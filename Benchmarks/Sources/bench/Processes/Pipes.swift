import Glibc
import Synchronization

/// The parent's ends of a child's standard input and output.
struct Pipes {
    let input: Int32
    let output: Int32

    /// A lock that serializes the start of children, so that none inherits the pipes of another.
    private static let turn = Mutex(())

    static func spawn(_ command: [String]) throws -> (Pipes, pid_t) {
        try turn.withLock { _ in try spawnAlone(command) }
    }

    private static func spawnAlone(_ command: [String]) throws -> (Pipes, pid_t) {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
            throw BenchError("cannot make a pipe")
        }
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
