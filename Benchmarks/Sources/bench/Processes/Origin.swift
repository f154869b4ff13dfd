import Glibc
import WebImageTesting

struct Origin {
    let url: String
    private let process: pid_t
    private let input: Int32

    /// Starts this program again as the server of a file, on the given processors or all.
    init(itself: String, file: String, processors: String? = nil) throws {
        let placed = processors.map { ["taskset", "--cpu-list", $0] } ?? []
        let (pipes, process) = try Pipes.spawn(placed + [itself, "origin", file])
        (self.process, input) = (process, pipes.input)
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(pipes.output, &line, line.count)
        close(pipes.output)
        guard count > 1 else { throw BenchError("the origin did not start") }
        url = String(decoding: line[..<(count - 1)], as: UTF8.self)
    }

    /// Ends the server by closing its input.
    func stop() throws {
        close(input)
        let status = try Child.wait(for: process).status
        guard status == 0 else { throw BenchError("the origin ended with \(status)") }
    }

    /// Runs the server: prints its URL, serves until standard input ends.
    static func serve(file: String) throws {
        let server = try OriginServer()
        server.reply(
            "/picture",
            with: OriginReply(
                headers: [("Content-Type", "image/jpeg")], body: try FileSystem.read(file)))
        print(server.url("/picture"))
        fflush(nil)
        while readLine() != nil {}
        server.shutdown()
    }
}
