import Foundation
import Testing
import WebImageTesting

/// The port of operators, and the end of the built server.
struct OperatorTests {
    private func send(_ method: String, _ target: String, to port: Int) async throws -> Reply {
        let connection = try Connection(port: port)
        try connection.send(target, method: method)
        return try await connection.reply()
    }

    @Test(arguments: ["DELETE", "PURGE"])
    func `an operator removes what is kept of one source`(_ method: String) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/purge-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try Source()
        for path in ["/a.png", "/ab.png"] {
            source.origin.reply(path, with: try Source.picture([("Cache-Control", "max-age=600")]))
        }
        let port = try Connection.freePort()
        let server = try await ServerProcess(
            ["--metrics", "127.0.0.1:\(port)"],
            ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "WEBIMAGE_CACHE": folder])
        let targets = [
            source.address("/a.png"), source.address("/a.png", "rs:fit:10:0"),
            source.address("/ab.png"),
        ]
        for target in targets + targets { #expect(try await server.ask(target).status == 200) }
        #expect(source.origin.requestCount("/a.png") == 1)
        let escaped = source.origin.url("/a.png").replacingOccurrences(of: "/", with: "%2F")
        let reply = try await send(method, "/sources/\(escaped)", to: port)
        #expect(reply.status == 200 && reply.text == "{\"removed\":3}", "\(reply.text)")
        for target in targets { #expect(try await server.ask(target).status == 200) }
        #expect(source.origin.requestCount("/a.png") == 2)
        #expect(source.origin.requestCount("/ab.png") == 1)
        // Others cannot remove anything.
        #expect(try await server.ask("/sources/\(escaped)", method: method).status == 404)
    }

    @Test func `all pictures of a source have its key`() async throws {
        let source = try Source()
        for path in ["/a.png", "/b.png"] { source.origin.reply(path, with: try Source.picture()) }
        let server = try await ServerProcess(
            [],
            [
                "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true",
                "WEBIMAGE_SOURCE_KEY_FIELD": "Surrogate-Key",
            ])
        let targets = [source.address("/a.png"), source.address("/a.png", "rs:fit:10:0")]
        let key = try #require(await server.ask(targets[0])["Surrogate-Key"])
        #expect(key.count == 16 && key.allSatisfy { $0.isHexDigit })
        for target in targets { #expect(try await server.ask(target)["Surrogate-Key"] == key) }
        #expect(try await server.ask(source.address("/b.png"))["Surrogate-Key"] != key)
    }

    @Test func `removals need the secret, and a source`() async throws {
        let port = try Connection.freePort()
        let server = try await ServerProcess(
            ["--metrics", "127.0.0.1:\(port)"], ["IMGPROXY_SECRET": "word"])
        let source = "/sources/http%3A%2F%2Fa.test%2Fa.png"
        #expect(try await send("DELETE", source, to: port).status == 403)
        let connection = try Connection(port: port)
        for (target, status) in [
            (source, 200), ("/sources/a.png", 400), ("/", 404), ("/sources/%zz", 404),
        ] {
            try connection.send(target, method: "DELETE", ["Authorization": "Bearer word"])
            #expect(try await connection.reply().status == status, "\(target)")
        }
        #expect(try await send("POST", "/", to: port).status == 405)
        _ = server
    }

    @Test func `the signal of Ctrl-C ends the server at once if it comes again`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess(
            [],
            [
                "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "IMGPROXY_TIMEOUT": "60",
            ])
        let connection = try Connection(port: server.port)
        try connection.send(source.address("/a.png"))
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        server.send(SIGINT)
        #expect(try await server.status(within: 1) == nil)
        server.send(SIGINT)
        #expect(try await server.status(within: 5) == 130)
    }
}
