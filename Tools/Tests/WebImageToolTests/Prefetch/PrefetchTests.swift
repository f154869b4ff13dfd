import Foundation
import Testing
import WebImage
import WebImageTesting

/// `webimage prefetch`: a list in, a full cache and a summary out.
struct PrefetchTests {
    /// Returns an origin with pictures `/0.png` … and a folder for list and cache.
    func scene(_ count: Int) throws -> (origin: OriginServer, folder: Folder) {
        let origin = try OriginServer()
        for index in 0..<count {
            origin.reply("/\(index).png", with: OriginReply(body: try Pictures.png()))
        }
        return (origin, try Folder())
    }

    func lines(_ count: Int, _ origin: OriginServer) -> [String] {
        (0..<count).map { origin.url("/\($0).png") }
    }

    func list(_ lines: [String], in folder: Folder) throws -> String {
        try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "urls.txt")
    }

    func words(_ list: String, _ folder: Folder, _ more: String...) -> [String] {
        ["prefetch", list, "--cache-dir", folder("cache")] + more
    }

    @Test func `the pictures of a list are in the cache afterwards`() async throws {
        let (origin, folder) = try scene(5)
        let list = try list(
            ["# cats", ""] + lines(5, origin).map { "  \($0)\r" } + lines(2, origin), in: folder)
        let outcome = try await Tool().run(words(list, folder))
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.text.hasPrefix("5 done, 0 skipped, 0 failed; "))
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(origin.requests.count == 5)
        let got = try await Tool().run(
            ["get", origin.url("/3.png"), "--cache-dir", folder("cache"), "--json"])
        #expect(try got.json().first?.text("origin") == "disk")
        #expect(origin.requests.count == 5)
    }

    @Test func `a run that resumes fetches only what is missing`() async throws {
        let (origin, folder) = try scene(6)
        let first = try list(lines(4, origin), in: folder)
        #expect(try await Tool().run(words(first, folder)).status == 0)
        let all = try list(lines(6, origin), in: folder)
        let outcome = try await Tool().run(words(all, folder, "--resume"))
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("2 done, 4 skipped, 0 failed; "))
        #expect(origin.requests.count == 6)
    }

    @Test func `a run that does not resume asks the origin for all`() async throws {
        let (origin, folder) = try scene(3)
        let list = try list(lines(3, origin), in: folder)
        for _ in 0..<2 { #expect(try await Tool().run(words(list, folder)).status == 0) }
        #expect(origin.requests.count == 6)
    }

    @Test func `the first failure of a kind is told, and all are counted by reason`() async throws {
        let (origin, folder) = try scene(2)
        for index in 2..<5 { origin.reply("/\(index).png", with: .status(404)) }
        origin.reply("/page", with: OriginReply(body: Array("<html></html>".utf8)))
        let list = try list(
            lines(5, origin) + [origin.url("/page?token=secret"), "cat.png"], in: folder)
        let outcome = try await Tool().run(words(list, folder))
        #expect(outcome.status == 1)
        #expect(
            Array(outcome.text.split(separator: "\n").dropFirst()) == [
                "  3 load: status 404", "  1 decode: not an image",
                "  1 request: not a URL that can be loaded",
            ])
        #expect(outcome.text.hasPrefix("2 done, 0 skipped, 5 failed; "))
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 4)
        #expect(errors.contains { $0.contains("2 more like that: load: status 404") })
        #expect(errors.allSatisfy { $0.hasPrefix("webimage: ") })
        #expect(!outcome.errors.contains("secret"))
        #expect(folder.files().count { $0.hasPrefix("cache/") && $0.hasSuffix(".entry") } == 2)
    }

    @Test(arguments: [[], ["--dry-run"]])
    func `URLs of a list whose queries are hidden have their lines`(option: [String]) async throws {
        let (origin, folder) = try scene(1)
        origin.reply("/a.png", with: .status(404))
        let list = try list(
            ["# signed", origin.url("/a.png?sig=one"), "", origin.url("/a.png?sig=two")], in: folder
        )
        let outcome = try await Tool().run(words(list, folder, "--verbose") + option)
        let text = option.isEmpty ? outcome.errors : outcome.text
        for line in [2, 4] { #expect(text.contains("\(origin.url("/a.png")) (line \(line)): ")) }
        #expect(!text.contains("sig"))
    }

    @Test func `JSON has a line for each URL, and the summary`() async throws {
        let (origin, folder) = try scene(2)
        let list = try list(["# three", ""] + lines(3, origin), in: folder)
        let outcome = try await Tool().run(words(list, folder, "--json"))
        #expect(outcome.status == 1)
        let places = try outcome.json().compactMap { object in
            object.number("line").map { ($0, object.text("source") ?? "") }
        }
        #expect(places.count == 3)
        for (line, source) in places { #expect(source == origin.url("/\(line - 3).png")) }
        let objects = try outcome.json()
        #expect(objects.count == 4)
        #expect(objects.compactMap { $0.text("outcome") } == ["done", "done"])
        let failed = objects.first { $0.names.contains("error") }
        #expect(failed?.text("source") == origin.url("/2.png"))
        #expect(try failed?.object("error").number("status") == 404)
        let summary = try #require(objects.last)
        #expect(
            summary.names == [
                "bytes", "cancelled", "done", "failed", "failures", "ms", "skipped", "total",
            ])
        #expect(summary.number("done") == 2)
        #expect(summary.number("total") == 3)
        #expect(try summary.number("bytes") == 2 * Pictures.png().count)
    }

    @Test func `lines that are no text are counted, the others are fetched`() async throws {
        let (origin, folder) = try scene(2)
        let urls = lines(2, origin).map { Array($0.utf8) }
        let bytes =
            [0xEF, 0xBB, 0xBF] + urls[0] + [10, 0xFF, 0xFE, 10]
            + [UInt8](repeating: 65, count: 70_000) + [10] + urls[1]
        let list = try folder.write(bytes, to: "urls.txt")
        let outcome = try await Tool().run(words(list, folder))
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("2 done, 0 skipped, 2 failed; "))
        #expect(outcome.errors.contains("webimage: line 2: list: not UTF-8"))
        #expect(outcome.errors.contains("webimage: line 3: list: longer than 65536 bytes"))
    }

    @Test func `standard input is read as it comes`() async throws {
        let (origin, folder) = try scene(2)
        let pipe = folder("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Opened for both, so that it neither waits for a reader nor ends early.
        let writer = try #require(FileHandle(forUpdatingAtPath: pipe))
        var tool = Tool()
        let command =
            "exec '\(Tool.path)' prefetch - --cache-dir '\(folder("cache"))' < '\(pipe)'"
        tool.substitute = ["/bin/sh", "-c", command]
        let run = try tool.start([])
        try writer.write(contentsOf: Data((origin.url("/0.png") + "\n").utf8))
        #expect(await origin.waitUntil { $0.requestCount("/0.png") == 1 })
        try writer.write(contentsOf: Data(origin.url("/1.png").utf8))
        try writer.close()
        let outcome = try await run.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("2 done, "))
    }

    @Test func `as many are under way as are allowed`() async throws {
        let (origin, folder) = try scene(0)
        let body = try Pictures.png()
        for index in 0..<12 {
            origin.reply("/\(index).png", with: OriginReply(body: body).held())
        }
        let list = try list(lines(12, origin), in: folder)
        let run = try Tool().start(
            words(list, folder, "--concurrency", "10", "--per-host", "8"))
        #expect(await origin.waitUntil { $0.requests.count == 8 })
        var released = 0
        while released < 12 {
            #expect(origin.requests.count <= released + 8)
            let paths = origin.requests.map(\.path)
            origin.release(paths[released])
            released += 1
            let wanted = min(12, released + 8)
            #expect(await origin.waitUntil { $0.requests.count == wanted })
        }
        #expect(try await run.outcome().status == 0)
    }

    @Test func `an interruption ends with what was done, and keeps it`() async throws {
        let (origin, folder) = try scene(3)
        origin.reply("/stalls.png", with: OriginReply(body: try Pictures.png()).stalling(after: 20))
        let list = try list(lines(3, origin) + [origin.url("/stalls.png")], in: folder)
        // One at a time: the last one is requested after the third is printed and counted.
        let run = try Tool().start(words(list, folder, "--json", "--concurrency", "1"))
        #expect(await origin.waitUntil { $0.requestCount("/stalls.png") == 1 })
        run.send(SIGINT)
        let outcome = try await run.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.errors.isEmpty)
        let lines = try outcome.json()
        #expect(lines.compactMap { $0.text("outcome") } == ["done", "done", "done"])
        #expect(lines.last?.number("done") == 3)
        #expect(lines.last?.number("cancelled") == 1)
        origin.reply("/stalls.png", with: OriginReply(body: try Pictures.png()))
        let again = try await Tool().run(words(list, folder, "--resume"))
        #expect(again.status == 0)
        #expect(again.text.hasPrefix("1 done, 3 skipped, 0 failed; "))
        #expect(origin.requests.count == 5)
    }

    @Test func `headers and time-outs are those of every request`() async throws {
        let (origin, folder) = try scene(1)
        origin.reply("/1.png", with: OriginReply(body: try Pictures.png()).stalling(after: 9))
        let list = try list(lines(2, origin), in: folder)
        var outcome: Tool.Outcome?
        // A busy machine may be slower than the time-out, which is then raised.
        for timeout in ["2", "20", "60"] where outcome?.text.hasPrefix("1 done, ") != true {
            outcome = try await Tool().run(
                words(list, folder, "--timeout", timeout, "--header", "X-Who: me"))
        }
        #expect(outcome?.status == 1)
        #expect(outcome?.text.hasPrefix("1 done, 0 skipped, 1 failed; ") == true)
        #expect(outcome?.text.contains("  1 load: timed out") == true)
        #expect(Set(origin.requests.map(\.path)) == ["/0.png", "/1.png"])
        #expect(origin.requests.allSatisfy { $0["X-Who"] == "me" })
    }

    @Test func `failures alone are printed, if that is wanted`() async throws {
        let (origin, folder) = try scene(2)
        let good = try list(lines(2, origin), in: folder)
        let quiet = try await Tool().run(words(good, folder, "--quiet"))
        #expect(quiet.status == 0)
        #expect(quiet.text.isEmpty && quiet.errors.isEmpty)
        let bad = try list(lines(3, origin), in: folder)
        let failed = try await Tool().run(words(bad, folder, "-q"))
        #expect(failed.status == 1)
        #expect(failed.text.isEmpty)
        #expect(failed.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [[], ["--dry-run"]])
    func `an invalid line has an object of its own`(more: [String]) async throws {
        let (origin, folder) = try scene(1)
        let path = try list(lines(1, origin) + ["file:///cat.png"], in: folder)
        let outcome = try await Tool().run(words(path, folder, "--json") + more)
        #expect(outcome.status == 1)
        let line = try #require(try outcome.json().first { $0.number("line") == 2 })
        #expect(line.isNull("source"))
        let error = try line.object("error")
        #expect(error.text("stage") == "list")
        #expect(error.text("reason") == "a file of this machine, which no cache keeps")
        #expect(error.isNull("status"))
    }

    @Test func `a list that is not there is an error`() async throws {
        let folder = try Folder()
        let outcome = try await Tool().run(words(folder("none.txt"), folder))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("No such file"))
        #expect(outcome.text.isEmpty)
        let aFolder = try await Tool().run(words(folder.path, folder))
        #expect(aFolder.status == 1)
        #expect(aFolder.errors.contains("list: "))
    }

    @Test func `an empty list is done at once`() async throws {
        let folder = try Folder()
        let list = try list(["# nothing"], in: folder)
        let outcome = try await Tool().run(words(list, folder, "--json"))
        #expect(outcome.status == 0)
        #expect(try outcome.json().first?.number("total") == 0)
    }

    @Test(arguments: [
        ["prefetch"], ["prefetch", ""], ["prefetch", "x", "y"],
        ["prefetch", "x", "--concurrency", "0"], ["prefetch", "x", "--per-host", "none"],
        ["prefetch", "x", "--no-cache"],
    ])
    func `bad usage ends with 64`(words: [String]) async throws {
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
    }
}
