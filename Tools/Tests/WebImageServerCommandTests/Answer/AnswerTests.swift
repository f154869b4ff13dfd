import Foundation
import Testing
import WebImage
import WebImageTesting

/// The answers of the built server, by imgproxy's addresses.
struct AnswerTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

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

    @Test func `a source is passed on as it is`() async throws {
        let source = try Source()
        let picture = try Source.png()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess([], Self.open)
        let reply = try await server.ask(source.address("/a.png", "raw:1"))
        #expect(reply.status == 200)
        #expect(reply.body == picture)
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
