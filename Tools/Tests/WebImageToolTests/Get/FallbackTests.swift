import Foundation
import Testing
import WebImage
import WebImageTesting

/// The sources in place of one that fails.
struct FallbackTests {
    private let first: OriginServer
    private let second: OriginServer
    private let folder: Folder

    init() throws {
        (first, second, folder) = (try OriginServer(), try OriginServer(), try Folder())
        first.reply("/a.png", with: .status(503))
        second.reply("/b.png", with: OriginReply(body: try Pictures.png()))
    }

    private func get(_ words: String...) async throws -> Tool.Outcome {
        try await Tool().run(["get", first.url("/a.png"), "--cache-dir", folder("cache")] + words)
    }

    @Test func `another source is loaded, and the first is told`() async throws {
        let fallback = ["--fallback", second.url("/none.png"), "--fallback", second.url("/b.png")]
        let outcome = try await Tool().run(
            ["get", first.url("/a.png"), "-o", folder("out.png"), "--cache-dir", folder("cache")]
                + fallback)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("from network by fallback 2, "))
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.errors)")
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "webimage: \(first.url("/a.png")): fallback 2 is used: load: status 503")
            }, "\(outcome.errors)")
        #expect(
            lines.contains {
                $0.hasPrefix("webimage: fallback \(second.url("/none.png")): load: status 404")
            }, "\(outcome.errors)")
        #expect(try folder.names().contains("out.png"))
    }

    @Test func `JSON has the number of the fallback`() async throws {
        let outcome = try await get("--fallback", second.url("/b.png"), "--json")
        let line = try #require(try outcome.json().first)
        #expect(line.number("fallback") == 1)
        #expect(line.text("source") == first.url("/a.png") && line.text("origin") == "network")
        let again = try await get("--fallback", second.url("/b.png"), "--json")
        #expect(try again.json().first?.text("origin") == "disk")
        #expect(second.requestCount("/b.png") == 1)
        first.reply("/a.png", with: OriginReply(body: try Pictures.png()))
        let mended = try await get("--fallback", second.url("/b.png"), "--json")
        #expect(try mended.json().first?.isNull("fallback") == true)
    }

    @Test func `if all fail each is told, and the status is 1`() async throws {
        let outcome = try await get("--fallback", second.url("/none.png"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(first.url("/a.png")): load: status 503"))
        #expect(outcome.errors.contains("fallback \(second.url("/none.png")): load: status 404"))
    }

    @Test func `credentials stay with their host`() async throws {
        let secrets = [
            "-u", "me:word", "--cookies", "session=1", "-H", "Referer: http://in.test/",
            "-H", "X-Api-Key: word", "-H", "Accept: image/png",
        ]
        _ = try await Tool().run(
            ["get", first.url("/a.png"), "--no-cache", "--fallback", second.url("/b.png")]
                + secrets)
        for name in ["Authorization", "Cookie", "Referer", "X-Api-Key"] {
            #expect(first.requests.last?[name] != nil)
            #expect(second.requests.last?[name] == nil)
        }
        #expect(second.requests.last?["Accept"] == "image/png")
    }

    @Test func `rules have the fields of the second host`() async throws {
        let rules = #"{"hosts": {"localhost": {"headers": {"X-Word": "1"}}}}"#
        let file = try folder.write(Array(rules.utf8), to: "rules.json")
        let url = "http://localhost:\(second.port)/b.png"
        let outcome = try await get("--fallback", url, "--rules", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(second.requests.last?["X-Word"] == "1")
        #expect(first.requests.last?["X-Word"] == nil)
    }

    @Test func `a file is a fallback, also of a list, and is not kept in the cache`()
        async throws
    {
        let picture = try folder.write(try Pictures.png(), to: "placeholder.png")
        let list = first.url("/a.png") + "\n" + second.url("/b.png") + "\n"
        let file = try folder.write(Array(list.utf8), to: "urls.txt")
        let outcome = try await Tool().run(
            "get", "-i", file, "--json", "--fallback", picture, "-o", folder("out") + "/",
            "--cache-dir", folder("cache"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try outcome.json()
        #expect(lines.count == 2)
        for line in lines {
            let isFirst = line.text("source") == first.url("/a.png")
            #expect(line.text("origin") == (isFirst ? "file" : "network"))
        }
        let listed = try await Tool().run("cache", "list", "--cache-dir", folder("cache"))
        #expect(!listed.text.contains("placeholder"))
    }

    @Test(
        arguments: [
            (["--fallback", ""], "--fallback needs a URL or a path."),
            (["--fallback", "-"], "not standard input"),
            (Array(repeating: ["--fallback", "a"], count: 9).flatMap(\.self), "at most 8"),
            (["--fallback", "a", "--in-place", "-o", "."], "exclude each other"),
        ])
    func `a wrong value is told`(options: [String], message: String) async throws {
        let outcome = try await Tool().run(["get", "http://127.0.0.1:9/"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
