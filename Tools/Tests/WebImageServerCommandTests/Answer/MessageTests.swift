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

    @Test(arguments: [
        "Connection: close\r\n", "connection: CLOSE\r\n", "Connection: foo, Close\r\n",
        "Connection: keep-alive,close\r\n", "Connection:\tclose \r\n",
        "Connection: keep-alive\r\nConnection: close\r\n",
    ])
    func `a request that closes is the last one of its connection`(_ field: String) async throws {
        let server = try await ServerProcess()
        let text = Self.request("Host: a\r\n" + field)
        let further = Self.request("Host: a\r\n", target: "/ready")
        for behind in ["", further, "no request at all\r\n\r\n"] {
            let reply = try await answers(to: text + behind, port: server.port)
            #expect(reply.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(reply)")
            #expect(reply.contains("Connection: close\r\n"), "\(reply)")
            #expect(reply.components(separatedBy: "HTTP/1.").count == 2, "\(reply)")
        }
    }

    @Test(arguments: [
        "Connection: keep-alive\r\n", "Connection: closed\r\n", "Connection: foo\r\n",
    ])
    func `other options keep the connection`(_ field: String) async throws {
        let server = try await ServerProcess()
        let connection = try Connection(port: server.port)
        for _ in 0..<2 {
            try connection.write(Self.request("Host: a\r\n" + field))
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test(arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a b\r\n", "Host: a/b\r\n",
        "Host: u@a\r\n", "Host: a:b\r\n", "Host: [::1\r\n", "Host: a%2\r\n", "Host: a, b\r\n",
    ])
    func `a request with no host, several, or none that is one is refused`(
        _ fields: String
    ) async throws {
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(["--metrics", "127.0.0.1:\(metrics)"])
        for port in [server.port, metrics] {
            let text = Self.request(fields) + Self.request("Host: a\r\n")
            let reply = try await answers(to: text, port: port)
            #expect(reply.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(reply)")
            #expect(reply.components(separatedBy: "HTTP/1.").count == 2, "\(reply)")
        }
    }

    @Test(arguments: [
        "", "a", "a \t", "a:", "a:80", "192.0.2.7:8080", "[::1]:80", "a.b-c_d~e", "%61",
    ])
    func `a host may have a port, and may be empty`(_ host: String) async throws {
        let server = try await ServerProcess()
        #expect(try await server.ask("/health", raw: "Host: \(host)\r\n").status == 200)
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

    @Test func `a target may be a whole address`() async throws {
        let server = try await ServerProcess()
        for target in ["http://b/health", "HTTP://b:80/health?x=1"] {
            #expect(try await server.ask(target).status == 200, "\(target)")
        }
        #expect(try await server.ask("http://b").status == 200)
        #expect(try await server.ask("*", method: "OPTIONS")["Allow"] == "GET, HEAD, OPTIONS")
        for target in ["http:///health", "http://u@b/health", "ftp://b/health", "*"] {
            #expect(try await server.ask(target).status == 400, "\(target)")
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

    @Test func `the scheme of a secret has no case`() async throws {
        let server = try await ServerProcess([], ["WEBIMAGE_SECRET": "word"])
        let target = "/v1/-/-/-/plain/http%3A%2F%2Fa.test%2Fa.png"
        for field in ["Bearer word", "bearer word", "BEARER   word"] {
            let status = try await server.ask(target, ["Authorization": field]).status
            #expect(status != 403 || field.isEmpty, "\(field): \(status)")
        }
        for field in ["Bearer Word", "Basic word", "word", "Bearerword", "Bearer", "Bearer word x"]
        {
            #expect(
                try await server.ask(target, ["Authorization": field]).status == 403, "\(field)")
        }
        let twice = "Host: a\r\nAuthorization: Bearer word\r\nAuthorization: Bearer word\r\n"
        #expect(try await server.ask(target, raw: twice).status == 403)
    }

    @Test func `fields of one name are one list`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(["--allow-loopback"])
        let target = "/v1/-/-/size=fit:20x/plain/" + source.origin.url("/a.png").escapedSource
        let types = "Host: a\r\nAccept: text/html\r\nAccept: image/webp\r\n"
        let reply = try await server.ask(target, raw: types)
        #expect(reply["Content-Type"] == "image/webp", "\(reply.fields)")
        let tag = try #require(reply["ETag"])
        let tags = types + "If-None-Match: \"a\\\", W/\"b,c\"\r\nIf-None-Match: W/\(tag)\r\n"
        #expect(try await server.ask(target, raw: tags).status == 304)
    }

    @Test func `directives of several fields of an origin all count`() async throws {
        let source = try Source()
        let fields = [("Cache-Control", "max-age=600"), ("Cache-Control", "Private")]
        source.origin.reply("/a.png", with: try Source.picture(fields))
        let server = try await ServerProcess(["--allow-loopback"])
        let address = source.origin.url("/a.png").escapedSource
        for options in ["source", "info", "size=fit:20x"] {
            let reply = try await server.ask("/v1/-/-/\(options)/plain/\(address)")
            #expect(
                reply["Cache-Control"]?.lowercased().contains("private") == true,
                "\(options): \(reply["Cache-Control"] ?? "")")
        }
    }
}
