import Foundation
import Testing
import WebImage
import WebImageTesting

/// Paths that crawlers and browsers ask for, fields for other sites, and small pictures.
struct VisitorTests {
    @Test(arguments: ["", "/images"])
    func `robots and icons are no errors`(_ prefix: String) async throws {
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(
            ["--metrics", "127.0.0.1:\(metrics)"],
            ["WEBIMAGE_PATH_PREFIX": prefix, "WEBIMAGE_SECRET": "word"])
        for start in ["", prefix] {
            let robots = try await server.ask("\(start)/robots.txt?x=1")
            #expect(robots.status == 200)
            #expect(robots.text == "User-agent: *\nDisallow: /\n")
            #expect(robots["Content-Type"]?.hasPrefix("text/plain") == true)
            let icon = try await server.ask("\(start)/favicon.ico")
            #expect(icon.status == 204 && icon.body.isEmpty)
            #expect(icon["Content-Length"] == nil)
        }
        let connection = try Connection(port: metrics)
        try connection.send("/metrics")
        let text = try await connection.reply().text
        #expect(text.contains("requests_total 4") && !text.contains("errors_total{"), "\(text)")
    }

    @Test func `the port of metrics has no other paths`() async throws {
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(["--metrics", "127.0.0.1:\(metrics)"])
        for (path, status) in [
            ("/metrics", 200), ("/metrics?x=1", 200), ("/", 404), ("/health", 404),
            ("/ready", 404), ("/nosuch", 404), ("/metrics/", 404), ("/sources/x", 404),
        ] {
            let connection = try Connection(port: metrics)
            try connection.send(path)
            #expect(try await connection.reply().status == status, "\(path)")
        }
        #expect(try await server.ask("/metrics").status == 400)
    }

    @Test func `pages of other sites may show own pictures`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        for target in [source.own("/a.png"), source.own("/a.png", "source"), "/health"] {
            let reply = try await server.ask(target)
            #expect(reply["Cross-Origin-Resource-Policy"] == "cross-origin", "\(target)")
        }
        let other = try await ServerProcess(
            [], ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"])
        let reply = try await other.ask(source.address("/a.png"))
        #expect(reply.status == 200 && reply["Cross-Origin-Resource-Policy"] == nil)
    }

    @Test func `a small picture has the format that is asked for`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        for format in ["avif", "webp", "png", "jpeg"] {
            let reply = try await server.ask(source.own("/a.png", "size=fit:8x8;format=\(format)"))
            #expect(reply["Content-Type"] == "image/\(format)", "\(reply.text)")
        }
        let accepting = ["Accept": "image/avif,image/webp,*/*;q=0.8"]
        let reply = try await server.ask(source.own("/a.png", "size=fit:8x8"), accepting)
        #expect(reply["Content-Type"] == "image/avif")
    }

    @Test func `pixel art has no new colours`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        let sizes = "size=fit:80x,enlarge,filter:nearest;format=png"
        let reply = try await server.ask(source.own("/a.png", sizes))
        #expect(reply.status == 200, "\(reply.text)")
        let bitmap = try Source.bitmap(of: reply.body)
        for (x, y) in [(0, 0), (1, 1), (40, 30), (41, 31), (79, 59)] {
            #expect(bitmap[x, y] == SIMD4(30, UInt8(x / 2), UInt8(y / 2), 255), "\(x),\(y)")
        }
    }
}
