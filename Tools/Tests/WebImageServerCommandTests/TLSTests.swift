import Foundation
import Testing
import WebImageTesting

/// Connections with TLS of the built server.
struct TLSTests {
    /// Runs a program of the system; returns what it prints.
    private func output(_ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Runs a program on a thread of its own.
    private func later(_ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try output(arguments) })
            }
        }
    }

    /// Starts a server with a certificate of its own.
    private func server(_ variables: [String: String] = [:]) async throws -> ServerProcess {
        let folder = FileManager.default.temporaryDirectory.path + "/tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (certificate, key) = (folder + "/certificate.pem", folder + "/key.pem")
        _ = try output([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-keyout", key, "-out", certificate,
        ])
        return try await ServerProcess(
            ["--tls-certificate", certificate, "--tls-key", key],
            ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"].merging(variables) { $1 })
    }

    @Test(arguments: ["--http2", "--http1.1"])
    func `connections with TLS count, and those without a whole request make room`(
        _ flag: String
    ) async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await server(["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "1"])
        let silent = try Connection(port: server.port)
        let url = "https://127.0.0.1:\(server.port)\(source.address("/a.png"))"
        async let status = later([
            "curl", "-sk", flag, "-o", "/dev/null", "-w", "%{http_code}", url,
        ])
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        #expect(await silent.isClosed())
        #expect(await (try Connection(port: server.port)).isClosed())
        source.origin.release("/a.png")
        #expect(try await status == "200")
    }

    @Test func `HTTP/2 and HTTP/1.1 are spoken over TLS`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=60")]))
        let server = try await server()
        let base = "https://127.0.0.1:\(server.port)"
        for (flag, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
            // Two pictures on one connection.
            let urls = [20, 30].flatMap { side in
                ["-o", "/dev/null", base + source.address("/a.png", "rs:fit:\(side):0")]
            }
            let said = try output(
                ["curl", "-sk", flag, "-w", "%{http_version} %{http_code} %{num_connects}\\n"]
                    + urls
            )
            #expect(said == "\(version) 200 1\n\(version) 200 0\n")
        }
    }

    @Test func `files that are no certificate and key end the start`() throws {
        let outcome = try ServerProcess.failure(["--tls-certificate", "/dev/null"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: WEBIMAGE_TLS_CERTIFICATE"))
    }
}
