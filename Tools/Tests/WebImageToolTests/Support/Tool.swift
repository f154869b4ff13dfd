import Foundation
import Synchronization

/// The built command, run as a child process.
struct Tool: Sendable {
    /// The result of a run.
    struct Outcome: Sendable {
        var status: Int32
        var output: [UInt8]
        var errors: String

        /// Standard output as text.
        var text: String { String(decoding: output, as: UTF8.self) }
        /// Parses standard output as one JSON object per line.
        func json() throws -> [JSONObject] {
            try text.split(separator: "\n").map { try JSONObject(String($0)) }
        }
    }

    /// A running process.
    final class Run: Sendable {
        let process = Process()
        let folder: Folder
        private let ended = Mutex<(done: Bool, waiter: CheckedContinuation<Void, Never>?)>(
            (false, nil))

        init(folder: Folder) { self.folder = folder }

        func start() throws {
            process.terminationHandler = { [weak self] _ in
                let waiter = self?.ended.withLock { state in
                    state.done = true
                    return state.waiter
                }
                waiter?.resume()
            }
            try process.run()
        }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Everything on standard error so far.
        var errorsSoFar: String {
            String(decoding: (try? folder.read("stderr")) ?? [], as: UTF8.self)
        }

        func outcome() async throws -> Outcome {
            await withCheckedContinuation { continuation in
                let isDone = ended.withLock { state in
                    if !state.done { state.waiter = continuation }
                    return state.done
                }
                if isDone { continuation.resume() }
            }
            return Outcome(
                status: process.terminationStatus, output: try folder.read("stdout"),
                errors: String(decoding: try folder.read("stderr"), as: UTF8.self))
        }
    }

    /// The binary next to the test bundle.
    static let path = ProcessInfo.processInfo.environment["WEBIMAGE_TOOL"] ?? find("webimage")

    /// Returns the path of a program next to the test bundle.
    static func find(_ name: String) -> String {
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path.count > 1 {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: name).path
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: candidate, isDirectory: &isFolder)
            if exists, !isFolder.boolValue { return candidate }
        }
        return name
    }

    /// Words in front of the command, for example to run it as another user.
    var launcher: [String] = []
    /// All words of another program that runs the command; `nil` to run the command itself.
    var substitute: [String]?
    var environment: [String: String] = [:]
    var workingFolder: String?

    /// Starts the command; its caches are in a folder of its own by default.
    func start(_ arguments: [String], input: [UInt8] = []) throws -> Run {
        let run = Run(folder: try Folder())
        let words =
            ["--default-signal=INT,TERM,HUP"] + launcher
            + (substitute ?? [Self.path] + arguments)
        run.process.executableURL = URL(filePath: "/usr/bin/env")
        run.process.arguments = words
        var variables = ProcessInfo.processInfo.environment
        variables["XDG_CACHE_HOME"] = run.folder("cache")
        variables.merge(environment) { $1 }
        run.process.environment = variables
        if let workingFolder {
            run.process.currentDirectoryURL = URL(filePath: workingFolder)
        }
        try run.folder.write(input, to: "stdin")
        try run.folder.write([], to: "stdout")
        try run.folder.write([], to: "stderr")
        let files = [
            try FileHandle(forReadingFrom: URL(filePath: run.folder("stdin"))),
            try FileHandle(forWritingTo: URL(filePath: run.folder("stdout"))),
            try FileHandle(forWritingTo: URL(filePath: run.folder("stderr"))),
        ]
        run.process.standardInput = files[0]
        run.process.standardOutput = files[1]
        run.process.standardError = files[2]
        // Foundation keeps them open, and misses the end of a process among some thousand files.
        defer { for file in files { try? file.close() } }
        try run.start()
        return run
    }

    /// Runs the command to its end.
    func run(_ arguments: String..., input: [UInt8] = []) async throws -> Outcome {
        try await run(arguments, input: input)
    }

    /// Runs the command to its end.
    func run(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
        try await start(arguments, input: input).outcome()
    }
}
