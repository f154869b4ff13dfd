import Foundation
import Testing
import WebImage
import WebImageTesting

/// The progress line: on a terminal, during long loads, and removed at the end.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
        "script (util-linux) makes the terminal"))
struct ProgressTests {
    /// Runs the command on a terminal of its own, and returns the output to it.
    private func terminal(_ arguments: [String], _ tool: Tool = Tool()) throws -> Tool.Run {
        var tool = tool
        let command = "exec " + ([Tool.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        tool.environment["TERM"] = "xterm"
        tool.substitute = ["/usr/bin/script", "-qec", command, "/dev/null"]
        return try tool.start([])
    }

    @Test func `a slow load is shown, and taken away at the end`() async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        origin.reply("/cat.png", with: OriginReply(body: bytes).held(after: 50))
        let run = try terminal(["get", origin.url("/cat.png"), "--no-cache"])
        #expect(
            await eventually {
                let shown = (try? run.folder.read("stdout")) ?? []
                return String(decoding: shown, as: UTF8.self).contains("/s")
            })
        origin.release("/cat.png")
        let outcome = try await run.outcome()
        #expect(outcome.status == 0)
        let last = try #require(outcome.text.components(separatedBy: "\r\u{1B}[K").last)
        #expect(last.contains("/cat.png: png 40x30"))
        #expect(outcome.text.contains("50 B of"))
    }

    @Test func `a quick load shows no progress`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        var isSilent = false
        // On a busy machine a quick load may become a slow one.
        for _ in 0..<3 where !isSilent {
            let outcome = try await terminal(["info", source]).outcome()
            #expect(outcome.status == 0)
            #expect(outcome.text.contains("in.png: png 40x30"))
            isSilent = !outcome.text.contains("\u{1B}")
        }
        #expect(isSilent)
    }

    @Test func `away from a terminal there is no progress`() async throws {
        let origin = try OriginServer()
        origin.reply(
            "/cat.png", with: OriginReply(body: try Pictures.png()).delayed(.milliseconds(600)))
        let outcome = try await Tool().run("get", origin.url("/cat.png"))
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.text.split(separator: "\n").count == 1)
    }

    @Test func `an interruption takes the progress away`() async throws {
        let origin = try OriginServer()
        origin.reply(
            "/cat.png", with: OriginReply(body: try Pictures.png()).stalling(after: 50))
        let run = try terminal(["get", origin.url("/cat.png"), "--no-cache"])
        #expect(
            await eventually {
                let shown = (try? run.folder.read("stdout")) ?? []
                return String(decoding: shown, as: UTF8.self).contains("/s")
            })
        for pid in try children(of: run.process.processIdentifier) { kill(pid, SIGINT) }
        let outcome = try await run.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.text.hasSuffix("\r\u{1B}[K"))
    }

    /// Returns the child processes of a process.
    private func children(of parent: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init)
            .filter { pid in
                let path = URL(filePath: "/proc/\(pid)/stat")
                guard let text = try? String(contentsOf: path, encoding: .utf8) else {
                    return false
                }
                // Behind the name, which may contain any character: the state, then the parent.
                let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(
                    separator: " ")
                return fields.count > 2 && Int32(fields[2]) == parent
            }
    }
}
