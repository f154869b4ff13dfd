import Foundation
import Testing
import WebImageTesting

/// Clients that leave, wait and are too many; origins that are slow; the end of the server.
struct LoadTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

    private func variables(_ own: [String: String]) -> [String: String] {
        Self.open.merging(own) { $1 }
    }

    @Test func `a connection is kept for further requests`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=60")]))
        let server = try await ServerProcess([], Self.open)
        let connection = try Connection(port: server.port)
        for _ in 0..<3 {
            try connection.send(source.address("/a.png"))
            #expect(try await connection.reply().status == 200)
        }
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test func `a client that leaves ends its work`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess([], variables(["IMGPROXY_TIMEOUT": "60"]))
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        connection.leave()
        #expect(
            await source.origin.waitUntil(timeout: .seconds(5)) { $0.abortedCount("/a.png") == 1 })
    }

    @Test func `a request beyond the queue is refused at once`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        source.origin.reply("/b.png", with: try Source.picture())
        let server = try await ServerProcess(
            ["--workers", "1", "--queue", "0"], variables(["WEBIMAGE_MAX_LOADS": "1"]))
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        let start = ContinuousClock.now
        let reply = try await server.ask(source.address("/b.png"))
        #expect(reply.status == 429)
        #expect((reply["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
        // A few milliseconds; the bound is for a busy machine.
        #expect(ContinuousClock.now - start < .seconds(1))
        source.origin.release("/a.png")
        #expect(try await connection.reply().status == 200)
        #expect(try await server.ask(source.address("/b.png")).status == 200)
    }

    @Test func `a request has a deadline, and an origin a time-out of its own`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let late = try await ServerProcess([], variables(["IMGPROXY_TIMEOUT": "1"]))
        #expect(try await late.ask(source.address("/a.png")).status == 503)
        let slow = try await ServerProcess([], variables(["IMGPROXY_DOWNLOAD_TIMEOUT": "1"]))
        #expect(try await slow.ask(source.address("/a.png")).status == 504)
    }

    @Test func `the server ends when its requests are answered`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess([], variables(["IMGPROXY_TIMEOUT": "60"]))
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        server.send(SIGTERM)
        try await Task.sleep(for: .milliseconds(200))
        source.origin.release("/a.png")
        #expect(try await connection.reply().status == 200)
        #expect(try await server.status() == 0)
    }

    @Test func `a client that sends no whole request is cut`() async throws {
        let server = try await ServerProcess([], variables(["IMGPROXY_KEEP_ALIVE_TIMEOUT": "1"]))
        let connection = try Connection(port: server.port)
        try connection.write("GET /health HTTP/1.1\r\nHost:")
        #expect(await connection.isClosed())
    }

    @Test func `a body that comes too slowly is cut`() async throws {
        let server = try await ServerProcess(
            [],
            variables([
                "IMGPROXY_KEEP_ALIVE_TIMEOUT": "60", "IMGPROXY_READ_REQUEST_TIMEOUT": "1",
            ]))
        let connection = try Connection(port: server.port)
        let start = ContinuousClock.now
        try connection.write(
            "POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        var isCut = false
        while !isCut, ContinuousClock.now - start < .seconds(15) {
            try await Task.sleep(for: .milliseconds(100))
            isCut = (try? connection.write("x")) == nil
        }
        #expect(isCut)
    }

    @Test(arguments: [("", true), ("Connection: keep-alive\r\n", false)])
    func `a client of HTTP/1.0 waits for no time-out`(
        _ field: String, isClosed: Bool
    ) async throws {
        let server = try await ServerProcess([], variables(["IMGPROXY_KEEP_ALIVE_TIMEOUT": "60"]))
        let connection = try Connection(port: server.port)
        try connection.write("GET /health HTTP/1.0\r\n\(field)\r\n")
        let reply = try await connection.reply()
        #expect(reply["Connection"] == (isClosed ? "close" : "keep-alive"))
        if isClosed {
            #expect(await connection.isClosed())
        } else {
            try connection.write("GET /health HTTP/1.0\r\n\(field)\r\n")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test func `a client that turns old gets its earlier responses as they were`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess([], variables([:]))
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        try connection.write("GET /health HTTP/1.0\r\n\r\n")
        try await Task.sleep(for: .milliseconds(100))
        source.origin.release("/a.png")
        let reply = try await connection.reply()
        #expect(reply.status == 200 && reply.version == "HTTP/1.1")
    }

    @Test func `a reader of the log that stalls keeps no client waiting`() async throws {
        // The lines of the start are read, up to the last.
        let reader =
            "while read -r a; do echo \"$a\" >&2; case $a in *listening*) break; esac; done"
        let server = try await ServerProcess(
            [], ["WEBIMAGE_LOG": "true"], shell: "exec 2> >(\(reader); exec sleep 20)")
        for _ in 0..<20 {
            let connection = try Connection(port: server.port)
            let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
            try connection.write(String(repeating: request, count: 50))
            #expect(try await connection.reply().status == 200)
        }
        #expect(try await server.ask("/ready").status == 200)
    }
}
