import Foundation
import Testing
import WebImageTesting

/// The end of the built server while balancers still send requests to it.
struct DrainTests {
    @Test func `a server that is to end answers for the time of draining, and is not ready`()
        async throws
    {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture())
        let server = try await ServerProcess(
            ["--grammar", "imgproxy", "--allow-loopback"], ["WEBIMAGE_DRAIN_TIME": "5"])
        #expect(try await server.ask("/ready").status == 200)
        let start = ContinuousClock.now
        server.send(SIGTERM)
        var status = 200
        while status == 200, ContinuousClock.now - start < .seconds(3) {
            status = try await server.ask("/ready").status
        }
        #expect(status == 503)
        #expect(try await server.ask("/health").status == 200)
        #expect(try await server.ask(source.address("/a.png")).status == 200)
        #expect(try await server.status(within: 20) == 0)
        #expect(ContinuousClock.now - start >= .seconds(5))
    }

    @Test func `the time of requests under way begins behind that of draining`() async throws {
        let source = try Source()
        source.origin.reply("/a.png", with: try Source.picture().delayed(.seconds(3)))
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_DRAIN_TIME": "6", "WEBIMAGE_GRACE_TIMEOUT": "3"])
        let start = ContinuousClock.now
        server.send(SIGTERM)
        try await Task.sleep(for: .seconds(4))
        #expect(try await server.ask(source.own("/a.png", "size=fit:20x")).status == 200)
        #expect(try await server.status(within: 20) == 0)
        #expect(ContinuousClock.now - start >= .seconds(6))
    }
}
