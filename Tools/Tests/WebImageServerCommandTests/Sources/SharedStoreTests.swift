import Foundation
import Testing
import WebImageTesting

/// Servers that share a store, with a real redis-server; skipped without one.
@Suite(.enabled(if: RedisServer.isInstalled, "there is no redis-server (scripts/bootstrap test)"))
struct SharedStoreTests {
    private func server(_ redis: RedisServer, _ variables: [String: String] = [:]) async throws
        -> ServerProcess
    {
        try await ServerProcess(
            [],
            [
                "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true",
                "WEBIMAGE_REDIS": "redis://:s3cret@127.0.0.1:\(redis.port)/1",
            ].merging(variables) { $1 })
    }

    @Test func `the source is fetched and the picture made once for two servers`() async throws {
        let redis = try await RedisServer()
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let folder = FileManager.default.temporaryDirectory.path + "/shared-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let one = try await server(redis, ["WEBIMAGE_CACHE": folder])
        let target = source.address("/a.png", "rs:fit:10:0")
        let first = try await one.ask(target)
        #expect(first.status == 200)
        // A store is behind its response.
        try await Task.sleep(for: .seconds(1))
        let other = try await server(redis)
        let second = try await other.ask(target)
        #expect(second.status == 200 && second.body == first.body)
        #expect(try await other.ask(source.address("/a.png")).status == 200)
        #expect(source.origin.requestCount("/a.png") == 1)
        #expect(one.log.contains("shared: redis://127.0.0.1:\(redis.port)/1"))
        #expect(!one.log.contains("s3cret"))
    }

    @Test func `an operator removes a source from the shared store, too`() async throws {
        let redis = try await RedisServer()
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let port = try Connection.freePort()
        let one = try await ServerProcess(
            ["--metrics", "127.0.0.1:\(port)"],
            [
                "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true",
                "WEBIMAGE_REDIS": "redis://:s3cret@127.0.0.1:\(redis.port)/1",
            ])
        #expect(try await one.ask(source.address("/a.png")).status == 200)
        try await Task.sleep(for: .seconds(1))
        let escaped = source.origin.url("/a.png").replacingOccurrences(of: "/", with: "%2F")
        let connection = try Connection(port: port)
        try connection.send("/sources/\(escaped)", method: "DELETE")
        #expect(try await connection.reply().status == 200)
        let other = try await server(redis)
        #expect(try await other.ask(source.address("/a.png")).status == 200)
        #expect(source.origin.requestCount("/a.png") == 2)
    }

    @Test func `a store that is gone is told and counted, and costs no answer`() async throws {
        let redis = try await RedisServer()
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let port = try Connection.freePort()
        let server = try await server(redis, ["WEBIMAGE_METRICS_BIND": "127.0.0.1:\(port)"])
        redis.kill()
        for number in 0..<5 {
            let target = source.address("/a.png", "rs:fit:\(10 + number):0")
            #expect(try await server.ask(target).status == 200)
        }
        #expect(server.log.contains("the shared store failed, it is not asked for"))
        let connection = try Connection(port: port)
        try connection.send("/metrics")
        let text = try await connection.reply().text
        #expect(text.contains("shared_store_events_total{event=\"paused\"}"), "\(text)")
    }

    @Test func `certificates that cannot be read, or are not used, end the start`() throws {
        for (address, file) in [
            ("rediss://a.test", "/nonexistent"), ("rediss://a.test", "/dev/null"),
            ("redis://a.test", "/etc/ssl/certs/ca-certificates.crt"), ("", "/nonexistent"),
        ] {
            let (status, errors) = try ServerProcess.failure(
                [], ["WEBIMAGE_REDIS": address, "WEBIMAGE_REDIS_CA_FILE": file])
            #expect(status == 78 && errors.contains("WEBIMAGE_REDIS_CA_FILE"), "\(errors)")
        }
    }

    @Test func `an address that is none is refused, and not told`() throws {
        for text in ["s3cret", "http://a.test/s3cret", "rediss://:s3cret@a.test/x"] {
            let (status, errors) = try ServerProcess.failure([], ["WEBIMAGE_REDIS": text])
            #expect(status != 0 && errors.contains("WEBIMAGE_REDIS") && !errors.contains("s3cret"))
        }
    }
}

/// A redis-server that keeps nothing on disk; ends with its last reference.
final class RedisServer: Sendable {
    private static let program = "/usr/bin/redis-server"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

    private let process = Process()
    let port: Int

    /// Starts the program, and waits until it listens.
    init() async throws {
        port = try Connection.freePort()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = [
            "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
            "--requirepass", "s3cret",
        ]
        (process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice
        )
        try process.run()
        for _ in 0..<400 where (try? Connection(port: port)) == nil {
            try await Task.sleep(for: .milliseconds(25))
        }
    }

    deinit { kill() }

    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
}
