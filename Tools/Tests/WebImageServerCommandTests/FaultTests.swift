import Foundation
import Testing
import WebImageTesting

/// Origins that fail or lie, clients that take too long, disks and descriptors that run out, the
/// end by SIGKILL.
@Suite(.serialized) struct FaultTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

    /// A folder that the test removes.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.path + "/server-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func `an origin that fails or lies costs its own request`() async throws {
        let source = try Source()
        let (origin, png) = (source.origin, try Source.png())
        let picture = OriginReply(headers: [("Content-Type", "image/png")], body: png)
        let elsewhere = { (url: String) in
            OriginReply(status: 302, headers: [("Location", url)], body: [])
        }
        origin.reply("/reset.png", with: picture.droppingBeforeHead())
        origin.reply("/short.png", with: picture.claimingLength(png.count + 100))
        origin.reply("/cut.png", with: picture.dropping(after: 20))
        origin.reply("/circle.png", with: elsewhere(origin.url("/circle.png")))
        origin.reply("/private.png", with: elsewhere("http://10.0.0.1/a.png"))
        origin.reply("/link-local.png", with: elsewhere("http://169.254.169.254/a.png"))
        origin.reply("/file.png", with: elsewhere("file:///etc/passwd"))
        origin.reply("/page.png", with: OriginReply(body: Array("<html></html>".utf8)))
        origin.reply("/good.png", with: picture)
        let server = try await ServerProcess(
            [],
            Self.open.merging(
                [
                    "IMGPROXY_ALLOW_PRIVATE_SOURCE_ADDRESSES": "false",
                    "IMGPROXY_DOWNLOAD_TIMEOUT": "2",
                ]) { $1 })
        let start = ContinuousClock.now
        for (path, statuses) in [
            ("/reset.png", [404]), ("/short.png", [422, 504]), ("/cut.png", [422]),
            ("/circle.png", [404]), ("/private.png", [404]), ("/link-local.png", [404]),
            ("/file.png", [404]), ("/page.png", [422]), ("/good.png", [200]),
        ] {
            let reply = try await server.ask(source.address(path))
            #expect(statuses.contains(reply.status), "\(path): \(reply.status) \(reply.text)")
        }
        // No address that is refused is waited for.
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    @Test func `a picture that claims to be huge is refused`() async throws {
        let source = try Source()
        let gif = Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x3B]
        let side: [UInt8] = [0x40, 0x9C, 0, 0]
        let bmp: [UInt8] =
            Array("BM".utf8) + [54, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0] + side + side
            + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
        source.origin.reply("/a.gif", with: OriginReply(body: gif))
        source.origin.reply("/a.bmp", with: OriginReply(body: bmp))
        let server = try await ServerProcess([], Self.open)
        for path in ["/a.gif", "/a.bmp"] {
            #expect(try await server.ask(source.address(path)).status == 422, "\(path)")
        }
    }

    @Test func `after SIGKILL under load the cache has no wrong byte`() async throws {
        let (source, folder) = (try Source(), Folder())
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let variables = Self.open.merging(["WEBIMAGE_CACHE": folder.path]) { $1 }
        let targets = (1...39).map { source.address("/a.png", "rs:fit:\($0):0") }
        var expected: [[UInt8]] = []
        let reference = try await ServerProcess([], Self.open)
        for target in targets { expected.append(try await reference.ask(target).body) }
        for round in 0..<3 {
            let server = try await ServerProcess([], variables)
            let connections = try targets.map { _ in try Connection(port: server.port) }
            for (connection, target) in zip(connections, targets) { try connection.send(target) }
            try await Task.sleep(for: .milliseconds(20 * round))
            server.send(SIGKILL)
            _ = try await server.status()
        }
        let server = try await ServerProcess([], variables)
        for (target, body) in zip(targets, expected) {
            let reply = try await server.ask(target)
            #expect(reply.status == 200 && reply.body == body, "\(target)")
        }
    }

    @Test func `a cache folder that is gone is made again`() async throws {
        let (source, folder) = (try Source(), Folder())
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        let server = try await ServerProcess(
            [], Self.open.merging(["WEBIMAGE_CACHE": folder.path]) { $1 })
        for side in 10...14 {
            try? FileManager.default.removeItem(atPath: folder.path)
            let reply = try await server.ask(source.address("/a.png", "rs:fit:\(side):0"))
            #expect(reply.status == 200, "\(reply.text)")
        }
    }

    @Test func `a full disk costs the cache, not the answer`() async throws {
        let (source, folder) = (try Source(), Folder())
        source.origin.reply("/a.png", with: try Source.picture([("Cache-Control", "max-age=600")]))
        // No file may grow: writing fails as on a full disk.
        let server = try await ServerProcess(
            ["--no-sandbox"], Self.open.merging(["WEBIMAGE_CACHE": folder.path]) { $1 },
            shell: "trap '' XFSZ; ulimit -f 1")
        for side in [10, 20, 10] {
            let reply = try await server.ask(source.address("/a.png", "rs:fit:\(side):0"))
            #expect(reply.status == 200, "\(reply.text)")
        }
    }

    @Test func `descriptors that run out are free again`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--no-sandbox"], Self.open, shell: "ulimit -n 96")
        do {
            let crowd = (0..<200).compactMap { _ in try? Connection(port: server.port) }
            for connection in crowd { try? connection.write("GET /health HTTP/1.1\r\n") }
            try await Task.sleep(for: .milliseconds(500))
        }
        var status = 0
        for _ in 0..<100 where status != 200 {
            status = (try? await server.ask(source.address("/a.png")).status) ?? 0
            if status != 200 { try await Task.sleep(for: .milliseconds(100)) }
        }
        #expect(status == 200)
    }

    @Test func `thousands of idle connections hold up no request`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(10_000, Int(clamping: limit.rlim_cur) / 2 - 300)
        let server = try await ServerProcess(
            [],
            Self.open.merging([
                "WEBIMAGE_MAX_CONNECTIONS": "20000", "WEBIMAGE_MAX_CLIENT_CONNECTIONS": "20000",
            ]) { $1 })
        let crowd = try (0..<count).map { _ in try Connection(port: server.port) }
        let reply = try await server.ask(source.address("/a.png"))
        #expect(reply.status == 200)
        print("a picture was answered beside \(crowd.count) idle connections")
    }

    @Test func `a client that takes no bytes is cut`() async throws {
        let source = try Source()
        source.origin.reply(
            "/big", with: OriginReply(body: [UInt8](repeating: 7, count: 48 << 20)))
        let server = try await ServerProcess(
            [],
            Self.open.merging(
                ["IMGPROXY_WRITE_RESPONSE_TIMEOUT": "1", "IMGPROXY_TIMEOUT": "60"]) { $1 })
        let connection = try Connection(port: server.port)
        try connection.send("/unsafe/raw:1/plain/\(source.origin.url("/big"))")
        #expect(
            await source.origin.waitUntil(timeout: .seconds(15)) { $0.abortedCount("/big") == 1 })
    }
}
