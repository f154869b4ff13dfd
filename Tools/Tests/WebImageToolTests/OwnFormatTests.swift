import Testing
import WebImage

/// The command with a custom codec: `webimage-own-format`, which reads and writes tiles.
struct OwnFormatTests {
    @Test func `a format of one's own goes through get, info and the cache`() async throws {
        var tool = Tool()
        let folder = try Folder()
        tool.environment["XDG_CACHE_HOME"] = folder("cache")
        let source = try folder.write(try Pictures.png(20, 12), to: "in.png")
        func run(_ words: String...) async throws -> Tool.Outcome {
            var own = tool
            own.substitute = [Tool.find("webimage-own-format")] + words
            return try await own.run([])
        }
        let written = try await run("get", source, "-o", folder("out.tiles"))
        #expect(written.status == 0, "\(written.errors)")
        #expect(try folder.read("out.tiles").starts(with: Array("TILE".utf8) + [20, 12]))
        let info = try #require(try await run("info", folder("out.tiles"), "--json").json().first)
        #expect(info.text("format") == "tiles")
        #expect(info.number("width") == 20)
        let back = try await run(
            "get", folder("out.tiles"), "--format", "png", "-o", folder("back.png"))
        #expect(back.status == 0, "\(back.errors)")
        let pixels = try Pictures.decode(folder.read("back.png"))
        #expect(pixels[7, 5] == Pictures.bitmap(20, 12)[7, 5])
        let copy = try await run("get", folder("out.tiles"), "-o", folder("copy/"))
        #expect(copy.status == 0, "\(copy.errors)")
        #expect(try folder.read("copy/out.tiles") == folder.read("out.tiles"))
    }

    @Test func `the installed command knows nothing of it`() async throws {
        let outcome = try await Tool().run("get", "x.png", "--format", "tiles")
        #expect(outcome.status == 64)
    }
}
