import Foundation

/// A TLS server of the program openssl on localhost, with an authority of its own.
final class SecureServer: Sendable {
    /// The path of the program.
    private static let program = "/usr/bin/openssl"
    /// `true` if the program is there.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    private let process = Process()
    private let folder: Folder
    private let port: Int

    /// The file of the authority.
    var authority: String { folder("ca.pem") }
    /// The files of a client's certificate, issued by the authority, and of its key.
    var client: (certificate: String, key: String) { (folder("client.pem"), folder("client.key")) }

    /// Returns the URL of a path.
    func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

    /// Starts a server of one picture at `/cat.png`.
    ///
    /// - Parameter requiresClient: `true` to refuse clients without a certificate of the authority.
    init(of picture: [UInt8], requiresClient: Bool = false) async throws {
        folder = try Folder()
        try Self.makeCertificates(in: folder)
        let head =
            "HTTP/1.0 200 OK\r\nContent-Length: \(picture.count)\r\n"
            + "Cache-Control: max-age=600\r\n\r\n"
        try folder.write(Array(head.utf8) + picture, to: "cat.png")
        try folder.write([], to: "log")
        process.executableURL = URL(filePath: Self.program)
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.arguments =
            ["s_server", "-accept", "localhost:0", "-cert", "server.pem", "-key", "server.key"]
            + ["-HTTP", "-4"] + (requiresClient ? ["-Verify", "1", "-CAfile", "ca.pem"] : [])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder("log")))
        process.standardError = FileHandle.nullDevice
        try process.run()
        var found: Int?
        for _ in 0..<500 where found == nil {
            try await Task.sleep(for: .milliseconds(20))
            found = Self.port(in: String(decoding: try folder.read("log"), as: UTF8.self))
        }
        guard let found else { throw CocoaError(.executableLoad) }
        port = found
    }

    deinit { process.terminate() }

    /// Adds a redirect at a path.
    func redirect(_ path: String, to url: String) throws {
        let head = "HTTP/1.0 302 Found\r\nContent-Length: 0\r\nLocation: \(url)\r\n\r\n"
        try folder.write(Array(head.utf8), to: String(path.dropFirst()))
    }

    /// Returns the port of the line `ACCEPT 127.0.0.1:1234`.
    private static func port(in log: String) -> Int? {
        let line = log.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
        return line?.split(whereSeparator: { " :".contains($0) }).dropFirst().compactMap { Int($0) }
            .last
    }

    private static func makeCertificates(in folder: Folder) throws {
        let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try run(
            ["req", "-x509"] + new + ["-subj", "/CN=Test CA", "-days", "30"]
                + ["-keyout", "ca.key", "-out", "ca.pem"], folder)
        let issued = [
            ("server", "subjectAltName=DNS:localhost"), ("client", "extendedKeyUsage=clientAuth"),
        ]
        for (name, detail) in issued {
            try run(
                ["req", "-x509", "-CA", "ca.pem", "-CAkey", "ca.key"] + new
                    + ["-subj", "/CN=\(name)", "-days", "30", "-addext", detail]
                    + ["-addext", "basicConstraints=critical,CA:FALSE"]
                    + ["-keyout", "\(name).key", "-out", "\(name).pem"], folder)
        }
    }

    private static func run(_ words: [String], _ folder: Folder) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
