import Testing
import WebImage

/// Decoding in processes without rights, by the command.
struct SandboxTests {
    private static let drawing = Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'><rect width='8' height='6'/></svg>"
            .utf8)

    @Test(arguments: ["all", "on-demand"])
    func `pictures of all formats are decoded in workers`(mode: String) async throws {
        let folder = try Folder()
        try folder.write(Self.drawing, to: "a.svg")
        for format in [ImageFormat.jpeg, .png, .avif, .heic, .jxl, .tiff, .gif] {
            try folder.write(try Pictures.encoded(format), to: "a.\(format)")
        }
        let outcome = try await Tool().run(
            "get", "-r", folder.path, "--sandbox", mode, "--size", "16x16", "-o", folder("out/"))
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `without workers a drawing is refused with the reason`() async throws {
        let folder = try Folder()
        let source = try folder.write(Self.drawing, to: "a.svg")
        let outcome = try await Tool().run("get", source, "--sandbox", "off")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("decode: svg:"), "\(outcome.errors)")
        #expect(outcome.errors.contains("; --sandbox on-demand draws"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("codecs"), "\(outcome.errors)")
    }

    @Test func `an unknown mode is explained`() async throws {
        let outcome = try await Tool().run("get", "a.png", "--sandbox", "demand")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("on-demand"), "\(outcome.errors)")
    }

    @Test func `doctor tells each layer`() async throws {
        let outcome = try await Tool().run("doctor")
        #expect(outcome.text.contains("seccomp"))
        let object = try #require(try await Tool().run("doctor", "--json").json().first)
        let layers = try object.object("layers")
        #expect(layers.names.count == 11)
        let workers = try object.object("workers")
        #expect(workers.names == ["decoding", "document", "encoding", "header"])
        #expect(outcome.text.contains("header    160 MB   80 MB    1        5 s"))
        let isWhole = outcome.status == 0
        #expect(outcome.text.contains("MISSING") == !isWhole)
    }

    @Test(arguments: [["get"], ["info"], ["get", "--sandbox", "all"], ["get", "--quiet"]])
    func `parts of the wall that are missing are told once`(words: [String]) async throws {
        let folder = try Folder()
        // An empty file where the loader searches first: it finds no library in it, and stops.
        try folder.write([], to: "lib/libseccomp.so.2")
        var tool = Tool()
        tool.environment["LD_LIBRARY_PATH"] = folder("lib")
        let sources = try ["a.svg", "b.svg"].map { try folder.write(Self.drawing, to: $0) }
        let output = words[0] == "get" ? ["-o", folder("out/")] : []
        let outcome = try await tool.run(words + sources + output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains("sandbox") }
        #expect(lines.count == 1, "\(outcome.errors)")
        #expect(lines.first?.contains("seccomp") == true)
        #expect(try await tool.run("doctor").status == 1)
    }

    @Test func `a wall that stands, and pictures without workers, are not spoken of`() async throws
    {
        let folder = try Folder()
        try folder.write([], to: "lib/libseccomp.so.2")
        let drawing = try folder.write(Self.drawing, to: "a.svg")
        let picture = try folder.write(try Pictures.png(), to: "a.png")
        if try await Tool().run("doctor").status == 0 {
            #expect(try await Tool().run("info", drawing).errors.isEmpty)
        }
        var tool = Tool()
        tool.environment["LD_LIBRARY_PATH"] = folder("lib")
        #expect(try await tool.run("info", picture).errors.isEmpty)
    }

    @Test func `the arguments of a worker alone decode nothing`() async throws {
        let outcome = try await Tool().run("--webimage-decoder-process")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("decoder:"))
    }
}
