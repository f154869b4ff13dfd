import Testing
import WebImageOrigin

@Suite struct OriginConnectionTests {
    let server: OriginServer
    let client: RawClient

    init() throws {
        server = try OriginServer()
        client = try RawClient(server)
        server.reply("/", with: digits)
    }

    @Test func `a connection serves one request after another`() throws {
        for _ in 0..<3 {
            try client.get("/")
            #expect(try client.readReply().body == "0123456789")
        }
        #expect(server.openConnections == 1)
    }

    @Test func `requests sent at once are answered in order`() throws {
        server.reply("/b", with: .status(500))
        try client.send("GET / HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n")
        let statuses = try (0..<3).map { _ in try client.readReply().status }
        #expect(statuses == [200, 500, 200])
    }

    @Test(arguments: [
        "HTTP/1.1\r\nconnection: Close", "HTTP/1.1\r\nConnection: foo, close", "HTTP/1.0",
    ])
    func `a client that wants one reply gets one and the end`(line: String) throws {
        try client.send("GET / \(line)\r\n\r\n")
        #expect(
            try client.readToEnd()
                == "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789")
    }

    @Test func `a client of version 1.0 can ask to stay`() throws {
        for _ in 0..<2 {
            try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try client.readReply().status == 200)
        }
    }

    @Test func `a request is recorded with method, path, headers and body`() throws {
        try client.send(
            "POST /?q=1 HTTP/1.1\r\nX-One:\t a b \r\nx-one: c\r\nContent-Length: 5\r\n\r\nhello")
        _ = try client.readReply()
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/?q=1")
        #expect(request.headers.map(\.name) == ["X-One", "x-one", "Content-Length"])
        #expect(request.headers.map(\.value) == ["a b", "c", "5"])
        #expect(request["X-ONE"] == "a b")
        #expect(request["X-Two"] == nil)
        #expect(request.body == Array("hello".utf8))
    }

    @Test func `a chunked request body is put together`() throws {
        try client.send(
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5;note=1\r\nhello\r\nA\r\n, chunks!\n\r\n0\r\nTrailer: t\r\n\r\n")
        #expect(try client.readReply().status == 200)
        #expect(server.requests.first?.body == Array("hello, chunks!\n".utf8))
        try client.get("/")
        #expect(try client.readReply().status == 200)
    }

    @Test func `a large request body arrives whole`() throws {
        let body = String(repeating: "0123456789abcdef", count: 1 << 16)
        try client.send("PUT / HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.readReply().status == 200)
        #expect(server.requests.first?.body == Array(body.utf8))
    }

    @Test func `a client that asks before it sends its body is invited`() throws {
        try client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try client.readReply().head == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("hi")
        #expect(try client.readReply().status == 200)
    }

    @Test(arguments: [
        "hello\r\n\r\n", "GET /\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
        "GET / HTTP/1.1\n\n", "G(T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nname : value\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: +5\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        "GET /" + String(repeating: "a", count: 70_000),
        "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 1_001) + "\r\n",
    ])
    func `a malformed request gets 400 and the end`(request: String) throws {
        try client.send(request)
        #expect(
            try client.readToEnd()
                == "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(server.requests.isEmpty)
    }

    @Test func `the rest of a malformed request may still be sent after its answer`() throws {
        try client.send("hello\r\n\r\n")
        #expect(try client.readToEnd().hasPrefix("HTTP/1.1 400 "))
        try client.send(String(repeating: "x", count: 1 << 20))
    }

    @Test func `a request that ends too early is neither answered nor recorded`() async throws {
        try client.send("PUT / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel")
        client.hangUp()
        #expect(await server.waitUntil { $0.openConnections == 0 })
        #expect(server.requests.isEmpty)
    }
}
