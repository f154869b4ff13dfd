import Foundation
import Testing
import WebImageTesting

/// Clients with many connections, behind proxies and without.
struct ConnectionTests {
    private static func server(_ variables: [String: String]) async throws -> ServerProcess {
        try await ServerProcess(["--allow-loopback"], variables)
    }

    private func connections(
        _ count: Int, to server: ServerProcess, from address: String? = nil,
        _ fields: [String: String] = [:]
    ) async throws -> [Connection] {
        var connections: [Connection] = []
        for _ in 0..<count {
            let connection = try Connection(port: server.port, from: address)
            try connection.send("/health", fields)
            #expect(try await connection.reply().status == 200)
            connections.append(connection)
        }
        return connections
    }

    @Test func `a connection beyond those of a client is closed`() async throws {
        let server = try await Self.server([:])
        let all = try await connections(256, to: server)
        let further = try Connection(port: server.port)
        #expect(await further.isClosed())
        #expect(try await connections(1, to: server, from: "127.0.0.2").count == 1)
        all[7].leave()
        var isOpen = false
        for _ in 0..<100 where !isOpen {
            let next = try Connection(port: server.port)
            do {
                try next.send("/health")
                isOpen = try await next.reply().status == 200
            } catch {}
        }
        #expect(isOpen)
        for connection in all[8...] {
            try connection.send("/health")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test func `2,000 half requests keep no request waiting, not even one of their client`()
        async throws
    {
        let server = try await Self.server([:])
        let kept = try await connections(10, to: server)
        var halves: [Connection] = []
        for number in 0..<2_000 {
            let half = try Connection(port: server.port)
            // The server may have closed one that others followed.
            try? half.write("GET /")
            halves.append(half)
            guard number % 200 == 199 else { continue }
            let start = ContinuousClock.now
            #expect(try await server.ask("/health").status == 200)
            // A millisecond; the bound is for a busy machine, and far below the idle time-out.
            #expect(ContinuousClock.now - start < .seconds(5))
            // Closed ones are no connections of this process any more.
            halves.removeFirst(halves.count - 200)
        }
        for connection in kept {
            try connection.send("/health")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test func `a shell's limit of files is no limit of connections`() async throws {
        let server = try await ServerProcess([], [:], shell: "ulimit -Sn 64")
        let all = try await connections(100, to: server)
        for connection in all {
            try connection.send("/health")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test func `the oldest connection without a whole request makes room for another`() async throws
    {
        let server = try await Self.server(["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "3"])
        let kept = try await connections(1, to: server)
        let halves = try (0..<3).map { _ in try Connection(port: server.port) }
        #expect(await halves[0].isClosed())
        for connection in halves[1...] + kept[...] {
            try connection.send("/health")
            #expect(try await connection.reply().status == 200)
        }
        #expect(await (try Connection(port: server.port)).isClosed())
    }

    @Test func `a request whose body is missing is not a whole one`() async throws {
        let server = try await Self.server(["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "2"])
        let halves = try (0..<2).map { _ in
            let half = try Connection(port: server.port)
            try half.write("POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
            return half
        }
        for half in halves { #expect(try await half.reply().status == 405) }
        #expect(try await server.ask("/health").status == 200)
    }

    @Test func `a connection by which a proxy names clients counts for no address`() async throws {
        let server = try await Self.server(["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "3"])
        let forwarded = ["X-Forwarded-For": "192.0.2.7"]
        let proxied = try await connections(8, to: server, forwarded)
        let own = try await connections(3, to: server)
        #expect(await (try Connection(port: server.port)).isClosed())
        for connection in proxied + own {
            try connection.send("/health")
            #expect(try await connection.reply().status == 200)
        }
    }

    @Test(arguments: ["", "none", "192.0.2.0/24,2001:db8::1"])
    func `the word of others on their clients does not count`(_ proxies: String) async throws {
        let server = try await Self.server([
            "WEBIMAGE_MAX_CLIENT_CONNECTIONS": "3", "WEBIMAGE_TRUSTED_PROXIES": proxies,
        ])
        let forwarded = ["X-Forwarded-For": "192.0.2.7"]
        let all = try await connections(3, to: server, forwarded)
        #expect(await (try Connection(port: server.port)).isClosed())
        #expect(all.count == 3)
    }

    @Test func `connections that send nothing are closed if there are too many of all`()
        async throws
    {
        let server = try await Self.server(["WEBIMAGE_MAX_CONNECTIONS": "4"])
        let kept = try await connections(1, to: server)
        let halves = try (0..<8).map { _ in try Connection(port: server.port) }
        let start = ContinuousClock.now
        #expect(try await server.ask("/health").status == 200)
        #expect(ContinuousClock.now - start < .seconds(15))
        try kept[0].send("/health")
        #expect(try await kept[0].reply().status == 200)
        for half in halves { half.leave() }
    }

    @Test func `refused connections are counted, and told with the address`() async throws {
        let metrics = try Connection.freePort()
        let server = try await ServerProcess(
            ["--metrics", "127.0.0.1:\(metrics)"], ["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "1"])
        let kept = try await connections(1, to: server)
        for _ in 0..<2 { #expect(await (try Connection(port: server.port)).isClosed()) }
        let connection = try Connection(port: metrics)
        try connection.send("/metrics")
        let text = try await connection.reply().text
        #expect(text.contains("\nconnections_refused_total 2\n"), "\(text)")
        let lines = server.log.split(separator: "\n").filter {
            $0.contains("WEBIMAGE_TRUSTED_PROXIES")
        }
        #expect(lines.count == 1 && lines[0].contains("127.0.0.1 has more than 1 connections"))
        #expect(kept.count == 1)
    }
}
