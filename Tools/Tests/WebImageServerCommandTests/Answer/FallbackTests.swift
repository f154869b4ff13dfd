import Foundation
import Testing
import WebImageTesting

/// Pictures and sources in place of pictures that cannot be made, in the library's own addresses.
struct FallbackTests {
    private func scene() throws -> Source {
        let source = try Source()
        source.origin.reply("/spare.png", with: try Source.picture())
        var damaged = try Source.png()
        for at in 40..<damaged.count { damaged[at] = 7 }
        source.origin.reply("/damaged.png", with: OriginReply(body: damaged))
        source.origin.reply("/text", with: OriginReply(body: Array("no picture".utf8)))
        source.origin.reply("/gone.png", with: .status(404))
        return source
    }

    @Test(arguments: ["/gone.png", "/damaged.png", "/text"])
    func `an address names another picture, in its own size and format`(
        _ path: String
    ) async throws {
        let source = try scene()
        let server = try await ServerProcess(["--allow-loopback"])
        let spare = source.origin.url("/spare.png")
        let coded = Data(spare.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        for text in [spare.escapedSource, coded] {
            let options = "size=fit:20x;format=webp;fallback=\(text)"
            let reply = try await server.ask(source.own(path, options))
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply["Content-Type"] == "image/webp")
            #expect(reply["Cache-Control"] == "max-age=10")
            #expect(reply["Cache-Status"] == "webimage-server; fwd=miss; detail=fallback")
        }
        #expect(try await server.ask(source.own(path)).status >= 400)
        let neither = source.own(path, "fallback=" + source.origin.url("/no").escapedSource)
        #expect(try await server.ask(neither).status >= 400)
        #expect(!server.log.contains("token"))
    }

    @Test func `the source itself passes if no picture can be made of it`() async throws {
        let source = try scene()
        let server = try await ServerProcess(["--allow-loopback"])
        let text = try await server.ask(source.own("/text", "size=fit:20x;fallback=source"))
        #expect(text.status == 200 && text.text == "no picture")
        // No page or script of an origin is shown.
        #expect(text["Content-Type"] == "application/octet-stream")
        #expect(text["Content-Disposition"]?.hasPrefix("attachment") == true)
        let damaged = try await server.ask(source.own("/damaged.png", "fallback=source"))
        #expect(damaged.status == 200 && damaged["Content-Type"] == "image/png")
        #expect(try await server.ask(source.own("/gone.png", "fallback=source")).status == 404)
        let good = try await server.ask(source.own("/spare.png", "format=webp;fallback=source"))
        #expect(good["Content-Type"] == "image/webp")
    }

    @Test func `a fallback must be an allowed source`() async throws {
        let source = try scene()
        let server = try await ServerProcess(
            ["--allow-loopback", "--allow", source.origin.url("/gone.png")])
        let options = "fallback=" + source.origin.url("/spare.png").escapedSource
        #expect(try await server.ask(source.own("/gone.png", options)).status == 403)
        #expect(try await server.ask(source.own("/gone.png", "fallback=nonsense")).status == 400)
    }

    @Test func `the address's own choice comes before the server's picture`() async throws {
        let source = try scene()
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_FALLBACK": source.origin.url("/spare.png")])
        let text = try await server.ask(source.own("/text", "size=fit:20x;fallback=source"))
        #expect(text.text == "no picture", "\(text.fields)")
        // Of a source that is not there no byte can be passed on.
        let gone = try await server.ask(source.own("/gone.png", "format=webp;fallback=source"))
        #expect(gone.status == 200 && gone["Content-Type"] == "image/webp")
    }

    @Test func `a slow fallback holds no place of the source's host`() async throws {
        let source = try scene()
        source.origin.reply("/slow.png", with: try Source.picture().held())
        let server = try await ServerProcess(["--allow-loopback"], ["WEBIMAGE_MAX_LOADS": "20"])
        // Another host by its name.
        let slow = source.origin.url("/slow.png").replacing("127.0.0.1", with: "localhost")
        let waiting = try (0..<16).map { index in
            let connection = try Connection(port: server.port, from: "127.0.0.2")
            let options = "size=fit:\(20 + index)x;fallback=\(slow.escapedSource)"
            try connection.send(source.own("/gone.png", options))
            return connection
        }
        #expect(await source.origin.waitUntil { $0.requestCount("/slow.png") >= 1 })
        try await Task.sleep(for: .milliseconds(300))
        let start = ContinuousClock.now
        #expect(try await server.ask(source.own("/spare.png", "size=fit:20x")).status == 200)
        #expect(ContinuousClock.now - start < .seconds(5))
        source.origin.release("/slow.png")
        for connection in waiting { #expect(try await connection.reply().status == 200) }
    }

    @Test(arguments: ["/text", "/damaged.png", "/gone.png"])
    func `a picture of the server that is none is told`(_ path: String) async throws {
        let source = try scene()
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_FALLBACK": source.origin.url(path)])
        let word = path == "/gone.png" ? "loaded" : "used"
        #expect(server.log.contains("the fallback picture cannot be \(word): "), "\(server.log)")
    }
}
