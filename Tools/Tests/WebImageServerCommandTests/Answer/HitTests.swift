import Foundation
import Testing
import WebImageTesting

/// The answers to requests that equal earlier ones, which the event loop gives by itself.
struct HitTests {
    private func target(_ source: Source, _ options: String = "size=fit:20x") -> String {
        "/v1/-/-/\(options)/plain/\(source.origin.url("/a.png"))"
    }

    private func replies(
        _ count: Int, _ server: ServerProcess, _ target: String, _ fields: [String: String] = [:]
    ) async throws -> [Reply] {
        var replies: [Reply] = []
        for _ in 0..<count { replies.append(try await server.ask(target, fields)) }
        return replies
    }

    @Test func `later hits have the same bytes and a greater age`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(["--allow-loopback"])
        let first = try await replies(4, server, target(source))
        #expect(Set(first.map(\.body)).count == 1)
        #expect(Set(first.map { $0["X-Request-ID"] }).count == 4)
        try await Task.sleep(for: .seconds(2.1))
        let later = try await server.ask(target(source))
        #expect(later.body == first[0].body)
        let ages = try [first[3], later].map { try #require($0["Age"].flatMap { Int($0) }) }
        #expect(ages[1] >= ages[0] + 2)
        #expect(later["Cache-Status"]?.contains("; hit; ttl=59") == true)
        let head = try await server.ask(target(source), method: "HEAD")
        #expect(head["Content-Length"] == String(later.body.count) && head.body.isEmpty)
        #expect(source.origin.requestCount("/a.png") == 1)
    }

    @Test func `a hit ends with its freshness`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: [
                try Source.picture([("Cache-Control", "max-age=2"), ("ETag", "\"1\"")]),
                OriginReply(
                    headers: [("Content-Type", "image/png")], body: try Source.png(60, 45)),
            ])
        let server = try await ServerProcess(["--allow-loopback"])
        let first = try await replies(3, server, target(source, "size=fit:x20"))
        #expect(source.origin.requestCount("/a.png") == 1)
        try await Task.sleep(for: .seconds(2.2))
        let later = try await server.ask(target(source, "size=fit:x20"))
        #expect(later.status == 200 && later.body != first[0].body)
        #expect(source.origin.requestCount("/a.png") == 2)
    }

    @Test func `a hit ends with its address`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(["--allow-loopback"])
        let end = Int(Date.now.timeIntervalSince1970) + 3
        let target = target(source, "size=fit:20x;expires=\(end)")
        #expect(try await replies(3, server, target).allSatisfy { $0.status == 200 })
        try await Task.sleep(for: .seconds(3.1))
        #expect(try await server.ask(target).status == 410)
    }

    @Test func `hits differ by Accept and by condition, and need the secret`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(
            ["--allow-loopback", "--grammar", "imgproxy"],
            ["IMGPROXY_SECRET": "word", "IMGPROXY_AUTO_WEBP": "true"])
        let key = ["Authorization": "Bearer word"]
        for (accept, type) in [("image/webp", "image/webp"), ("*/*", "image/png")] {
            let fields = key.merging(["Accept": accept]) { $1 }
            let replies = try await replies(3, server, source.address("/a.png"), fields)
            #expect(replies.allSatisfy { $0["Content-Type"] == type })
        }
        let refused = try await server.ask(source.address("/a.png"), ["Accept": "*/*"])
        #expect(refused.status == 403)
        // One for each format, since nothing is kept on disk.
        #expect(source.origin.requestCount("/a.png") == 2)
    }

    /// The bytes of an animation of 8 frames on 16 × 16 pixels.
    private static var animation: [UInt8] {
        let frame: [UInt8] = [
            0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
        ]
        let head = Array("GIF89a".utf8) + [16, 0, 16, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        return head + (0..<8).flatMap { _ in frame } + [0x3B]
    }

    @Test func `no condition brings an animation beyond the limits`() async throws {
        let source = try Source()
        source.origin.reply(
            "/a.gif",
            with: OriginReply(
                headers: [("Content-Type", "image/gif"), ("Cache-Control", "max-age=60")],
                body: Self.animation))
        let variables = [
            "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true",
            "IMGPROXY_MAX_ANIMATION_FRAMES": "10",
        ]
        let target = source.address("/a.gif", "rs:fit:8:0/f:gif")
        let open = try await ServerProcess([], variables)
        #expect(try await open.ask(target).status == 200)
        let server = try await ServerProcess(
            [], variables.merging(["IMGPROXY_MAX_SRC_RESOLUTION": "0.001"]) { $1 })
        for fields in [[:], [:], ["If-None-Match": "\"x\""], [:], [:]] {
            #expect(try await server.ask(target, fields).status == 422)
        }
    }
}
