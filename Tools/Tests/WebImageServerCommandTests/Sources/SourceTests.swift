import Foundation
import Testing
import WebImageTesting

/// Sources that the built server passes on as they are.
struct SourceTests {
    private static let types = [
        "text/html", "application/javascript", "image/svg+xml", "image/png, text/html", "text/css",
    ]

    private func address(_ source: Source, _ path: String, _ options: String = "source") -> String {
        let escaped = source.origin.url(path).replacingOccurrences(of: ":", with: "%3A")
            .replacingOccurrences(of: "/", with: "%2F")
        return "/v1/-/-/\(options)/plain/\(escaped)"
    }

    @Test(arguments: ["text/html", ""])
    func `a picture has the type that its bytes show`(_ stated: String) async throws {
        let source = try Source()
        let fields = stated.isEmpty ? [] : [("Content-Type", stated)]
        source.origin.reply("/a.png", with: OriginReply(headers: fields, body: try Source.png()))
        let server = try await ServerProcess(["--allow-loopback"])
        let reply = try await server.ask(address(source, "/a.png"))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Content-Disposition"] == "inline; filename=\"a.png\"")
        #expect(reply.body == (try Source.png()))
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test(arguments: ["<!doctype html><script>alert(1)</script>", ""])
    func `anything else is kept by browsers, and not shown`(_ body: String) async throws {
        let source = try Source()
        for (number, type) in (Self.types + ["image/png"]).enumerated() {
            source.origin.reply(
                "/\(number).png",
                with: OriginReply(headers: [("Content-Type", type)], body: Array(body.utf8)))
        }
        let server = try await ServerProcess(["--allow-loopback"])
        for number in 0...Self.types.count {
            let reply = try await server.ask(address(source, "/\(number).png"))
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/octet-stream")
            #expect(reply["Content-Disposition"]?.hasPrefix("attachment; ") == true)
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply.text == body)
        }
    }

    @Test func `SVG has its type, and is no page of its own`() async throws {
        let source = try Source()
        let svg = "<?xml version=\"1.0\"?><svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"
        source.origin.reply("/a.svg", with: OriginReply(body: Array(svg.utf8)))
        let server = try await ServerProcess(["--allow-loopback"])
        let reply = try await server.ask(address(source, "/a.svg"))
        #expect(reply["Content-Type"] == "image/svg+xml")
        #expect(reply["Content-Disposition"] == "attachment; filename=\"a.svg\"")
        #expect(reply["Content-Security-Policy"]?.contains("sandbox") == true)
    }

    @Test(arguments: [
        ("bytes=0-9", "bytes 0-9", 0..<10, nil), ("bytes=0-99", "bytes 0-99", 0..<100, "image/png"),
        ("bytes=20-99", "bytes 20-99", 20..<100, nil), ("bytes=1-", "bytes 1-", 1..<100, nil),
    ])
    func `a range has a type if it begins with the picture`(
        range: String, told: String, part: Range<Int>, type: String?
    ) async throws {
        let (source, picture) = (try Source(), try Source.png(400, 300))
        let value = told.hasSuffix("-") ? "\(told)99/\(picture.count)" : "\(told)/\(picture.count)"
        source.origin.reply(
            "/a.png",
            with: OriginReply(
                status: 206, headers: [("Content-Type", "text/html"), ("Content-Range", value)],
                body: Array(picture[part])))
        let server = try await ServerProcess(["--allow-loopback"])
        let reply = try await server.ask(address(source, "/a.png"), ["Range": range])
        #expect(reply.status == 206)
        #expect(reply["Content-Range"] == value)
        #expect(reply["Content-Type"] == type ?? "application/octet-stream")
        #expect(
            reply["Content-Disposition"]?.hasPrefix(type == nil ? "attachment" : "inline") == true)
        #expect(reply.body == Array(picture[part]))
        #expect(
            source.origin.requests.map { $0.headers.first { $0.name == "Range" }?.value } == [range]
        )
    }

    @Test func `several ranges are not asked for`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback"])
        let reply = try await server.ask(address(source, "/a.png"), ["Range": "bytes=0-1,5-6"])
        #expect(reply.status == 200 && reply["Content-Type"] == "image/png")
        #expect(source.origin.requests.allSatisfy { !$0.headers.contains { $0.name == "Range" } })
    }

    @Test(arguments: [
        ("text/html", "application/octet-stream", "attachment"),
        ("text/plain; charset=utf-8", "text/plain; charset=utf-8", "inline"),
    ])
    func `imgproxy's sources have the type of the origin, unless browsers run it`(
        stated: String, type: String, disposition: String
    ) async throws {
        let source = try Source()
        for (path, status) in [("/a.png", 200), ("/gone.png", 404)] {
            source.origin.reply(
                path,
                with: OriginReply(
                    status: status, headers: [("Content-Type", stated)], body: Array("a".utf8)))
        }
        let server = try await ServerProcess([], ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "1"])
        let reply = try await server.ask(source.address("/a.png", "raw:1"))
        #expect(reply.status == 200 && reply["Content-Type"] == type)
        #expect(reply["Content-Disposition"] == "\(disposition); filename=\"a.png\"")
        let gone = try await server.ask(source.address("/gone.png", "raw:1"))
        #expect(gone.status == 404 && gone["Content-Type"] == type)
    }
}
