import Foundation
import Synchronization

/// The built server, run as a child process on a free port.
final class ServerProcess: Sendable {
    /// The programs beside the test bundle.
    static func program(_ name: String) -> String {
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path.count > 1 {
            folder.deleteLastPathComponent()
            let path = folder.appending(path: name).path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return path
            }
        }
        return name
    }

    private let process = Process()
    private let errors: URL
    /// The requests that write a line.
    private let asked = Atomic(0)
    private let isQuiet: Bool
    let port: Int

    /// Starts a server, and waits until it listens.
    ///
    /// - Parameters:
    ///   - arguments: The arguments besides the port.
    ///   - environment: The variables besides those of the tests; imgproxy's select its addresses.
    ///   - shell: Commands of the shell that starts the server, such as limits; nil for none.
    init(
        _ arguments: [String] = [], _ environment: [String: String] = [:], shell: String? = nil
    ) async throws {
        (process.executableURL, errors) = try Self.prepared(
            process, ["--port", "0", "--bind", "127.0.0.1:0"] + arguments, environment)
        isQuiet = arguments.contains("--quiet") || environment["WEBIMAGE_LOG"] != nil
        if let shell, let program = process.executableURL?.path {
            process.arguments =
                ["-c", "\(shell); exec \"$0\" \"$@\"", program] + (process.arguments ?? [])
            process.executableURL = URL(filePath: "/bin/bash")
        }
        try process.run()
        var found: Int?
        for _ in 0..<600 where found == nil && process.isRunning {
            try await Task.sleep(for: .milliseconds(25))
            let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            found = text.firstMatch(of: /listening on https?:\/\/[^\n]*:([0-9]+)\n/)
                .flatMap { Int($0.1) }
        }
        guard let found else { throw CocoaError(.executableLoad) }
        port = found
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: errors)
    }

    /// Runs a server that ends by itself; returns its status and what it wrote on standard error.
    static func failure(
        _ arguments: [String], _ environment: [String: String] = [:], program: String? = nil
    ) throws -> (status: Int32, errors: String) {
        let process = Process()
        let (url, errors) = try prepared(process, arguments, environment)
        process.executableURL = program.map { URL(filePath: $0) } ?? url
        try process.run()
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: errors) }
        return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }

    private static func prepared(
        _ process: Process, _ arguments: [String], _ environment: [String: String]
    ) throws -> (URL, URL) {
        let errors = FileManager.default.temporaryDirectory.appending(
            path: "webimage-server-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("WEBIMAGE_") && !$0.key.hasPrefix("IMGPROXY_")
                && !$0.key.hasPrefix("THUMBOR_")
        }
        variables["WEBIMAGE_CACHE"] = "none"
        process.environment = variables.merging(environment) { $1 }
        let handle = try FileHandle(forWritingTo: errors)
        (process.standardError, process.standardOutput) = (handle, handle)
        process.standardInput = FileHandle.nullDevice
        return (URL(filePath: program("webimage-server")), errors)
    }

    /// Everything on standard error so far, with the lines of all requests that were asked here.
    ///
    /// A line is written once the last byte was sent, when a client may have it already.
    var log: String {
        var text = ""
        for _ in 0..<200 {
            text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            if text.matches(of: /"path":/).count >= asked.load(ordering: .relaxed) { break }
            usleep(10_000)
        }
        return text
    }

    /// Returns the list of files that it has mapped.
    func maps() throws -> String {
        // The system hands the list out in parts, of which `String(contentsOfFile:)` reads the
        // first one.
        let file = try FileHandle(
            forReadingFrom: URL(filePath: "/proc/\(process.processIdentifier)/maps"))
        var bytes = Data()
        while let part = try file.read(upToCount: 1 << 16), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Returns the exit status once the server has ended; nil if it has not after some seconds.
    func status(within seconds: Int = 10) async throws -> Int32? {
        for _ in 0..<seconds * 40 where process.isRunning {
            try await Task.sleep(for: .milliseconds(25))
        }
        return process.isRunning ? nil : process.terminationStatus
    }

    /// Sends a request with the lines of its fields on a connection of its own.
    func ask(_ target: String, raw fields: String) async throws -> Reply {
        let connection = try Connection(port: port)
        try connection.write("GET \(target) HTTP/1.1\r\n\(fields)\r\n")
        return try await noted(connection.reply())
    }

    /// Sends a request on a connection of its own.
    func ask(
        _ target: String, method: String = "GET", _ fields: [String: String] = [:]
    ) async throws -> Reply {
        let connection = try Connection(port: port)
        try connection.send(target, method: method, fields)
        return try await noted(connection.reply(isHead: method == "HEAD"))
    }

    private func noted(_ reply: Reply) -> Reply {
        if !isQuiet { asked.add(1, ordering: .relaxed) }
        return reply
    }
}
