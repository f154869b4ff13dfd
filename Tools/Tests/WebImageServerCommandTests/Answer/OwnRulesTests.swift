import Foundation
import Testing
import WebImageTesting

/// The answers of the built server by the library's own addresses and rules.
struct OwnRulesTests {
    private func address(_ source: Source, _ path: String, _ options: String) -> String {
        source.own(path, options)
    }

    @Test func `a fresh result is confirmed without its origin`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(["--allow-loopback"])
        let target = address(source, "/a.png", "size=fit:20x")
        let reply = try await server.ask(target)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["Vary"] == "Accept")
        #expect(reply["Age"] != nil)
        #expect(reply["Cache-Control"]?.contains("stale-while-revalidate=") == true)
        let tag = try #require(reply["ETag"])
        let again = try await server.ask(target, ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again["ETag"] == tag)
        #expect(again["Cache-Status"]?.hasPrefix("webimage-server; hit; ttl=") == true)
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test func `equal requests at the same time are one load`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().held())
        let server = try await ServerProcess(["--allow-loopback", "--workers", "8"])
        let target = address(source, "/a.png", "size=fit:20x")
        let connections = try (0..<8).map { _ in try Connection(port: server.port) }
        for connection in connections { try connection.send(target) }
        #expect(await source.origin.waitUntil { $0.requestCount("/a.png") == 1 })
        try await Task.sleep(for: .milliseconds(300))
        source.origin.release("/a.png")
        for connection in connections { #expect(try await connection.reply().status == 200) }
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test func `no query is in logs`() async throws {
        let server = try await ServerProcess(["--allow-loopback"])
        for target in [
            "/v1/-/-/-/plain/http://a.test/a.gif?token=geheim",
            "/v1/-/-/-/plain/ftp%3A//h/a%3Ftoken=geheim",
        ] {
            #expect(try await server.ask(target).status == 400)
        }
        #expect(!server.log.contains("geheim"), "\(server.log)")
    }

    @Test func `errors are told as JSON`() async throws {
        let source = try Source()
        let server = try await ServerProcess()
        for (target, status) in [
            ("/v1/-/-/nonsense/plain/http%3A%2F%2Fa.test%2Fa.png", 400), ("/nothing", 400),
            (address(source, "/a.png", "size=fit:20x"), 403), ("/.well-known/x", 404),
        ] {
            let reply = try await server.ask(target)
            #expect(reply.status == status, "\(target): \(reply.text)")
            #expect(reply["Content-Type"] == "application/problem+json")
            let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
            #expect(object?["status"] as? Int == status)
            #expect((object?["detail"] as? String)?.isEmpty == false, "\(target): \(reply.text)")
            #expect(!reply.text.contains("127.0.0.1"))
        }
        #expect(source.origin.requests.isEmpty)
        let other = try await server.ask("/health", method: "POST")
        #expect(other.status == 405)
        #expect(other["Allow"] == "GET, HEAD, OPTIONS")
        #expect(other.text.contains("\"detail\":\"the method POST"))
    }

    @Test func `a source is described without its pixels`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        let reply = try await server.ask(address(source, "/a.png", "info"))
        #expect(reply.status == 200, "\(reply.text)")
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        #expect(object?["width"] as? Int == 40)
        #expect(object?["format"] as? String == "png")
        #expect((object?["thumbHash"] as? String)?.isEmpty == false)
        let colors = try #require(object?["colors"] as? [String])
        #expect((1...6).contains(colors.count) && colors.allSatisfy { $0.count == 7 })
        #expect((object?["exif"] as? [String: String])?.isEmpty == true)
    }
}
