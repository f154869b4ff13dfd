import Foundation
import Testing
import WebImageTesting

/// Heads of requests as RFC 9110 and 9112 define them.
struct MessageTests {
    /// Sends bytes, and returns all that comes until the server closes the connection.
    private func answers(to text: String, port: Int) async throws -> String {
        let connection = try Connection(port: port)
        try connection.write(text)
        return try #require(await connection.untilClosed(), "the connection stays open")
    }

    private static func request(_ fields: String, target: String = "/health") -> String {
        "GET \(target) HTTP/1.1\r\n\(fields)\r\n"
    }

    @Test func `a request that closes is the last one of its connection`() async throws {
        let server = try await ServerProcess()
        let text = Self.request("Host: a\r\nConnection: foo, Close\r\n")
        let further = Self.request("Host: a\r\n", target: "/ready")
        for behind in ["", further, "no request at all\r\n\r\n"] {
            let reply = try await answers(to: text + behind, port: server.port)
            #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(reply)")
            #expect(reply.contains("Connection: close\r\n"), "\(reply)")
            #expect(reply.components(separatedBy: "HTTP/1.").count == 2, "\(reply)")
        }
    }

    @Test func `a request with a host that is none is refused`() async throws {
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(["--metrics", "127.0.0.1:\(metrics)"])
        for port in [server.port, metrics] {
            let text = Self.request("Host: a b\r\n") + Self.request("Host: a\r\n")
            let reply = try await answers(to: text, port: port)
            #expect(reply.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(reply)")
            #expect(reply.components(separatedBy: "HTTP/1.").count == 2, "\(reply)")
        }
    }

    @Test func `a client of HTTP/1 0 needs no host`() async throws {
        let server = try await ServerProcess()
        let one = try await answers(to: "GET /health HTTP/1.0\r\n\r\n", port: server.port)
        #expect(one.hasPrefix("HTTP/1.0 200 OK\r\n"), "\(one)")
        let two = "GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"
        #expect(try await answers(to: two, port: server.port).hasPrefix("HTTP/1.0 400 "))
        let connection = try Connection(port: server.port)
        for _ in 0..<2 {
            try connection.write("GET /health HTTP/1.0\r\nConnection: foo, Keep-Alive\r\n\r\n")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test func `bytes that are no request are answered in their turn`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess(
            [], ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        try connection.write("no request at all\r\n\r\n")
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        try await Task.sleep(for: .milliseconds(200))
        source.origin.release("/a.png")
        let text = try #require(await connection.untilClosed())
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(text.prefix(300))")
        #expect(text.components(separatedBy: "HTTP/1.1 400 Bad Request\r\n").count == 2)
    }
}
