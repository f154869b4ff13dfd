import Foundation
import Testing
import WebImage
import WebImageTesting

/// The answers of the built server, by imgproxy's addresses.
struct AnswerTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

    @Test func `paths without a picture have answers of their own`() async throws {
        let server = try await ServerProcess([], Self.open)
        for (path, status, type) in [
            ("/health", 200, "text/plain; charset=utf-8" as String?),
            ("/ready", 200, "text/plain; charset=utf-8"),
            ("/", 200, "text/html; charset=utf-8"),
            ("/favicon.ico", 204, nil),
        ] {
            let reply = try await server.ask(path)
            #expect(reply.status == status, "\(path)")
            #expect(reply["Content-Type"] == type, "\(path)")
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply["X-Request-ID"]?.isEmpty == false)
        }
        #expect(try await server.ask("/health", method: "POST").status == 404)
        #expect(
            try await server.ask("/health", ["X-Request-ID": "abc-1"])["X-Request-ID"] == "abc-1")
    }

    @Test func `a picture is loaded, scaled and encoded`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("ETag", "\"v1\"")]))
        let server = try await ServerProcess([], Self.open)
        let reply = try await server.ask(source.address("/a.png"))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["ETag"] == "\"v1\"")
        #expect(reply["Cache-Control"] == "max-age=31536000, public")
        #expect(reply["Content-Disposition"] == "inline; filename=\"a.png\"")
        #expect(reply["Cache-Status"]?.hasPrefix("webimage-server; fwd=uri-miss") == true)
        #expect(reply["Server-Timing"]?.contains("decode;dur=") == true)
        let file = ByteBlock(copying: reply.body)
        let decoder = try CodecList.installed.decoder(for: .png)
        let header = try file.withSpan { try decoder.metadata(of: $0, limits: DecodeLimits()) }
        #expect(header.size == PixelSize(width: 20, height: 15))
        let head = try await server.ask(source.address("/a.png"), method: "HEAD")
        #expect(head.status == 200)
        #expect(head["Content-Length"] == String(reply.body.count))
    }

    @Test func `the origin's confirmation is the client's`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: [try Source.picture([("ETag", "\"v1\"")]), OriginReply(status: 304)])
        let server = try await ServerProcess([], Self.open)
        #expect(try await server.ask(source.address("/a.png")).status == 200)
        let reply = try await server.ask(source.address("/a.png"), ["If-None-Match": "\"v1\""])
        #expect(reply.status == 304)
        #expect(source.origin.requests.last?["If-None-Match"] == "\"v1\"")
    }

    @Test func `a format is chosen by what the client accepts`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            [], Self.open.merging(["IMGPROXY_AUTO_WEBP": "true"]) { $1 })
        let address = source.address("/a.png")
        for (accept, type) in [
            ("image/webp,*/*", "image/webp"), ("image/webp;q=0,*/*", "image/png"),
            ("*/*", "image/png"),
        ] {
            let reply = try await server.ask(address, ["Accept": accept])
            #expect(reply["Content-Type"] == type, "\(accept)")
            #expect(reply["Vary"] == "Accept")
        }
    }

    @Test func `a source is passed on as it is`() async throws {
        let source = try Source()
        let picture = try Source.png()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess([], Self.open)
        let reply = try await server.ask(source.address("/a.png", "raw:1"))
        #expect(reply.status == 200)
        #expect(reply.body == picture)
    }

    @Test func `errors have the statuses of imgproxy`() async throws {
        let source = try Source()
        source.origin.reply("/gone.png", with: .status(404))
        source.origin.reply("/broken.png", with: .status(500))
        source.origin.reply("/text.png", with: OriginReply(body: Array("no picture at all".utf8)))
        let server = try await ServerProcess([], Self.open)
        for (target, status) in [
            (source.address("/gone.png"), 404), (source.address("/broken.png"), 502),
            (source.address("/text.png"), 422), (source.address("/a.png", "rs:no"), 404),
            ("/unsafe/plain/http://127.0.0.1:1/a.png", 404),
        ] {
            let reply = try await server.ask(target)
            #expect(reply.status == status, "\(target): \(reply.text)")
            #expect(reply["Cache-Control"] == nil)
        }
    }

    @Test func `the machine itself is no source unless that is allowed`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess([], ["IMGPROXY_TTL": "60"])
        #expect(try await server.ask(source.address("/a.png")).status == 404)
        #expect(try await server.ask(source.address("/a.png", "raw:1")).status == 404)
        #expect(source.origin.requests.isEmpty)
    }

    @Test func `numbers are told on a port of their own`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(["--metrics", "127.0.0.1:\(metrics)"], Self.open)
        #expect(try await server.ask(source.address("/a.png")).status == 200)
        let connection = try Connection(port: metrics)
        try connection.send("/metrics")
        let text = try await connection.reply().text
        #expect(text.contains("\nstatus_codes_total{status=\"200\"} 1\n"))
        #expect(text.contains("\nrequest_duration_seconds_count 1\n"))
        #expect(text.contains("\nrequest_span_duration_seconds_count{span=\"decode\"} 1\n"))
        #expect(text.contains("\n# HELP workers Requests that are worked on at most.\n"))
    }
}
