import Foundation

/// A picture on a server of TLS, the program openssl on localhost, whose certificate is
/// self-signed.
final class SecureSource: Sendable {
    private static let program = "/usr/bin/openssl"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    private let process = Process()
    private let folder: URL
    private let port: Int

    /// The file of the certificate.
    var certificate: String { folder.appending(path: "certificate.pem").path }

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "webimage-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let picture = try Source.png()
        let head =
            "HTTP/1.0 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(picture.count)\r\n"
            + "Cache-Control: max-age=600\r\n\r\n"
        try Data(Array(head.utf8) + picture).write(to: folder.appending(path: "a.png"))
        let making = try Self.start(
            Process(),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-days", "30", "-keyout", "key.pem", "-out", "certificate.pem",
            ], folder)
        making.waitUntilExit()
        let log = folder.appending(path: "log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardOutput = try FileHandle(forWritingTo: log)
        _ = try Self.start(
            process,
            [
                "s_server", "-accept", "localhost:0", "-4", "-cert", "certificate.pem", "-key",
                "key.pem", "-HTTP",
            ], folder)
        var found: Int?
        for _ in 0..<400 where found == nil {
            try await Task.sleep(for: .milliseconds(25))
            let text = try String(contentsOf: log, encoding: .utf8)
            found = text.firstMatch(of: /ACCEPT [^\n]*:([0-9]+)\n/).flatMap { Int($0.1) }
        }
        guard let found else { throw CocoaError(.executableLoad) }
        port = found
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address of imgproxy for the picture.
    var address: String { "/unsafe/rs:fit:20:0/plain/https://localhost:\(port)/a.png" }

    private static func start(
        _ process: Process, _ words: [String], _ folder: URL
    ) throws -> Process {
        process.executableURL = URL(filePath: program)
        process.currentDirectoryURL = folder
        process.arguments = words
        if process.standardOutput as? Pipe == nil, process.standardOutput as? FileHandle == nil {
            process.standardOutput = FileHandle.nullDevice
        }
        (process.standardInput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice
        )
        try process.run()
        return process
    }
}
