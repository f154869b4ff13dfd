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
        // More than a pipe holds, so that the command writes after its reader has gone.
        let lines = Array(repeating: source, count: 3_000).joined(separator: "\n")
        let list = try folder.write(Array(lines.utf8), to: "list")
        let command = "'\(Tool.path)' get -i '\(list)' | head -n 1; exit ${PIPESTATUS[0]}"
        for (signals, status) in [("--default-signal=PIPE", 141), ("--ignore-signal=PIPE", 1)] {
            var tool = Tool()
            tool.substitute = ["env", signals, "/bin/bash", "-c", command]
            let outcome = try await tool.run()
            #expect(outcome.status == Int32(status))
            #expect(outcome.errors.isEmpty)
            #expect(self.lines(outcome.text).count == 1)
        }
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "//dev/stdout", "/dev/../dev/stdout"])
    func `a path of standard output is that`(path: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(.bmp, 900, 600), to: "in.bmp")
        let words = "get '\(source)' --format bmp -o \(path)"
        var tool = Tool()
        tool.substitute = [
            "env", "--default-signal=PIPE", "/bin/bash", "-c",
            "'\(Tool.path)' \(words) | head -c 1; exit ${PIPESTATUS[0]}",
        ]
        let outcome = try await tool.run()
        #expect(outcome.status == 141)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == Array("B".utf8))
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
        for (number, command) in ["get", "info"].enumerated() {
            let run = try Tool().start([command, "--unordered", "--json", "--no-cache"] + urls)
            #expect(await origin.waitUntil { $0.requestCount("/slow.png") == number + 1 })
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
        (["get", "x", "-j1", "-j", "2"], "-j is given twice"),
        (["get", "x", "-oa.png", "-o", "b.png"], "-o is given twice"),
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

    @Test func `a flag may be given twice`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let twice = try await Tool().run("info", source, "--json", "--json", "--no-cache")
        #expect(twice.status == 0, "\(twice.errors)")
        #expect(try twice.json().count == 1)
        let quiet = try await Tool().run("get", source, "-q", "--quiet", "-o", folder("b.png"))
        #expect(quiet.status == 0, "\(quiet.errors)")
        #expect(quiet.text.isEmpty)
    }

    @Test func `a value may be joined to its short option`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        let outcome = try await Tool().run(
            "get", origin.url("/cat.png"), "-j4", "-ume:p/w.", "-HX-One: a/b.c", "-ATester/2",
            "-o\(folder("out.png"))")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let request = try #require(origin.requests.first)
        #expect(request["Authorization"] == "Basic " + Data("me:p/w.".utf8).base64EncodedString())
        #expect(request["X-One"] == "a/b.c")
        #expect(request["User-Agent"] == "Tester/2")
        #expect(try folder.read("out.png") == Pictures.png())
        for words in [["-uhunter2"], ["-Hhunter2"], ["-j0"]] {
            let refused = try await Tool().run(["get", origin.url("/cat.png")] + words)
            #expect(refused.status == 64)
            #expect(!refused.errors.contains("hunter"), "\(refused.errors)")
        }
        try folder.write([], to: "-old.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        let dash = try await tool.run("get", "-old.png")
        #expect(dash.status == 64)
        #expect(dash.errors.contains("for a file write './-old.png'"))
    }

    @Test func `the check of arguments knows all flags`() async throws {
        let outcome = try await Tool().run("--experimental-dump-help")
        #expect(outcome.status == 0)
        let root = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        var flags: Set<String> = []
        func collect(_ command: [String: Any]) {
            for argument in command["arguments"] as? [[String: Any]] ?? []
            where argument["kind"] as? String == "flag" {
                for name in argument["names"] as? [[String: Any]] ?? []
                where name["kind"] as? String == "long" {
                    if let name = name["name"] as? String { flags.insert(name) }
                }
            }
            for sub in command["subcommands"] as? [[String: Any]] ?? [] { collect(sub) }
        }
        collect(try #require(root["command"] as? [String: Any]))
        #expect(flags.contains("json"))
        #expect(flags == ArgumentCheck.flags)
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
