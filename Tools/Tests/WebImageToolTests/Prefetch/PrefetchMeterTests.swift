import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// The progress of a batch on a terminal, and the lines of its list.
struct PrefetchMeterTests {
    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
            "script (util-linux) makes the terminal"))
    func `a slow batch shows how far it is, and how fast`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        let bytes = try Pictures.png()
        origin.reply("/0.png", with: OriginReply(body: bytes))
        origin.reply("/1.png", with: OriginReply(body: bytes).held())
        let list = try folder.write(
            Array("\(origin.url("/0.png"))\n#\n\(origin.url("/1.png"))".utf8), to: "urls.txt")
        var tool = Tool()
        tool.environment["TERM"] = "xterm"
        let command = "exec '\(Tool.path)' prefetch '\(list)' --cache-dir '\(folder("cache"))'"
        tool.substitute = ["/usr/bin/script", "-qec", command, "/dev/null"]
        let run = try tool.start([])
        #expect(
            await eventually {
                let shown = (try? run.folder.read("stdout")) ?? []
                return String(decoding: shown, as: UTF8.self).contains("1/2  ")
            })
        origin.release("/1.png")
        let outcome = try await run.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("[############            ] 1/2  "))
        let last = try #require(outcome.text.components(separatedBy: "\r\u{1B}[K").last)
        #expect(last.hasPrefix("2 done, 0 skipped, 0 failed"))
    }

    @Test func `lines are cut wherever the pieces end`() {
        let text = Array("\u{FEFF}a\nb\r\n\n# c\nlast".utf8)
        for cut in 0...text.count {
            var splitter = LineSplitter(limit: 10)
            var lines = splitter.add(text[..<cut]) + splitter.add(text[cut...])
            if let last = splitter.finish() { lines.append(last) }
            #expect(lines == ["a", "b\r", "", "# c", "last"].map { .text($0) })
            #expect(lines.compactMap(URLList.url) == ["a", "b", "last"])
            #expect(splitter.finish() == nil)
        }
    }

    @Test func `a line that is too long is told, and the next is read`() {
        var splitter = LineSplitter(limit: 3)
        #expect(splitter.add(Array("abcd\nabc\n".utf8)) == [.tooLong, .text("abc")])
        #expect(splitter.add([0xC3, 10]) == [.notUTF8([0xC3])])
    }
}
