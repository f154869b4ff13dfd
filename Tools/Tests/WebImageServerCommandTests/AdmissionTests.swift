import Foundation
import Testing
import WebImageTesting

/// Sources that come slowly, and clients that ask for many of them.
struct AdmissionTests {
    private static let open = ["IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true"]

    private func variables(_ own: [String: String]) -> [String: String] {
        Self.open.merging(own) { $1 }
    }

    /// A reply whose first byte comes, and no more until it is released.
    private static func dripping(announcing byteCount: Int) throws -> OriginReply {
        try Source.picture().claimingLength(byteCount).held(after: 1)
    }

    @Test(arguments: [("rs:fit:20:0", 2_000), ("rs:fit:20:0", 50_000_000), ("raw:1", 50_000_000)])
    func `sources that come slowly hold up no other picture`(
        options: String, byteCount: Int
    ) async throws {
        let source = try Source()
        let paths = (0..<40).map { "/slow\($0).png" }
        for path in paths {
            source.origin.reply(path, with: try Self.dripping(announcing: byteCount))
        }
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            ["--workers", "1", "--queue", "0"], variables(["IMGPROXY_TIMEOUT": "60"]))
        let slow = try paths.map { path in
            let connection = try Connection(port: server.port)
            try connection.send(source.address(path, options))
            return connection
        }
        #expect(
            await source.origin.waitUntil { origin in
                paths.allSatisfy { origin.requestCount($0) == 1 }
            })
        #expect(try await server.ask(source.address("/a.png")).status == 200)
        #expect(paths.allSatisfy { source.origin.abortedCount($0) == 0 })
        for connection in slow { connection.leave() }
    }

    @Test func `a description holds up no picture while its source comes`() async throws {
        let source = try Source()
        let held = try Source.picture().held()
        source.origin.reply("/slow.png", with: [held, try Source.picture()])
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(["--allow-loopback", "--workers", "1", "--queue", "0"])
        let address = { (path: String, options: String) in
            "/v1/-/-/\(options)/plain/\(Self.escaped(source.origin.url(path)))"
        }
        let connection = try Connection(port: server.port)
        try connection.send(address("/slow.png", "info"))
        #expect(await source.origin.waitUntil { $0.requestCount("/slow.png") == 1 })
        #expect(try await server.ask(address("/a.png", "size=fit:20x")).status == 200)
        source.origin.release("/slow.png")
        #expect(try await connection.reply().status == 200)
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: "/", with: "%2F")
    }

    @Test func `a client with its share of loads keeps no other from loading`() async throws {
        let source = try Source()
        let paths = (0..<20).map { "/\($0).png" }
        for path in paths { source.origin.reply(path, with: try Source.picture().held()) }
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            [], variables(["WEBIMAGE_MAX_LOADS": "64", "IMGPROXY_TIMEOUT": "60"]))
        let one = ["X-Forwarded-For": "198.51.100.9, 192.0.2.1"]
        let slow = try paths.map { path in
            let connection = try Connection(port: server.port)
            try connection.send(source.address(path), one)
            return connection
        }
        let count = { @Sendable in paths.reduce(0) { $0 + source.origin.requestCount($1) } }
        #expect(await source.origin.waitUntil { _ in count() == 16 })
        let other = try await server.ask(source.address("/a.png"), ["X-Forwarded-For": "192.0.2.2"])
        #expect(other.status == 200)
        #expect(count() == 16)
        slow[0].leave()
        for path in paths { source.origin.release(path) }
        #expect(await source.origin.waitUntil { _ in count() == 20 })
    }

    @Test func `a slow host keeps no other host's pictures waiting`() async throws {
        let (slow, fast) = (try Source(), try Source())
        let paths = (0..<40).map { "/\($0).png" }
        for path in paths { slow.origin.reply(path, with: try Source.picture().held()) }
        fast.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            [], variables(["WEBIMAGE_MAX_LOADS": "64", "IMGPROXY_TIMEOUT": "60"]))
        let connections = try paths.enumerated().map { number, path in
            let connection = try Connection(port: server.port)
            try connection.send(slow.address(path), ["X-Forwarded-For": "192.0.2.\(number)"])
            return connection
        }
        let count = { @Sendable in paths.reduce(0) { $0 + slow.origin.requestCount($1) } }
        #expect(await slow.origin.waitUntil { _ in count() == 32 })
        let reply = try await server.ask(fast.address("/a.png"), ["X-Forwarded-For": "192.0.2.99"])
        #expect(reply.status == 200)
        #expect(count() == 32)
        for connection in connections { connection.leave() }
    }

    @Test func `imgproxy's queue has requests that load`() async throws {
        let source = try Source()
        let paths = (0..<4).map { "/\($0).png" }
        for path in paths { source.origin.reply(path, with: try Source.picture().held()) }
        let server = try await ServerProcess(
            [], variables(["IMGPROXY_WORKERS": "1", "IMGPROXY_REQUESTS_QUEUE_SIZE": "1"]))
        let inside = try paths[..<2].map { path in
            let connection = try Connection(port: server.port)
            try connection.send(source.address(path))
            return connection
        }
        let count = { @Sendable in paths.reduce(0) { $0 + source.origin.requestCount($1) } }
        #expect(await source.origin.waitUntil { _ in count() == 2 })
        for path in paths[2...] {
            #expect(try await server.ask(source.address(path)).status == 429)
        }
        for path in paths { source.origin.release(path) }
        for connection in inside { #expect(try await connection.reply().status == 200) }
        #expect(count() == 2)
    }

    @Test func `a source that passes through keeps other sources waiting, and no picture`()
        async throws
    {
        let source = try Source()
        let (start, rest) = (try Source.png(400, 300), [UInt8](repeating: 7, count: 1 << 20))
        source.origin.reply(
            "/big.png", with: OriginReply(body: start + rest).held(after: start.count))
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            ["--allow-loopback", "--workers", "1", "--queue", "0"], ["WEBIMAGE_MAX_LOADS": "1"])
        let address = { (path: String, options: String) in
            "/v1/-/-/\(options)/plain/\(Self.escaped(source.origin.url(path)))"
        }
        let connection = try Connection(port: server.port)
        try connection.send(address("/big.png", "source"))
        #expect(await source.origin.waitUntil { $0.requestCount("/big.png") == 1 })
        let refused = try await server.ask(address("/a.png", "source"))
        #expect(refused.status == 429)
        #expect((refused["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
        #expect(source.origin.requestCount("/a.png") == 0)
        // A place is free a moment later.
        let status = { (options: String) in
            for _ in 0..<100 {
                let status = try await server.ask(address("/a.png", options)).status
                if status != 429 { return status }
            }
            return 429
        }
        #expect(try await status("size=fit:20x") == 200)
        source.origin.release("/big.png")
        #expect(try await connection.reply().body.count == start.count + rest.count)
        #expect(try await status("source") == 200)
    }
}
