import Glibc
import Testing
import WebImageOrigin

@Suite struct OriginShutdownTests {
    @Test(arguments: [
        digits.held(), digits.stalling(after: 3), digits.delayed(.seconds(600)),
        digits.slowly(chunk: 1, every: .seconds(600)),
        OriginReply(body: Array(repeating: 0, count: 64 << 20)),
    ])
    func `a shutdown ends every reply and is no abort`(reply: OriginReply) async throws {
        let server = try OriginServer()
        server.reply("/", with: reply)
        let clients = try (0..<3).map { _ in try RawClient(server) }
        for client in clients { try client.get("/") }
        await server.waitUntil { $0.requestCount("/") == 3 }

        server.shutdown(patience: .seconds(60))
        #expect(server.openConnections == 0)
        #expect(server.abortedCount("/") == 0)
        #expect(server.requestCount("/") == 3)
    }

    @Test func `a shutdown leaves no socket open and nobody listening`() throws {
        let server = try OriginServer()
        let clients = try (0..<20).map { _ in try RawClient(server) }
        for client in clients {
            try client.get("/")
            _ = try client.readReply()
        }
        #expect(socketCount(ownPort: server.port) == 21)
        server.shutdown(patience: .seconds(60))
        #expect(socketCount(ownPort: server.port) == 0)
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
    }

    @Test func `a second shutdown does nothing`() throws {
        let server = try OriginServer()
        server.shutdown()
        server.shutdown()
        #expect(server.openConnections == 0)
    }

    @Test func `a server that nobody keeps shuts down`() throws {
        var server: OriginServer? = try OriginServer()
        let client = try RawClient(#require(server))
        try client.get("/")
        _ = try client.readReply()
        server = nil
        #expect(try client.readToEnd() == "")
    }

    @Test func `servers come and go without a file left open`() throws {
        let before = pipeCount()
        for _ in 0..<300 {
            let server = try OriginServer()
            server.release("/")
        }
        // Concurrent tests have some; 300 leaking servers would have at least 1,200.
        #expect(pipeCount() - before < 600)
    }

    @Test func `a shutdown lets go of what its scripts keep`() throws {
        final class Kept: Sendable {}
        let server = try OriginServer()
        weak var kept: Kept?
        do {
            let strong = Kept()
            kept = strong
            server.reply("/") { _ in
                withExtendedLifetime(strong) { .status(200) }
            }
        }
        #expect(kept != nil)
        server.shutdown()
        #expect(kept == nil)
    }
}

/// Returns the number of open sockets of this process that are bound to a port.
private func socketCount(ownPort port: Int) -> Int {
    (Int32(0)..<16_384).count { descriptor in
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return result == 0 && UInt16(bigEndian: address.sin_port) == port
    }
}

/// Returns the number of open pipe ends of this process.
private func pipeCount() -> Int {
    (Int32(0)..<16_384).count { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
