import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// The names of outputs, and sources by folders and lists.
struct NameTests {
    @Test func `a pattern names the outputs`() async throws {
        let folder = try Folder()
        let sources = [
            try folder.write(try Pictures.png(40, 30), to: "a/cat.png"),
            try folder.write(try Pictures.png(80, 60), to: "b/cat.png"),
        ]
        let outcome = try await Tool().run(
            ["get"] + sources + [
                "--size", "50%", "--format", "webp", "--name",
                "{index}_{stem}-{width}x{height}.{ext}", "-o", folder("out/"),
            ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names("out") == ["1_cat-20x15.webp", "2_cat-40x30.webp"])
    }

    @Test func `an extension in a pattern chooses the format, and names stay distinct`()
        async throws
    {
        let folder = try Folder()
        let sources = try (1...3).map {
            try folder.write(try Pictures.png($0, 1), to: "in\($0)/cat.png")
        }
        for pattern in ["small.webp", "{stem}.webp", "{height}.webp"] {
            let out = folder(pattern)
            let words = ["get"] + sources + ["--name", pattern, "-o", out + "/"]
            #expect(try await Tool().run(words).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: out)
            #expect(names.count == 3)
            for name in names {
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(out)/\(name)")))
                #expect(Pictures.format(of: bytes) == .webp)
            }
        }
    }

    @Test(arguments: [
        (["--name", "{stm}.png"], "stem"), (["--name", "{stem"], "brace"),
        (["--name", "../{stem}"], "pattern"), (["--name", "{stem}.xyz"], "format"),
        (["--name", ""], "pattern"),
    ])
    func `a pattern without sense is refused`(words: [String], reason: String) async throws {
        let folder = try Folder()
        let outcome = try await Tool().run(["get", "a.png", "-o", folder("out/")] + words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test func `folders of sources are kept on request`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "a/b/cat.png")
        try folder.write(try Pictures.png(), to: "a/cat.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        let words = ["get", "./a/b/../b/cat.png", "a/cat.png", "--parents", "-o", "out/"]
        let outcome = try await tool.run(words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            folder.files().filter { $0.hasPrefix("out/") }.sorted() == [
                "out/a/b/b/cat.png", "out/a/cat.png",
            ])
    }

    @Test func `host and path of a URL are kept on request`() async throws {
        let origin = try OriginServer()
        origin.reply("/x/%2e%2e/y%20z/cat.png", with: OriginReply(body: try Pictures.png()))
        origin.reply("/y%20z/cat.png", with: OriginReply(body: try Pictures.png()))
        let folder = try Folder()
        let outcome = try await Tool().run(
            "get", origin.url("/y%20z/cat.png"), "--parents", "-o", folder("out/"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.files().count == 1)
        #expect(folder.files()[0].hasPrefix("out/127.0.0.1"))
        #expect(folder.files()[0].hasSuffix("/y z/cat.png"))
    }

    @Test func `a folder gives the pictures in its tree`() async throws {
        let folder = try Folder()
        for name in ["in/a.png", "in/b/c.png", "in/.hidden.png", "in/.git/x.png", "in/out/z.png"] {
            try folder.write(try Pictures.png(), to: name)
        }
        try folder.write(Array("text".utf8), to: "in/notes.txt")
        try FileManager.default.createSymbolicLink(
            atPath: folder("in/loop"), withDestinationPath: ".")
        // The outputs of an earlier run lie in the tree.
        let outcome = try await Tool().run(
            "get", "-r", folder("in"), "--size", "9x", "-o", folder("in/out"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            folder.files().filter { $0.hasPrefix("in/out/") } == [
                "in/out/a.png", "in/out/b/c.png", "in/out/z.png",
            ])
        let refused = try await Tool().run("get", folder("in"), "-o", folder("x/"))
        #expect(refused.status == 1)
        #expect(refused.errors.contains("is a folder; -r takes the pictures in it"))
    }

    @Test func `a list gives more sources`() async throws {
        let folder = try Folder()
        for name in ["a.png", "b.png", "with space.png"] {
            try folder.write(try Pictures.png(), to: name)
        }
        try folder.write(Array("# pictures\n\n  a.png\r\nwith space.png\n".utf8), to: "list")
        var tool = Tool()
        tool.workingFolder = folder.path
        var outcome = try await tool.run("get", "b.png", "-i", "list", "-o", "out/")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names("out") == ["a.png", "b.png", "with space.png"])
        outcome = try await tool.run(
            ["get", "-i", "-", "-0", "-o", "nul/"], input: Array("a.png\0with space.png\0".utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names("nul") == ["a.png", "with space.png"])
        outcome = try await tool.run("get", "-i", "no-list", "-o", "out/")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("list: no-list: No such file"))
    }

    /// Names with bytes that are no UTF-8, as arguments, in a folder, and in a list.
    @Test(arguments: [
        "get in/* -o out/", "get -r in -o out/",
        "get -i - -0 -o out/ < list", "get in/bad* --name '{stem}.{ext}' -o out/",
    ])
    func `a name need not be UTF-8`(words: String) async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "good.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        tool.launcher = [
            "/bin/sh", "-c",
            """
            mkdir in; cp good.png "$(printf 'in/bad\\377\\303.png')"
            printf 'in/bad\\377\\303.png\\000' > list
            "$0" \(words) && "$0" get -q "$(printf 'out/bad\\377\\303.png')" -o copy.png
            """,
        ]
        let outcome = try await tool.run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("copy.png") == Pictures.png())
        #expect(outcome.text.contains("bad??.png"))
    }

    @Test(arguments: [
        ("/%E7%8C%AB.png", "猫.png"), ("/a%20b.png", "a b.png"),
        ("/a%2Fb%00.png", "a-b-.png"), ("/100%.png", "100%.png"),
    ])
    func `escapes of a URL are decoded in names`(path: String, name: String) async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        for sent in [path, path.replacing("%.", with: "%25.")] {
            origin.reply(sent, with: OriginReply(body: bytes))
        }
        let folder = try Folder()
        let outcome = try await Tool().run("get", origin.url(path), "-o", folder("out/"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names("out") == [name])
    }

    @Test func `escapes that are no UTF-8 stay`() {
        #expect(Source("http://example.com/a/%FF%41.png").fileName == "%FF%41.png")
        #expect(Source("http://example.com/a/%4").fileName == "%4")
    }

    @Test func `a long name is not cut within an escape`() {
        for count in 190...200 {
            let name = String(repeating: "a", count: count) + "%FF%FF%FF%FF%FF.png"
            let stem = FileName.stem(of: name, keepsBytes: false)
            #expect(stem.utf8.count <= 200)
            #expect(stem.dropFirst(count).allSatisfy { "%F".contains($0) })
            #expect(stem.dropFirst(count).count.isMultiple(of: 3))
        }
    }

    @Test(
        arguments: [
            [0x61], [0xFF], [0xC3, 0x28], [0xE7, 0x8C, 0xAB, 0x80], [0xF4, 0x8F, 0x9F, 0xBF],
            [0xF4, 0x8F, 0x9E, 0x80, 0x2F, 0xC0, 0x80], [0xED, 0xA0, 0x80], [],
        ] as [[UInt8]])
    func `every path has one text`(bytes: [UInt8]) {
        let text = SystemPath.text(of: bytes)
        #expect(SystemPath.bytes(of: text) == bytes)
        #expect(text.withSystemPath { SystemPath.text(of: $0) } == text)
    }

    @Test func `a new folder is written with a slash`() async throws {
        let folder = try Folder()
        let outcome = try await Tool().run("get", "a.png", "b.png", "-o", folder("one.jpg"))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("one.jpg/', it is made"))
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: ["x.pdf", "x.xyz", "x.txt", "x.cur"])
    func `an extension of no format is refused`(name: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "-o", folder(name))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("unknown format '\(name.dropFirst(2))'"))
        let named = try await Tool().run("get", source, "--format", "png", "-o", folder(name))
        #expect(named.status == 0)
    }

    @Test func `standard output by its path is as clean as by a dash`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "-o", "/dev/stdout")
        #expect(outcome.status == 0)
        #expect(try outcome.output == Pictures.png())
        #expect(try await Tool().run("get", source, "-o", "/dev/stdout", "--json").status == 64)
    }
}
