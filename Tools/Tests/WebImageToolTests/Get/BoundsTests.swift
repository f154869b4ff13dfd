import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// Bounds of the time and the memory of a run, whatever its input is.
struct BoundsTests {
    @Test func `names of many equal sources take one try each`() {
        let sources = (0..<50_000).map { Source("http://example.com/\($0)/image.png") }
        let start = ContinuousClock.now
        let names = NameBook(for: Self.placed(sources), fileExtension: nil)
        #expect(names.expectedName(of: 0) == "image.png")
        #expect(names.expectedName(of: 49_999) == "image-50000.png")
        // Trying all numbers for each took minutes.
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a number that another source has is passed over`() {
        let texts = ["a/x-2.png", "b/x.png", "c/x.png", "d/x.png", "e/x-2.png"]
        let names = NameBook(for: Self.placed(texts.map { Source($0) }), fileExtension: nil)
        #expect(
            texts.indices.map(names.expectedName)
                == ["x-2.png", "x.png", "x-3.png", "x-4.png", "x-2-2.png"])
    }

    @Test(arguments: [["-i", "list"], ["-i", "list", "-0"]])
    func `a line of a list that is too long is told`(words: [String]) async throws {
        let folder = try Folder()
        let end = words.contains("-0") ? "\0" : "\n"
        var tool = Tool()
        tool.workingFolder = folder.path
        let longest = String(repeating: "a", count: 1 << 16)
        try folder.write(Array("x.png\(end)\(longest)\(end)".utf8), to: "list")
        let allowed = try await tool.run(["get", "--dry-run", "-o", "out/"] + words)
        #expect(!allowed.errors.contains("list"), "\(allowed.errors)")
        try folder.write(Array("x.png\(end)\(longest)a\(end)y.png".utf8), to: "list")
        let refused = try await tool.run(["get", "--dry-run", "-o", "out/"] + words)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("2 is longer than 65536 bytes"), "\(refused.errors)")
        #expect(refused.output.isEmpty)
    }

    @Test(arguments: ["get -i -", "get -0 -i -", "sheet -o s.png -i -", "prefetch -"])
    func `an endless list ends the run`(words: String) async throws {
        let folder = try Folder()
        var tool = Tool()
        tool.workingFolder = folder.path
        tool.substitute = [
            "/bin/sh", "-c", "ulimit -v 8000000; '\(Tool.path)' \(words) < /dev/zero",
        ]
        let outcome = try await tool.run()
        #expect(outcome.status == 1)
        let reason =
            words.contains("-0")
            ? "more than 1000000 entries without a source" : "longer than 65536 bytes"
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test func `prefetch tells a line that is too long, and reads the next`() async throws {
        let origin = try OriginServer()
        origin.reply("/a.png", with: OriginReply(body: try Pictures.png()))
        let folder = try Folder()
        let long = String(repeating: "a", count: 70_000)
        try folder.write(Array("\(long)\n\(origin.url("/a.png"))\n".utf8), to: "list")
        let outcome = try await Tool().run("prefetch", folder("list"))
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("line 1: list: longer than 65536 bytes"), "\(outcome.errors)")
        #expect(origin.requests.map(\.path) == ["/a.png"])
    }

    @Test func `names from URLs have no bytes that are not UTF-8`() {
        // U+10F780 to U+10F7FF stand for bytes in the text of a path.
        for byte in 0x80...0xFF {
            let scalar = Unicode.Scalar(UInt32(0x10F700 + byte))
            guard let scalar else { continue }
            let escaped = String(scalar).utf8.map { "%" + String($0, radix: 16) }.joined()
            for name in [escaped, String(scalar)] {
                let url = Source("http://example.com/\(name)/a\(name)z.png")
                #expect(url.stem == "a-z")
                #expect(SystemPath.isUTF8(url.folder(parents: true)))
                #expect(Source("file:///x/a\(name)z.png").stem == "a-z")
            }
            #expect(Source("a\(scalar)z.png").stem == "a\(scalar)z")
        }
        for code in Array(0...0x1F) + Array(0x7F...0x9F) {
            let text = String(Unicode.Scalar(UInt8(code)))
            let escaped = text.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }
            #expect(Source("http://example.com/a\(escaped.joined())z.png").stem == "a-z")
        }
    }

    @Test func `a time-out covers encoding`() async throws {
        let folder = try Folder()
        try folder.write(Self.animation(side: 4000, frames: 1200), to: "a.gif")
        let start = ContinuousClock.now
        let outcome = try await Tool().run(
            "get", folder("a.gif"), "--size", "3000x", "--format", "webp", "--timeout", "4",
            "-o", folder("a.webp"), "--json")
        #expect(outcome.status == 1)
        #expect(try outcome.json().first?.object("error").text("stage") == "encode")
        #expect(outcome.errors.contains("encode: not done within 4"), "\(outcome.errors)")
        #expect(!(try folder.names().contains("a.webp")))
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a time-out covers standard input`() async throws {
        var tool = Tool()
        tool.substitute = [
            "/bin/sh", "-c", "sleep 60 | '\(Tool.path)' get - --timeout 0.5; echo $?",
        ]
        let start = ContinuousClock.now
        let run = try tool.start([])
        while !run.errorsSoFar.contains("not done"), ContinuousClock.now - start < .seconds(50) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(run.errorsSoFar.contains("load: not done within 0.5s"))
        run.process.terminate()
    }

    private static func placed(_ sources: [Source]) -> [(index: Int, source: Source)] {
        sources.enumerated().map { (index: $0, source: $1) }
    }

    /// Returns a GIF of many frames of one pixel on a large screen.
    private static func animation(side: Int, frames: Int) -> [UInt8] {
        let low = UInt8(side & 255), high = UInt8(side >> 8)
        var bytes =
            Array("GIF89a".utf8) + [low, high, low, high, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for index in 0..<frames {
            bytes += [0x21, 0xF9, 4, 4, 10, 0, 0, 0]
            bytes += [0x2C, UInt8(index & 255), 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        }
        return bytes + [0x3B]
    }
}
