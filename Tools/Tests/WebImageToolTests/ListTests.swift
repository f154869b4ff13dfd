import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// The promises that an engine relies on which runs `get -i - --json` over parts of a list.
struct ListTests {
    private static let words = ["get", "-i", "-", "--json", "--no-cache"]

    @Test func `each line has one answer, whatever it is`() async throws {
        let folder = try Folder()
        let picture = try folder.write(try Pictures.png(), to: "a.png")
        let lines: [[UInt8]] = [
            Array(picture.utf8), [], Array("# a comment".utf8), Array(picture.utf8),
            Array("\(folder("none.png"))".utf8), [0xFF, 0xFE], Array("http://".utf8),
            Array(repeating: 97, count: 70_000), Array("-".utf8), Array("  \(picture)\r".utf8),
            Array("data:image/png,x".utf8), Array(folder.path.utf8),
        ]
        let input = Array(lines.joined(separator: [10]))
        let outcome = try await Tool().run(Self.words, input: input)
        #expect(outcome.status == 1)
        let answers = try outcome.json()
        #expect(answers.compactMap { $0.number("line") }.sorted() == Array(1...12))
        #expect(answers.compactMap { $0.number("index") }.sorted() == Array(1...12))
        var kinds: [Int: String] = [:]
        for answer in answers {
            let reason = try? answer.object("error").text("reason")
            kinds[answer.number("line") ?? 0] = reason ?? answer.text("skipped") ?? "done"
        }
        for line in [1, 4, 10] { #expect(kinds[line] == "done") }
        #expect(kinds[2] == "empty")
        #expect(kinds[3] == "comment")
        #expect(kinds[8] == "longer than 65536 bytes")
        #expect(kinds[9] == "'-', but standard input has the list")
        for line in [5, 6, 7, 11, 12] { #expect(kinds[line]?.isEmpty == false) }
    }

    @Test func `results come before the list ends`() async throws {
        let folder = try Folder()
        let picture = try folder.write(try Pictures.png(), to: "a.png")
        for command in ["get", "info"] {
            let go = folder("go-\(command)")
            var tool = Tool()
            tool.substitute = [
                "/bin/sh", "-c",
                """
                { echo "$1"; while [ ! -e "$2" ]; do sleep 0.05; done; echo "$1"; } \
                    | "$3" $4 -i - --json --no-cache
                """, "sh", picture, go, Tool.path, command,
            ]
            let run = try tool.start([])
            #expect(
                await eventually {
                    let shown = (try? run.folder.read("stdout")) ?? []
                    return String(decoding: shown, as: UTF8.self).contains("\"line\":1")
                })
            try folder.write([], to: "go-\(command)")
            let outcome = try await run.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.json().count == 2)
        }
    }

    @Test func `answers come as they end`() async throws {
        let origin = try OriginServer()
        origin.reply("/slow.png", with: OriginReply(body: try Pictures.png()).held())
        origin.reply("/fast.png", with: OriginReply(body: try Pictures.png()))
        let list = ["/slow.png", "/fast.png"].map { origin.url($0) }.joined(separator: "\n")
        // On a busy machine the held response may be too late, and is asked for again.
        let words = Self.words + ["--retry", "100"]
        let run = try Tool().start(words, input: Array(list.utf8))
        #expect(
            await eventually {
                let shown = (try? run.folder.read("stdout")) ?? []
                return String(decoding: shown, as: UTF8.self).contains("/fast.png")
            })
        origin.release("/slow.png")
        let outcome = try await run.outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.json().compactMap { $0.number("line") } == [2, 1])
    }

    @Test func `a long list takes no more memory than a short one`() async throws {
        let folder = try Folder()
        let peak = try await Self.peak(of: 120_000, in: folder)
        #expect(peak < 64 << 10, "\(peak) kB")
    }

    /// Returns the peak of resident memory of a run over a list, in kB.
    private static func peak(of count: Int, in folder: Folder) async throws -> Int {
        var tool = Tool()
        tool.substitute = [
            "/bin/sh", "-c",
            """
            mkfifo list
            "$1" get -i - --json --no-cache < list > answers 2> errors &
            tool=$!
            exec 3> list
            seq "$2" | awk '{ printf "%0200d.png\\n", $1 }' >&3
            while kill -0 $tool && [ "$(wc -l < answers)" -lt "$2" ]; do sleep 0.1; done
            awk '/VmHWM/ { print $2 }' /proc/$tool/status
            exec 3>&-
            wait $tool
            """, "sh", Tool.path, "\(count)",
        ]
        tool.workingFolder = folder.path
        let outcome = try await tool.run([])
        #expect(outcome.status == 1)
        return try #require(Int(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func `the digest names an output by its request`() async throws {
        let origin = try OriginServer()
        origin.reply("/a.png", with: OriginReply(body: try Pictures.png()))
        origin.reply("/b.png", with: OriginReply(body: try Pictures.jpeg()))
        let folder = try Folder()
        let urls = ["/a.png", "/b.png", "/a.png"].map { origin.url($0) }
        let input = Array(urls.joined(separator: "\n").utf8)
        func names(_ more: String...) async throws -> [String] {
            let words =
                Self.words + ["--format", "webp", "--name", "{digest}", "-o", folder("out/")]
            let outcome = try await Tool().run(words + more, input: input)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let answers = try outcome.json().sorted {
                $0.number("line") ?? 0 < $1.number("line") ?? 0
            }
            return answers.compactMap { $0.text("output") }
        }
        let first = try await names("--size", "20x")
        #expect(first.count == 3)
        #expect(first[0] == first[2] && first[0] != first[1])
        #expect(try folder.names("out").count == 2)
        #expect(first[0].hasSuffix(".webp"))
        let asked = origin.requests.count
        #expect(try await names("--size", "20x", "--no-clobber") == first)
        #expect(origin.requests.count == asked)
        #expect(try await names("--size", "10x")[0] != first[0])
        #expect(try await names("--size", "20x", "--quality", "50")[0] != first[0])
    }

    @Test(arguments: [
        ("get -i - --json < list > /dev/full", 74), ("info -i - --json < list > /dev/full", 74),
        ("get -i - --json < /dev/zero", 74),
        ("get -i - -o out/ --json < list", 1), ("info -i - --json < list", 1),
        ("get -i list --json --nonsense", 64),
    ])
    func `a status of 0 or 1 says that each line was answered`(
        words: String, status: Int32
    ) async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "a.png")
        try folder.write(Array("a.png\nb.png\n".utf8), to: "list")
        var tool = Tool()
        tool.workingFolder = folder.path
        tool.substitute = [
            "/bin/sh", "-c", "'\(Tool.path)' \(words)",
        ]
        let outcome = try await tool.run([])
        #expect(outcome.status == status, "\(outcome.errors)")
        if status == 1 { #expect(try outcome.json().count == 2) }
    }

    @Test func `a disk that takes nothing is an answer of each line`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "a.png")
        try folder.write(
            Array(repeating: Array("a.png\n".utf8), count: 5).flatMap(\.self), to: "list")
        var tool = Tool()
        tool.workingFolder = folder.path
        // Files may have no bytes; standard output is a pipe.
        tool.substitute = [
            "/bin/bash", "-c",
            """
            { trap '' XFSZ; ulimit -f 0
              '\(Tool.path)' get -i list --json --size 9x -o out/ --no-cache 2>&1; echo "status $?"; } | cat
            """,
        ]
        let outcome = try await tool.run([])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.last == "status 1", "\(outcome.text)")
        #expect(lines.count { $0.contains("\"stage\":\"write\"") } == 5)
        #expect(try folder.names("out").isEmpty)
    }

    @Test func `decoders that are killed leave no line without an answer`() async throws {
        let folder = try Folder()
        let picture = try folder.write(try Pictures.jpeg(400, 300), to: "a.jpg")
        let list = Array(repeating: picture, count: 300).joined(separator: "\n")
        let run = try Tool().start(
            Self.words + ["--sandbox", "all", "--size", "50x", "-o", folder("out/")],
            input: Array(list.utf8))
        let killer = Task {
            while !Task.isCancelled {
                for child in Self.children(of: run.process.processIdentifier) {
                    kill(child, SIGKILL)
                }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        let outcome = try await run.outcome()
        killer.cancel()
        #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.errors)")
        let lines = try outcome.json().compactMap { $0.number("line") }
        #expect(lines.sorted() == Array(1...300))
    }

    /// Returns the processes that a process has started.
    private static func children(of process: Int32) -> [Int32] {
        let path = "/proc/\(process)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return tasks.flatMap { task in
            let text = try? String(contentsOfFile: "\(path)/\(task)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }
}
