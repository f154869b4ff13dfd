import Foundation
import Testing
import WebImageTesting

/// The file of rules that the built server reads.
struct RulesTests {
    private func scene(_ rule: String) throws -> (source: Source, file: URL) {
        let source = try Source()
        source.origin.reply(
            "/a.png",
            with: OriginReply(
                status: 404, headers: [("Content-Type", "image/png"), ("ErrorCode", "100")],
                body: try Source.png()))
        let file = FileManager.default.temporaryDirectory.appending(
            path: "rules-\(UUID().uuidString).json")
        try write(rule, to: file)
        return (source, file)
    }

    private func write(_ rule: String, to file: URL) throws {
        try Data("{\"hosts\": {\"127.0.0.1\": {\(rule)}}}".utf8).write(to: file)
    }

    private func tells(_ server: ServerProcess, _ text: String) async throws -> Bool {
        for _ in 0..<400 where !server.log.contains(text) {
            try await Task.sleep(for: .milliseconds(25))
        }
        return server.log.contains(text)
    }

    @Test func `SIGHUP reads the file anew; a defect leaves the rules`() async throws {
        let (source, file) = try scene(#""statuses": "404""#)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try await ServerProcess(
            ["--allow-loopback"], ["WEBIMAGE_RULES": file.path])
        for options in ["size=fit:20x", "source"] {
            let status = options == "source" ? 404 : 200
            #expect(try await server.ask(source.own("/a.png", options)).status == status)
        }
        try write(#""statuses": "404", "reject": "ErrorCode: 100""#, to: file)
        server.send(SIGHUP)
        #expect(try await tells(server, "rules of 1 hosts were read anew"))
        for options in ["size=fit:20x", "source"] {
            let reply = try await server.ask(source.own("/a.png", options))
            #expect(reply.status == 502)
            #expect(try await tells(server, "ErrorCode: 100 is rejected"))
        }
        try write(#""statuses": 404"#, to: file)
        server.send(SIGHUP)
        #expect(try await tells(server, "the rules stay as they are: "))
        #expect(server.log.contains("expected a text, found a number"), "\(server.log)")
        #expect(try await server.ask(source.own("/a.png", "size=fit:20x")).status == 502)
    }

    @Test func `a defect ends the start with its line`() throws {
        let (_, file) = try scene("\n\"statuses\": 404")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try ServerProcess.failure(["--port", "0"], ["WEBIMAGE_RULES": file.path])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("WEBIMAGE_RULES: "))
        #expect(outcome.errors.contains("line 2: \"statuses\": expected a text, found a number"))
    }
}
