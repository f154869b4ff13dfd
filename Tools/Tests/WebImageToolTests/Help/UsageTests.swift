import Foundation
import Testing
import WebImage

/// Arguments that the command rejects at once, and its messages about itself.
struct UsageTests {
    @Test func `the version is printed and nothing else`() async throws {
        let outcome = try await Tool().run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.text.wholeMatch(of: /webimage \d+\.\d+\.\d+\n/) != nil)
        // That of the changelog; `scripts/check format` compares other places.
        let changes = URL(filePath: #filePath).appending(path: "../../../../../CHANGELOG.md")
        let text = try String(contentsOf: changes.standardizedFileURL, encoding: .utf8)
        let version = text.firstMatch(of: /(?m)^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/)?.1
        #expect(outcome.text == "webimage \(version ?? "")\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [["--version"], ["--help"], ["get", "--help"]])
    func `text that cannot be written is a failure`(words: [String]) async throws {
        var tool = Tool()
        tool.launcher = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"]
        #expect(try await tool.run(words).status == 1)
    }

    @Test(arguments: [[], ["get"], ["info"], ["cache"], ["cache", "clear"]])
    func `help has examples`(command: [String]) async throws {
        let outcome = try await Tool().run(command + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("Example"))
        #expect(outcome.text.contains("webimage \((command + [""]).joined(separator: " "))"))
    }

    @Test(arguments: [["get", "--help"], ["help", "get"]])
    func `the help of get begins with the usual options and ends with transforms`(
        words: [String]
    ) async throws {
        let text = try await Tool().run(words).text
        let places = [
            "USAGE: webimage get", "\nARGUMENTS:", "\nOPTIONS:", "\n  -o, --output", "\n  --size",
            "\n  --format", "\n  -q, --quiet", "\nMORE OPTIONS:", "\n  --keep-hard-links",
            "\n  --stale-ok", "\nTRANSFORMS, ", "\n  resize(", "\n  text(",
        ].map { text.firstRange(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        let options = text.matches(of: /(?m)^  (?:-., )*(--[a-z-]+)/).map { $0.1 }
        #expect(options.count > 45)
        #expect(Set(options).count == options.count)
        // The first option is on the first page of a terminal.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.firstIndex { $0.hasPrefix("  -o, --output") } ?? 99 < 24)
    }

    @Test func `-h is a short help of get`() async throws {
        let outcome = try await Tool().run("get", "-h")
        #expect(outcome.status == 0)
        for word in [
            "USAGE: webimage get", "--output", "--size", "--quality", "pixelate", "--help",
        ] {
            #expect(outcome.text.contains(word), "\(word)")
        }
        #expect(!outcome.text.contains("--cacert"))
        #expect(outcome.text.split(separator: "\n").count < 45)
        #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count < 80 })
    }

    @Test(arguments: [
        (["--transform", "crcle"], "circle"), (["--transform", "resise(3x4)"], "resize"),
        (["--format", "jepg"], "jpeg"), (["--format", "pgn"], "png"), (["--fit", "filll"], "fill"),
        (["--fit", "strech"], "stretch"), (["--size", "320*240"], "320x240"),
        (["--size", "320"], "320x"),
    ])
    func `a slip of the keyboard is refused with what was meant`(
        words: [String], meant: String
    ) async throws {
        let outcome = try await Tool().run(["get", "cat.png"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("did you mean '\(meant)'?"))
        #expect(outcome.text.isEmpty)
    }

    @Test(arguments: [
        ["get"], ["get", ""], ["get", "-", "-"], ["get", "x", "-o", "y", "--dry-run", "--quiet"],
        ["nonsense"], ["get", "x", "--nonsense"],
        ["get", "x", "--size", "0x0"], ["get", "x", "--size", "-5x5"],
        ["get", "x", "--quality", "0"], ["get", "x", "--quality", "101"],
        ["get", "x", "--quality", "best"], ["get", "x", "--timeout", "0"],
        ["get", "x", "--timeout", "nan"], ["get", "x", "--max-pixels", "0"],
        ["get", "x", "--header", "no colon"], ["get", "x", "--header", "A: b\r\nC: d"],
        ["get", "x", "--header", ": b"], ["get", "x", "--format", "svg"],
        ["get", "x", "--effort", "11"],
        ["get", "x", "--chroma", "411"], ["get", "x", "--background", "#ff880"],
        ["get", "x", "--max-bytes", "0"], ["get", "x", "--max-size", "big"],
        ["get", "x", "--transform", "crop"], ["get", "x", "--cache-dir", ""],
        ["get", "x", "--refresh", "--only-if-cached"], ["get", "x", "--refresh", "--no-cache"],
        ["get", "x", "--no-cache", "--only-if-cached"], ["get", "x", "y", "-o", "-"],
        ["get", "x", "-o", "x.svg", "--size", "3x"], ["get", "x", "--page", "0"],
        ["get", "x", "-o", "x.svg", "--first-frame"],
        ["get", "x", "-o", "-", "--json"], ["get", "x", "-o", ""], ["cache", "nonsense"],
    ])
    func `bad usage ends with 64 and prints no result`(words: [String]) async throws {
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ["get", "a.png"], ["info", "a.png"], ["sheet", "a.png", "-o", "b.png"],
        ["compare", "a.png", "b.png"], ["frames", "a.gif", "-o", "b.gif"], ["prefetch", "list"],
        ["cache", "clear"], ["cache", "trim"], ["cache", "remove", "http://h/"],
    ])
    func `a quiet report is no JSON`(words: [String]) async throws {
        let outcome = try await Tool().run(words + ["--quiet", "--json"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--quiet and --json exclude each other"))
    }

    @Test(arguments: ["sheet", "frames"])
    func `one file is written, not a folder, and not beside JSON`(command: String) async throws {
        let folder = try Folder()
        let gif = try folder.write(try Animations.gif(), to: "a.gif")
        let words = [command, gif, "--format", "gif", "-o"]
        #expect(try await Tool().run(words + [""]).status == 64)
        let both = try await Tool().run(words + ["-", "--json"])
        #expect(both.status == 64)
        #expect(both.errors.contains("-o - and --json exclude each other"))
        if command == "sheet" {
            #expect(try await Tool().run(words + [folder.path]).status == 64)
        }
    }

    @Test func `several sources are not written over one file`() async throws {
        let folder = try Folder()
        let file = try folder.write(Array("precious".utf8), to: "file.png")
        let outcome = try await Tool().run("get", "a.png", "b.png", "-o", file)
        #expect(outcome.status == 64)
        #expect(try folder.read("file.png") == Array("precious".utf8))
    }

    @Test func `a header's value is not repeated in the message about it`() async throws {
        let outcome = try await Tool().run("get", "x", "--header", "Bearer secret-token")
        #expect(outcome.status == 64)
        let line = outcome.errors.split(separator: "\n").first { $0.hasPrefix("Error") } ?? ""
        #expect(line.contains("expected a header field"))
        #expect(!outcome.errors.contains("secret-token"))
    }
}
