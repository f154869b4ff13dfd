import Foundation
import Testing
import WebImageTesting

/// The responses of sources that the built server accepts.
struct ResponseTests {
    @Test(arguments: ["-", "size=fit:20x", "source", "info"])
    func `a rejected source is 502, and asked again`(options: String) async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("ErrorCode", "7, 100")]))
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_REJECT_HEADER": "X-Other; ErrorCode: 100"])
        for count in 1...2 {
            let reply = try await server.ask(source.own("/a.png", options))
            #expect(reply.status == 502)
            // Clients read no reasons of origins.
            #expect(!reply.text.contains("ErrorCode"), "\(reply.text)")
            #expect(source.origin.requestCount("/a.png") == count)
        }
        #expect(server.log.contains("ErrorCode: 100 is rejected"), "\(server.log)")
    }

    @Test func `an accepted 404 is a picture, and with its status as it comes`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: OriginReply(
                status: 404, headers: [("Content-Type", "image/png")], body: try Source.png()))
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_ACCEPT_STATUS": "200-299,404"])
        #expect(try await server.ask(source.own("/a.png", "size=fit:20x")).status == 200)
        let passed = try await server.ask(source.own("/a.png", "source"))
        #expect(passed.status == 404)
        #expect(passed.body == (try Source.png()))
    }

    @Test func `imgproxy's addresses show an accepted 404, too`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: OriginReply(
                status: 404, headers: [("Content-Type", "image/png")], body: try Source.png()))
        var variables = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]
        let usual = try await ServerProcess([], variables)
        #expect(try await usual.ask(source.address("/a.png")).status == 404)
        variables["WEBIMAGE_ACCEPT_STATUS"] = "200-299,404"
        let server = try await ServerProcess([], variables)
        #expect(try await server.ask(source.address("/a.png")).status == 200)
    }

    @Test func `another media type is refused`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: OriginReply(headers: [("Content-Type", "text/html")], body: try Source.png()))
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_ACCEPT_TYPE": "image/*"])
        for options in ["-", "source"] {
            #expect(try await server.ask(source.own("/a.png", options)).status == 502)
        }
    }

    @Test(arguments: ["-", "source"])
    func `a source is found in two steps, under the policy of both`(options: String) async throws {
        let source = try Source()
        source.origin.reply("/b.png", with: try Source.picture())
        source.origin.reply("/api/1", with: OriginReply(body: Array("/b.png".utf8)))
        source.origin.reply(
            "/api/2", with: OriginReply(body: Array("http://169.254.169.254/".utf8)))
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_TWO_STEP": source.origin.url("/api/")])
        let reply = try await server.ask(source.own("/api/1", options))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(!"\(reply.fields)\(server.log)".contains("b.png"))
        let refused = try await server.ask(source.own("/api/2", options))
        #expect((400...599).contains(refused.status))
        #expect(!refused.text.contains("169.254"), "\(refused.text)")
    }

    @Test(
        arguments: [
            ["WEBIMAGE_TWO_STEP_FIELD": "a", "WEBIMAGE_TWO_STEP_HEADER": "b"],
            ["WEBIMAGE_REJECT_HEADER": "a b"], ["WEBIMAGE_TWO_STEP": "ftp://a/"],
        ])
    func `wrong values end the start`(variables: [String: String]) throws {
        let outcome = try ServerProcess.failure(["--port", "0"], variables)
        #expect(outcome.status == 78)
        #expect(variables.keys.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
    }

    @Test func `a place of the URL without two steps is told`() async throws {
        let server = try await ServerProcess([], ["WEBIMAGE_TWO_STEP_FIELD": "data.url"])
        #expect(
            server.log.contains("WEBIMAGE_TWO_STEP_FIELD has no effect without WEBIMAGE_TWO_STEP"))
    }
}
