import Foundation
import Testing
import WebImageTesting

/// Bodies of requests and of responses, and the ends of connections, as RFC 9112 defines them.
struct BodyTests {
    /// Sends bytes, and returns all that comes until the server closes the connection.
    private func answers(to text: String, port: Int) async throws -> String {
        let connection = try Connection(port: port)
        try connection.write(text)
        return try #require(await connection.untilClosed(), "the connection stays open")
    }

    private func count(_ text: String) -> Int { text.components(separatedBy: "HTTP/1.").count - 1 }

    private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n"

    @Test func `a body of another coding is not read as requests`() async throws {
        let server = try await ServerProcess()
        let text = "\(Self.health)Transfer-Encoding: gzip, chunked\r\n\r\n\(Self.health)\r\n"
        let reply = try await answers(to: text, port: server.port)
        #expect(reply.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(reply)")
        #expect(reply.contains("Transfer-Encoding is another one than chunked"), "\(reply)")
        #expect(count(reply) == 1, "\(reply)")
    }

    @Test(arguments: [
        "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n",
    ])
    func `a request for another protocol ends its connection`(_ text: String) async throws {
        let server = try await ServerProcess()
        let reply = try await answers(to: text + Self.health + "\r\n", port: server.port)
        #expect(count(reply) == 1 && reply.contains("Connection: close\r\n"), "\(reply)")
    }

    @Test(arguments: ["Transfer-Encoding: chunked\r\n\r\nzz\r\n", "Content-Length: 9\r\n\r\nabc"])
    func `a request whose body cannot be read has one response`(_ end: String) async throws {
        let server = try await ServerProcess()
        let connection = try Connection(port: server.port)
        try connection.write("POST /health HTTP/1.1\r\nHost: a\r\n" + end)
        connection.endSending()
        let reply = try #require(await connection.untilClosed(), "the connection stays open")
        #expect(reply.hasPrefix("HTTP/1.1 405 "), "\(reply)")
        #expect(count(reply) == 1, "\(reply)")
        #expect(try await server.ask("/health").status == 200)
    }

    @Test func `a client of HTTP/1 0 gets no chunks`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().chunked(size: 100))
        let server = try await ServerProcess(["--allow-loopback"])
        let target = source.own("/a.png", "source")
        let text = "GET \(target) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        let reply = try await answers(to: text, port: server.port)
        #expect(reply.hasPrefix("HTTP/1.0 200 OK\r\n"), "\(reply.prefix(400))")
        #expect(reply.contains("Connection: close\r\n"))
        #expect(!reply.lowercased().contains("transfer-encoding"))
        let connection = try Connection(port: server.port)
        try connection.send(target)
        #expect(try await connection.reply()["Transfer-Encoding"] == "chunked")
    }

    @Test(arguments: [
        ("X: ", "1.1", "the head is longer than"), ("X : ", "1.1", "no request"),
        ("", "1.2", "does not end with HTTP/1.0 or"),
    ])
    func `the reason of a refused head is its own`(
        field: String, version: String, reason: String
    ) async throws {
        let server = try await ServerProcess()
        let long = field.isEmpty ? "" : field + String(repeating: "a", count: 40_000) + "\r\n"
        let text = "GET /health HTTP/\(version)\r\nHost: a\r\n\(long)\r\n"
        let reply = try await answers(to: text, port: server.port)
        #expect(reply.hasPrefix("HTTP/1.1 400 ") && reply.contains(reason), "\(reply)")
    }
}
