import Foundation
import Testing
import WebImage
import WebImageTesting

/// Failures on standard error: one line for each kind, and the number of the others.
struct FailureLogTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    @Test func `of many equal failures the first is told, then the number of the others`()
        async throws
    {
        let origin = try OriginServer()
        let urls = (0..<25).map { origin.url("/\($0).png") }
        let outcome = try await Tool().run(["get"] + urls + ["--json"])
        #expect(outcome.status == 1)
        let told = lines(outcome.errors)
        #expect(told.count == 2)
        #expect(told.first?.contains("/0.png: load: status 404, ") == true)
        #expect(
            told.last == "webimage: 24 more like that: load: status 404 (--verbose reports each)")
        #expect(try outcome.json().count == 25)
        let each = try await Tool().run(["get"] + urls + ["--verbose"])
        #expect(lines(each.errors).count { $0.contains(".png: load: status 404") } == 25)
        #expect(!each.errors.contains("more like that"))
    }

    @Test func `failures behind redirects are equal, those of another status are not`()
        async throws
    {
        let origin = try OriginServer()
        for index in 0..<20 {
            origin.reply("/\(index).png", with: .redirect(to: "/gone/\(index).png"))
            origin.reply("/gone/\(index).png", with: .status(index < 15 ? 410 : 403))
        }
        let outcome = try await Tool().run(["get"] + (0..<20).map { origin.url("/\($0).png") })
        #expect(outcome.status == 1)
        let told = lines(outcome.errors)
        #expect(told.count == 4, "\(told)")
        #expect(told.contains { $0.contains("14 more like that: load: status 410") })
        #expect(told.contains { $0.contains("4 more like that: load: status 403") })
    }

    @Test func `stale pictures and invalid lines of a list are told like failures`()
        async throws
    {
        let origin = try OriginServer()
        let folder = try Folder()
        let fresh = OriginReply(
            headers: [("Cache-Control", "max-age=0")], body: try Pictures.png())
        for index in 0..<6 { origin.reply("/\(index).png", with: [fresh, .status(500)]) }
        let words =
            ["get"] + (0..<6).map { origin.url("/\($0).png") }
            + ["--cache-dir", folder("cache")]
        #expect(try await Tool().run(words).status == 0)
        let stale = try await Tool().run(words)
        #expect(stale.status == 0)
        let told = lines(stale.errors)
        #expect(told.count == 2, "\(told)")
        #expect(told.first?.contains(".png: stale: the origin failed, ") == true)
        #expect(told.last?.hasPrefix("webimage: 5 more like that: stale: status 500") == true)

        let list = Array(repeating: "file:///cat.png", count: 30).joined(separator: "\n")
        let path = try folder.write(Array(list.utf8), to: "urls.txt")
        let invalid = try await Tool().run("prefetch", path, "--cache-dir", folder("cache"))
        #expect(invalid.status == 1)
        #expect(lines(invalid.errors).count == 2, "\(invalid.errors)")
        #expect(invalid.errors.contains("webimage: line 1: list: a file of this machine"))
        #expect(invalid.errors.contains("29 more like that: list: a file of this machine"))
    }

    @Test func `the kind of a failure leaves words alone that begin like a name`() async throws {
        let folder = try Folder()
        for name in ["a", "e"] { try folder.write([], to: "\(name)/x") }
        var tool = Tool()
        tool.workingFolder = folder.path
        let outcome = try await tool.run("get", "a", "a", "e")
        #expect(outcome.status == 1)
        #expect(
            lines(outcome.errors).last == "webimage: 2 more like that: load: it is a folder; "
                + "-r takes the pictures in it (--verbose reports each)", "\(outcome.errors)")
    }

    @Test func `an interruption tells the number of failures that were not told`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        origin.reply("/held.png", with: OriginReply(body: try Pictures.png()).held())
        let urls = (0..<5).map { origin.url("/\($0).png") } + [origin.url("/held.png")]
        let list = try folder.write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        for command in [["get"] + urls, ["prefetch", list]] {
            let run = try Tool().start(command + ["--json", "-j1"])
            #expect(
                await eventually {
                    let shown = (try? run.folder.read("stdout")) ?? []
                    return shown.count { $0 == 10 } == 5
                })
            run.send(SIGINT)
            let outcome = try await run.outcome()
            #expect(outcome.status == 130)
            let told = lines(outcome.errors)
            #expect(told.count == 2, "\(told)")
            #expect(told.last?.contains("4 more like that: load: status 404") == true)
        }
    }

    @Test func `a folder that cannot be made is told once`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run(
            ["get"] + Array(repeating: source, count: 40) + ["-o", "/proc/none/out/"])
        #expect(outcome.status == 1)
        let told = lines(outcome.errors)
        #expect(told.count == 2)
        #expect(told.last?.hasPrefix("webimage: 39 more like that: write: ") == true)
    }

    @Test func `a cache that keeps nothing ends a batch with the reason, told once`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        for index in 0..<200 {
            origin.reply("/\(index).png", with: OriginReply(body: try Pictures.png()))
        }
        let urls = (0..<200).map { origin.url("/\($0).png") }
        let list = try folder.write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        let cache = try folder.write([], to: "cache")
        let outcome = try await Tool().run("prefetch", list, "--cache-dir", cache, "-j", "4")
        #expect(outcome.status == 1)
        let told = lines(outcome.errors)
        #expect(told.count { $0.contains("store: ") && !$0.contains("more like that") } == 1)
        #expect(told.last == "webimage: stopped: the cache keeps nothing")
        #expect(told.count <= 4, "\(told)")
        #expect(origin.requests.count < 30)
        let summary = lines(outcome.text)
        #expect(summary.count == 2)
        #expect(summary.last?.contains(" store: ") == true)
        #expect(summary.last?.hasSuffix("failed") == false)
        #expect(summary.first?.hasPrefix("0 done, 0 skipped, ") == true)
    }

    @Test func `the failure that ends a batch counts as one`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        for index in 0..<50 {
            origin.reply("/\(index).png", with: OriginReply(body: try Pictures.png()))
        }
        let urls = (0..<50).map { origin.url("/\($0).png") }
        let list = try folder.write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        let cache = try folder.write([], to: "cache")
        for count in ["1", "4", "16"] {
            let outcome = try await Tool().run(
                "prefetch", list, "--cache-dir", cache, "-j", count, "--json")
            let all = try outcome.json()
            let summary = try #require(all.last)
            let told = all.count { $0.names.contains("error") }
            #expect(summary.number("failed") == told)
            #expect(told >= 3)
        }
    }
}
