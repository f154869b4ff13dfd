import Foundation
import Testing
import WebImage
import WebImageTesting

/// `--rules`: the rules of sources by their hosts, as a file.
struct RulesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func scene(_ rule: String) throws -> (origin: OriginServer, words: [String]) {
        let origin = try OriginServer()
        origin.reply("/a.png", with: OriginReply(status: 404, body: try Pictures.png()))
        let file = try folder.write(
            Array("{\"hosts\": {\"127.0.0.1\": {\(rule)}}}".utf8), to: "rules.json")
        return (origin, ["get", origin.url("/a.png"), "--no-cache", "--rules", file])
    }

    @Test func `a host has its rule, and flags win over it`() async throws {
        let (origin, words) = try scene(
            #""statuses": "404", "headers": {"X-Word": "1", "Cookie": {"environment": "WORD"}}"#)
        let tool = Tool(environment: ["WORD": "a=geheim"])
        let outcome = try await tool.run(words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(origin.requests.last?["X-Word"] == "1")
        #expect(origin.requests.last?["Cookie"] == "a=geheim")
        _ = try await tool.run(words + ["-H", "X-Word: 2"])
        #expect(origin.requests.last?["X-Word"] == "2")
        #expect(try await tool.run(words + ["--accept-status", "200"]).status == 1)
        #expect(try await tool.run(words + ["--reject-header", "Content-Length"]).status == 1)
    }

    @Test func `a rejected response is one by the file, too`() async throws {
        let (origin, words) = try scene(#""statuses": "404", "reject": "content-length""#)
        let outcome = try await Tool().run(words)
        #expect(origin.requestCount("/a.png") == 1)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is rejected"), "\(outcome.errors)")
    }

    @Test func `a lifetime of the file is that of the cache`() async throws {
        let (origin, words) = try scene(#""statuses": "404", "lifetime": 60"#)
        origin.reply(
            "/a.png",
            with: OriginReply(
                status: 404, headers: [("Cache-Control", "no-store")], body: try Pictures.png()))
        let cached =
            words.filter { $0 != "--no-cache" } + ["--cache-dir", folder("cache"), "--json"]
        for place in ["network", "disk"] {
            let outcome = try await Tool().run(cached)
            #expect(try outcome.json().first?.text("origin") == place, "\(outcome.errors)")
        }
    }

    @Test(
        arguments: [
            ("\n\"statuses\": 404", "line 2: \"statuses\": expected a text, found a number"),
            ("\"status\": \"404\"", "line 1: \"status\": unknown; known are headers, user"),
            ("\"user\": {\"environment\": \"NONE_SUCH\"}", "the variable NONE_SUCH is not set"),
        ])
    func `a defect is told with line and name`(rule: String, message: String) async throws {
        let outcome = try await Tool().run(try scene(rule).words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `a file that is not there is told`() async throws {
        let outcome = try await Tool().run("get", "http://127.0.0.1:9/", "--rules", "/no/such")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("cannot read the file of rules"), "\(outcome.errors)")
    }
}
