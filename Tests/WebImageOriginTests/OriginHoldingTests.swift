import Testing
import WebImageOrigin

@Suite struct OriginHoldingTests {
    let server: OriginServer
    let client: RawClient

    init() throws {
        server = try OriginServer()
        client = try RawClient(server)
    }

    @Test func `a held reply sends nothing until its release`() async throws {
        server.reply("/held", with: digits.held())
        try client.get("/held")
        await server.waitUntil { $0.requestCount("/held") == 1 }
        let other = try RawClient(server)
        try other.get("/other")
        _ = try other.readReply()
        #expect(!client.hasNews)
        server.release("/held")
        #expect(try client.readReply().body == "0123456789")
    }

    @Test func `a reply held in its body sends that much before its release`() async throws {
        server.reply("/", with: digits.held(after: 4))
        try client.get("/")
        _ = try client.readHead()
        #expect(try client.read(4) == "0123")
        #expect(!client.hasNews)
        server.release("/")
        #expect(try client.read(6) == "456789")
    }

    @Test func `a reply held twice needs two releases`() async throws {
        server.reply("/", with: digits.held().held(after: 4))
        try client.get("/")
        await server.waitUntil { $0.requestCount("/") == 1 }
        server.release("/")
        _ = try client.readHead()
        #expect(try client.read(4) == "0123")
        #expect(!client.hasNews)
        server.release("/")
        #expect(try client.read(6) == "456789")
    }

    @Test func `a release is not for later requests`() async throws {
        server.reply("/", with: [digits, digits.held()])
        try client.get("/")
        _ = try client.readReply()
        server.release("/")
        try client.get("/")
        await server.waitUntil { $0.requestCount("/") == 2 }
        #expect(!client.hasNews)
        server.release("/")
        #expect(try client.readReply().status == 200)
    }

    @Test func `a release before the first request of a path is for that one alone`() async throws {
        server.reply("/", with: digits.held())
        server.release("/")
        try client.get("/")
        #expect(try client.readReply().status == 200)
        try client.get("/")
        await server.waitUntil { $0.requestCount("/") == 2 }
        #expect(!client.hasNews)
        server.release("/")
        #expect(try client.readReply().status == 200)
    }

    @Test func `a release of a path is for all its queries, of a query for itself`() async throws {
        server.reply("/", with: digits.held())
        let other = try RawClient(server)
        try client.get("/?a")
        try other.get("/?b")
        await server.waitUntil { $0.requestCount("/") == 2 }
        server.release("/?a")
        #expect(try client.readReply().status == 200)
        #expect(!other.hasNews)
        server.release("/")
        #expect(try other.readReply().status == 200)
    }
}

@Suite struct OriginAbortTests {
    let server: OriginServer

    init() throws { server = try OriginServer() }

    @Test(arguments: [
        digits.held(), digits.held(after: 3), digits.stalling(after: 0), digits.stalling(after: 3),
        digits.delayed(.seconds(600)), digits.slowly(chunk: 1, every: .seconds(600)),
    ])
    func `a client that leaves a reply that waits is noticed`(reply: OriginReply) async throws {
        server.reply("/", with: reply)
        let client = try RawClient(server)
        try client.get("/")
        await server.waitUntil { $0.requestCount("/") == 1 }
        client.hangUp()
        #expect(await server.waitUntil { $0.abortedCount("/") == 1 && $0.openConnections == 0 })
        withExtendedLifetime(client) {}
    }

    @Test func `a stalled reply sends that much and no more`() async throws {
        server.reply("/", with: digits.stalling(after: 3))
        let client = try RawClient(server)
        try client.get("/")
        _ = try client.readHead()
        #expect(try client.read(3) == "012")
        server.release("/")
        #expect(!client.hasNews)
    }

    @Test func `a client that leaves while a large reply is written is noticed`() async throws {
        server.reply("/", with: OriginReply(body: Array(repeating: 0, count: 64 << 20)))
        let client = try RawClient(server)
        try client.get("/")
        _ = try client.readHead()
        client.hangUp()
        #expect(await server.waitUntil { $0.abortedCount("/") == 1 })
        withExtendedLifetime(client) {}
    }

    @Test func `a client that leaves after a whole reply has not aborted it`() async throws {
        server.reply("/", with: digits)
        let client = try RawClient(server)
        try client.get("/")
        _ = try client.readReply()
        client.hangUp()
        #expect(await server.waitUntil { $0.openConnections == 0 })
        #expect(server.abortedCount("/") == 0)
    }

    @Test func `a reply that the script drops is not aborted`() async throws {
        server.reply("/", with: digits.dropping(after: 3))
        let client = try RawClient(server)
        try client.get("/")
        _ = try client.readToEnd()
        #expect(await server.waitUntil { $0.openConnections == 0 })
        #expect(server.abortedCount("/") == 0)
    }
}
