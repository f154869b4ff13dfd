import Foundation
import Testing
import WebImage
import WebImageTesting

/// Interrupted processes, which leave nothing incomplete and end with the signal's status.
struct InterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a stalled load ends at once and leaves nothing`(signal: Int32) async throws {
        let folder = try Folder()
        let origin = try OriginServer()
        let body = try Pictures.encoded(.bmp, 900, 600)
        origin.reply("/cat.bmp", with: OriginReply(body: body).stalling(after: body.count - 1000))
        let run = try Tool().start([
            "get", origin.url("/cat.bmp"), "--cache-dir", folder("cache"), "-o",
            folder("out.bmp"),
        ])
        // The entry in the cache is being written.
        #expect(await eventually { !folder.files().isEmpty })
        run.send(signal)
        let outcome = try await run.outcome()
        #expect(outcome.status == 128 + signal)
        #expect(outcome.errors.isEmpty)
        #expect(run.process.terminationReason == .exit)
        #expect(folder.files().isEmpty)
        #expect(await origin.waitUntil { $0.abortedCount("/cat.bmp") == 1 })
    }

    @Test func `what was done before the interruption stays`() async throws {
        let folder = try Folder()
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        origin.reply("/done.png", with: OriginReply(body: bytes))
        origin.reply("/stalls.png", with: OriginReply(body: bytes).stalling(after: 20))
        let run = try Tool().start([
            "get", origin.url("/done.png"), origin.url("/stalls.png"), "--no-cache", "-o",
            folder("out/"),
        ])
        #expect(await eventually { folder.files() == ["out/done.png"] })
        #expect(await origin.waitUntil { $0.requestCount("/stalls.png") == 1 })
        run.send(SIGINT)
        #expect(try await run.outcome().status == 130)
        #expect(folder.files() == ["out/done.png"])
        #expect(try folder.read("out/done.png") == bytes)
    }
}
