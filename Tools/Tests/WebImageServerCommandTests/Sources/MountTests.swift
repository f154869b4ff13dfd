import Foundation
import Hummingbird
import Testing
import WebImage
import WebImageServer
import WebImageTesting
import WebImageURLs

/// The server as a part of a program of Hummingbird.
struct MountTests {
    /// Runs a program with a path of its own and the server below `/images`, and asks it.
    private func withProgram(_ body: (_ port: Int) async throws -> Void) async throws {
        var settings = ServerSettings()
        (settings.pathPrefix, settings.isSandboxed) = ("/images", false)
        settings.logsRequests = false
        try settings.read(environment: ["WEBIMAGE_ALLOW_LOOPBACK": "true"])
        let server = await ImageServer(
            WebImageGrammar(), try await settings.makePipeline(), settings)
        let router = Router()
        router.get("/hello") { _, _ in "hello" }
        router.addImages(server)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let port = try Connection.freePort()
        let program = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in started.yield() })
        let running = Task { try await program.run() }
        defer { running.cancel() }
        for await _ in starts { break }
        try await body(port)
    }

    private func ask(_ port: Int, _ target: String, method: String = "GET") async throws -> Reply {
        let connection = try Connection(port: port)
        try connection.send(target, method: method)
        return try await connection.reply(isHead: method == "HEAD")
    }

    @Test func `a router answers pictures below the prefix, and its own paths itself`() async throws
    {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        try await withProgram { port in
            #expect(try await ask(port, "/hello").text == "hello")
            let address = source.origin.url("/a.png").replacingOccurrences(of: "/", with: "%2F")
            let target = "/images/v1/-/-/size=fit:20x;format=png/plain/\(address)"
            for method in ["GET", "HEAD"] {
                let reply = try await ask(port, target, method: method)
                #expect(reply.status == 200, "\(reply.text)")
                #expect(reply["Content-Type"] == "image/png")
                #expect(reply["Cache-Status"] != nil)
                #expect(reply.body.isEmpty == (method == "HEAD"))
            }
            #expect(try await ask(port, "/images/health").status == 200)
            #expect(try await ask(port, "/images/nothing").status == 400)
            #expect(try await ask(port, "/health").status == 404)
        }
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test func `the page is below the prefix`() async throws {
        try await withProgram { port in
            #expect(try await ask(port, "/images/").text.contains("data-grammar=\"webimage\""))
            #expect(try await ask(port, "/images/page.css").status == 200)
            let reply = try await ask(port, "/images")
            #expect(reply.status == 301)
            #expect(reply["Location"] == "/images/")
        }
    }
}
