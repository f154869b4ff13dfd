import Testing
import WebImageOrigin

@Suite struct OriginServerTests {
    let server: OriginServer

    init() throws { server = try OriginServer() }

    @Test func `the address of a path names the port`() {
        #expect(server.url("/a?b") == "http://127.0.0.1:\(server.port)/a?b")
    }

    @Test func `an unknown path is answered with 404 and a text`() throws {
        let client = try RawClient(server)
        try client.get("/nowhere")
        let reply = try client.readReply()
        #expect(reply.status == 404)
        #expect(reply.body == "Nothing is scripted for /nowhere\n")
    }

    @Test func `a scripted path is answered with its status, headers and body`() throws {
        server.reply(
            "/", with: OriginReply(status: 206, headers: [("ETag", "\"1\"")], body: [104, 105]))
        let client = try RawClient(server)
        try client.get("/")
        #expect(
            try client.readReply()
                == RawClient.Reply(
                    status: 206,
                    head: "HTTP/1.1 206 Partial Content\r\nETag: \"1\"\r\n"
                        + "Content-Length: 2\r\n\r\n",
                    body: "hi"))
    }

    @Test func `successive replies come in order and the last repeats`() throws {
        server.reply("/", with: [.status(500), .status(503), digits])
        let client = try RawClient(server)
        let statuses = try (0..<5).map { _ in
            try client.get("/")
            return try client.readReply().status
        }
        #expect(statuses == [500, 503, 200, 200, 200])
    }

    @Test func `a new script of a path begins anew`() throws {
        let client = try RawClient(server)
        server.reply("/", with: [.status(500), .status(503)])
        try client.get("/")
        #expect(try client.readReply().status == 500)
        server.reply("/", with: [.status(401), .status(403)])
        try client.get("/")
        #expect(try client.readReply().status == 401)
    }

    @Test func `a dynamic reply is made from the request`() throws {
        server.reply("/") { request in
            OriginReply(body: Array("\(request.method) \(request["range"] ?? "all")".utf8))
        }
        let client = try RawClient(server)
        try client.get("/", "Range: bytes=5-")
        #expect(try client.readReply().body == "GET bytes=5-")
    }

    @Test func `a script of a path answers every query that has none of its own`() throws {
        server.reply("/a", with: .status(200))
        server.reply("/a?own", with: .status(201))
        let client = try RawClient(server)
        try client.get("/a?other")
        #expect(try client.readReply().status == 200)
        try client.get("/a?own")
        #expect(try client.readReply().status == 201)
    }

    @Test func `requests of a path are counted over all queries, of a query alone`() throws {
        let client = try RawClient(server)
        for path in ["/a", "/a?x", "/a?x", "/b"] {
            try client.get(path)
            _ = try client.readReply()
        }
        #expect(server.requestCount("/a") == 3)
        #expect(server.requestCount("/a?x") == 2)
        #expect(server.requestCount("/a?y") == 0)
        #expect(server.requests.map(\.path) == ["/a", "/a?x", "/a?x", "/b"])
    }
}

@Suite struct OriginWaitingTests {
    let server: OriginServer

    init() throws { server = try OriginServer() }

    @Test func `waiting ends as soon as the condition holds`() async throws {
        async let seen = server.waitUntil { $0.requestCount("/late") == 1 }
        let client = try RawClient(server)
        try client.get("/late")
        #expect(await seen)
    }

    @Test func `waiting for what never happens ends with the time`() async {
        let start = ContinuousClock.now
        let seen = await server.waitUntil(timeout: .milliseconds(30)) { $0.openConnections == 9 }
        #expect(!seen)
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }

    @Test func `waiting ends with its task`() async {
        let waiting = Task { [server] in
            await server.waitUntil(timeout: .seconds(600)) { $0.openConnections == 9 }
        }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test(arguments: [200, 1_000])
    func `many connections are held at once and answered after one release`(
        count: Int
    ) async throws {
        server.reply("/", with: digits.held())
        let clients = try (0..<count).map { _ in try RawClient(server) }
        for client in clients { try client.get("/") }
        #expect(await server.waitUntil { $0.requestCount("/") == count })
        #expect(server.openConnections == count)
        server.release("/")
        for client in clients { #expect(try client.readReply().body == "0123456789") }
    }
}
