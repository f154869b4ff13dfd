import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// Messages: few, short, and with a remedy.
struct MannersTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    @Test func `a reader that goes ends the command silently`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(.bmp, 900, 600), to: "in.bmp")
        let command = "'\(Tool.path)' get \(source) -o -; echo $? > '\(folder("status"))'"
        for (signals, status) in [("--default-signal=PIPE", "141"), ("--ignore-signal=PIPE", "1")] {
            var tool = Tool()
            tool.substitute = [
                "env", signals, "/bin/sh", "-c", "{ \(command); } | head -c 10 >/dev/null",
            ]
            let outcome = try await tool.run()
            #expect(await eventually { folder.files().contains("status") })
            let found = String(decoding: try folder.read("status"), as: UTF8.self)
            #expect(found == "\(status)\n")
            #expect(outcome.errors.isEmpty == (status == "141"), "\(outcome.errors)")
            try FileManager.default.removeItem(atPath: folder("status"))
        }
    }

    @Test func `lists cut by head end silently, too`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let sources = Array(repeating: source, count: 300)
        var tool = Tool()
        let words = (["info"] + sources).joined(separator: " ")
        tool.substitute = [
            "env", "--default-signal=PIPE", "/bin/sh", "-c", "'\(Tool.path)' \(words) | head -n 1",
        ]
        let outcome = try await tool.run()
        #expect(outcome.errors.isEmpty)
        #expect(lines(outcome.text).count == 1)
    }

    @Test func `of many equal failures the first are told, then their number`() async throws {
        let origin = try OriginServer()
        let urls = (0..<25).map { origin.url("/\($0).png") }
        let outcome = try await Tool().run(["get"] + urls + ["--json"])
        #expect(outcome.status == 1)
        let told = lines(outcome.errors)
        #expect(told.count == 11)
        #expect(told.dropLast().allSatisfy { $0.contains(".png: load: status 404, ") })
        #expect(told.last?.hasPrefix("webimage: 15 more like that: load: status 404") == true)
        #expect(try outcome.json().count == 25)
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

    @Test func `loads under way at an interruption are told as cancelled`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        for index in 0..<5 {
            origin.reply("/\(index).png", with: OriginReply(body: try Pictures.png()).held())
        }
        let urls = (0..<5).map { origin.url("/\($0).png") }
        let list = try folder.write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        let run = try Tool().start(["prefetch", list, "--cache-dir", folder("cache")])
        #expect(await origin.waitUntil { $0.requests.count == 5 })
        run.send(SIGINT)
        let outcome = try await run.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.errors.hasPrefix("0 done, 0 skipped, 0 failed, 5 cancelled; "))
    }

    @Test func `unordered results come as they end`() async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        origin.reply("/slow.png", with: OriginReply(body: bytes).held())
        origin.reply("/fast.png", with: OriginReply(body: bytes))
        let urls = ["/slow.png", "/fast.png"].map { origin.url($0) }
        for command in ["get", "info"] {
            let run = try Tool().start([command, "--unordered", "--json", "--no-cache"] + urls)
            #expect(
                await eventually {
                    let shown = (try? run.folder.read("stdout")) ?? []
                    return String(decoding: shown, as: UTF8.self).contains("/fast.png")
                })
            origin.release("/slow.png")
            let outcome = try await run.outcome()
            #expect(outcome.status == 0)
            #expect(try outcome.json().compactMap { $0.number("index") } == [2, 1])
        }
    }

    @Test(arguments: [
        (["gett", "x.png"], "unknown command 'gett'; did you mean 'get'?"),
        (["cache", "inf"], "unknown command 'inf'; did you mean 'info'?"),
        (["cat.png", "dog.png"], "did you mean 'webimage get cat.png'?"),
        (["http://u:p@h/a?b"], "did you mean 'webimage get http://h/a'?"),
        (["get", "-dash.png"], "for a file write './-dash.png'"),
        (["get", "x", "-o", "a", "-o", "b"], "-o is given twice"),
        (["get", "x", "-o", "a", "--output", "b"], "--output is given twice"),
        (["get", "x", "--quality", "1", "--quality=2"], "--quality is given twice"),
        (["prefetch", "x", "-j", "1", "--concurrency", "2"], "--concurrency is given twice"),
    ])
    func `a slip is explained`(words: [String], message: String) async throws {
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `what may be repeated, and names behind two dashes, are no slips`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "-dash.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        for words in [["./-dash.png"], ["--", "-dash.png"]] {
            let outcome = try await tool.run(
                ["get", "-H", "A: b", "--header", "C: d", "--transform", "blur(1)", "--transform"]
                    + ["blur(2)"] + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"),
        (320_300, "320 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (1_800_000, "1.8 MB"),
    ])
    func `a number of bytes has two or three digits`(count: Int, text: String) {
        #expect(ByteCount(count).description == text)
    }

    @Test func `one entry is not called entries, and a data URL has one colon`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        let place = ["--cache-dir", folder("cache")]
        _ = try await Tool().run(["get", origin.url("/cat.png")] + place)
        let report = try await Tool().run(["cache", "info"] + place)
        #expect(report.text.contains(": 1 entry, "))
        let failed = try await Tool().run("get", "data:image/png;base64,AAAA")
        #expect(failed.status == 1)
        #expect(failed.errors.hasPrefix("webimage: data URL: decode: "), "\(failed.errors)")
        let malformed = try await Tool().run("get", "data:nothing")
        #expect(!malformed.errors.contains("::"), "\(malformed.errors)")
    }

    @Test func `a page is counted from one`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(.tiff), to: "in.tif")
        let outcome = try await Tool().run("get", source, "--page", "9")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("page 9 of a file with 1 page"), "\(outcome.errors)")
    }
}
