import Glibc
import WebImageTesting

/// A server in a process of its own.
struct Origin {
    let url: String
    private let process: pid_t
    private let input: Int32

    /// Starts this program again, as the server of a file.
    init(itself: String, file: String) throws {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
            throw BenchError("cannot make a pipe")
        }
        // The child must not hold its own input open.
        for descriptor in toChild + fromChild {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        process = try Child.spawn(
            [itself, "origin", file], input: toChild[0], output: fromChild[1])
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(fromChild[0], &line, line.count)
        close(fromChild[0])
        guard count > 1 else { throw BenchError("the origin did not start") }
        url = String(decoding: line[..<(count - 1)], as: UTF8.self)
    }

    /// Ends the server by ending its input.
    func stop() throws {
        close(input)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw BenchError("the origin ended with \(status)") }
    }

    /// The server's side: prints its URL, serves until standard input ends.
    static func serve(file: String) throws {
        let server = try OriginServer()
        server.reply(
            "/picture",
            with: OriginReply(
                headers: [("Content-Type", "image/jpeg")], body: try Files.read(file)))
        print(server.url("/picture"))
        fflush(nil)
        while readLine() != nil {}
        server.shutdown()
    }
}
