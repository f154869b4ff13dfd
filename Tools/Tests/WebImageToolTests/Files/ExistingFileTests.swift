import Foundation
import Testing
import WebImage

/// Outputs that exist: what they keep, and when they are left alone.
struct ExistingFileTests {
    /// A folder with a picture to load, and a file that is in its way.
    private func scene() throws -> (folder: Folder, source: String, target: String) {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        return (folder, source, try folder.write(Array("old".utf8), to: "out.png"))
    }

    private func attributes(_ path: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: path)
    }

    @Test(arguments: [0o600, 0o640, 0o666])
    func `a replaced file keeps its mode`(mode: Int) async throws {
        let (folder, source, target) = try scene()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target)
        #expect(try await Tool().run("get", source, "-o", target).status == 0)
        #expect(Pictures.format(of: try folder.read("out.png")) == .png)
        #expect(try attributes(target)[.posixPermissions] as? Int == mode)
    }

    @Test(.enabled(if: getuid() == 0, "Only the superuser gives files away"))
    func `a replaced file keeps its owner and group`() async throws {
        let (folder, source, target) = try scene()
        #expect(chown(target, 65534, 65534) == 0)
        #expect(try await Tool().run("get", source, "-o", target).status == 0)
        #expect(Pictures.format(of: try folder.read("out.png")) == .png)
        #expect(try attributes(target)[.ownerAccountID] as? Int == 65534)
        #expect(try attributes(target)[.groupOwnerAccountID] as? Int == 65534)
    }

    @Test func `a link that leads nowhere stays, and its target is written`() async throws {
        let (folder, source, _) = try scene()
        try folder.write([], to: "real/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link.png"), withDestinationPath: "real/new.png")
        #expect(try await Tool().run("get", source, "-o", folder("link.png")).status == 0)
        #expect(Pictures.format(of: try folder.read("real/new.png")) == .png)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder("link.png"))
                == "real/new.png")
    }

    @Test func `hard links are kept on request`() async throws {
        let (folder, source, target) = try scene()
        try FileManager.default.linkItem(atPath: target, toPath: folder("twin.png"))
        #expect(
            try await Tool().run("get", source, "-o", target, "--keep-hard-links").status == 0)
        #expect(try folder.read("twin.png") == Pictures.png())
        #expect(try await Tool().run("get", source, "--size", "9x", "-o", target).status == 0)
        #expect(try folder.read("twin.png") == Pictures.png())
        #expect(try Pictures.decode(folder.read("out.png")).size.width == 9)
    }

    @Test(.enabled(if: OtherUser.isAvailable, "Nobody else can run the command"))
    func `a writable file in a folder that is not is written`() async throws {
        let (folder, source, target) = try scene()
        try folder.write(Array(repeating: 7, count: 100_000), to: "out.png")
        #expect(chmod(target, 0o666) == 0)
        #expect(try !OtherUser.canWrite(into: folder.path))
        var tool = Tool()
        tool.launcher = OtherUser.launcher
        let outcome = try await tool.run("get", source, "--no-cache", "-o", target)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("out.png") == Pictures.png())
        #expect(try folder.names() == ["in.png", "out.png"])
    }

    @Test func `an existing file is left as it is on request, and nothing is loaded`() async throws
    {
        let (folder, _, target) = try scene()
        let outcome = try await Tool().run(
            "get", "http://127.0.0.1:1/a.png", "--no-clobber", "-o", target)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("left as it is, it exists"))
        #expect(try folder.read("out.png") == Array("old".utf8))
        let json = try await Tool().run(
            "get", "http://127.0.0.1:1/a.png", "--no-clobber", "-o", target, "--json")
        #expect(try json.json().first?.text("skipped") == "exists")
    }

    @Test func `a file whose name is known only late is left as it is, too`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        try folder.write(Array("old".utf8), to: "out/in-40x30.png")
        let outcome = try await Tool().run(
            "get", source, "--name", "{stem}-{width}x{height}.{ext}", "--no-clobber", "-o",
            folder("out"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("out/in-40x30.png") == Array("old".utf8))
        #expect(folder.files() == ["in.png", "out/in-40x30.png"])
    }

    @Test func `an output that is newer than its source is left as it is`() async throws {
        let (folder, source, target) = try scene()
        for (age, isWritten) in [(-60.0, false), (60, true)] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date().addingTimeInterval(age)], ofItemAtPath: source)
            let outcome = try await Tool().run("get", source, "--skip-newer", "-o", target)
            #expect(outcome.status == 0)
            #expect((try folder.read("out.png") != Array("old".utf8)) == isWritten)
        }
    }

    @Test func `a source is replaced on request only`() async throws {
        let (folder, source, _) = try scene()
        let other = try folder.write(try Pictures.png(), to: "other.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link.png"), withDestinationPath: "in.png")
        for (named, target) in [
            (source, source), (source, folder("link.png")), ("file://" + source, source),
        ] {
            let outcome = try await Tool().run("get", named, "--size", "9x", "-o", target)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("is a source; --in-place permits to replace it"))
        }
        let outcome = try await Tool().run(
            "get", source, other, "--size", "9x", "-o", folder.path + "/")
        #expect(outcome.status == 1)
        #expect(try folder.read("in.png") == Pictures.png())
        let words = ["get", source, other, "--size", "9x", "-o", folder.path + "/", "--in-place"]
        #expect(try await Tool().run(words).status == 0)
        #expect(try Pictures.decode(folder.read("in.png")).size.width == 9)
    }

    @Test(arguments: [["-j", "1"], []])
    func `in a folder each source is replaced by its own output, whatever its name is`(
        more: [String]
    ) async throws {
        let folder = try Folder()
        // The names that new files would not get, and one with an extension of another format.
        let names = [
            "x.jpg", "x.jpeg", "X.JPG", "IMG.JPG", " lead.jpg", "-dash.jpg", "back\\slash.jpg",
            "sub/y.jfif", "fake.png", String(repeating: "n", count: 230) + ".jpg",
        ]
        for (index, name) in names.enumerated() {
            try folder.write(try Pictures.jpeg(20 + index, 30), to: name)
        }
        let outcome = try await Tool().run(
            ["get", "-r", folder.path, "--size", "10x", "--in-place", "-o", folder.path] + more)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.files() == names.sorted())
        for (index, name) in names.enumerated() {
            let size = try Pictures.decode(folder.read(name)).size
            let height = Int((300 / Double(20 + index)).rounded())
            #expect(size == PixelSize(width: 10, height: height), "\(name)")
        }
    }

    @Test func `no output replaces the source of another one`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(40, 30), to: "a/x.png")
        try folder.write(try Pictures.png(80, 60), to: "b/x.png")
        let outcome = try await Tool().run(
            "get", folder("a/x.png"), folder("b/x.png"), "--size", "9x", "--in-place", "-o",
            folder("b"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Pictures.decode(folder.read("a/x.png")).size.width == 40)
        #expect(try folder.names("b") == ["x-2.png", "x.png"])
        let named = try await Tool().run(
            "get", folder("a/x.png"), folder("b/x.png"), "--in-place", "--name", "x.png", "-o",
            folder("a"), "--size", "5x", "-j1")
        #expect(named.status == 0, "\(named.errors)")
        let other = try await Tool().run(
            "get", folder("b/x.png"), folder("a/x.png"), "--in-place", "--name", "{stem}.png",
            "-o", folder("a"), "-j1")
        #expect(other.status == 1)
        #expect(other.errors.contains("/a/x.png is another source"), "\(other.errors)")
    }

    @Test func `a file of several sources is changed once`() async throws {
        let folder = try Folder()
        let path = try folder.write(try Pictures.png(40, 30), to: "d/a.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder("d/z.png"), withDestinationPath: "a.png")
        try FileManager.default.linkItem(atPath: path, toPath: folder("d/hard.png"))
        for more in [["-j1"], ["-j1", "--keep-hard-links"], []] {
            try folder.write(try Pictures.png(40, 30), to: "d/a.png")
            let outcome = try await Tool().run(
                ["get", "-r", folder("d"), folder("d/a.png"), "file://" + path, "--size", "50%"]
                    + ["--in-place", "-o", folder("d/")] + more)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("is the file of another source, too"))
            #expect(try Pictures.decode(folder.read("d/a.png")).size.width == 20)
        }
    }

    @Test func `a source that was replaced is still one`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(40, 30), to: "d/a.png")
        try folder.write(try Pictures.png(80, 60), to: "z/b.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder("d/b.png"), withDestinationPath: "a.png")
        for sources in [["d/a.png", "z/b.png"], ["z/b.png", "d/a.png"]] {
            let outcome = try await Tool().run(
                ["get"] + sources.map { folder($0) }
                    + ["--size", "50%", "--in-place", "-j1", "-o", folder("d")])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("/d/b.png is another source"), "\(outcome.errors)")
        }
        #expect(try Pictures.decode(folder.read("d/a.png")).size.width == 10)
    }

    @Test func `a wrong extension stays if the format is that of the name`() async throws {
        let folder = try Folder()
        let path = try folder.write(try Pictures.png(), to: "x.jpeg")
        let outcome = try await Tool().run(
            "get", path, "--in-place", "--format", "jpeg", "-o", folder.path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.files() == ["x.jpeg"])
        #expect(Pictures.format(of: try folder.read("x.jpeg")) == .jpeg)
    }

    @Test func `a name that is known late is left as it is, too`() async throws {
        let (folder, source, _) = try scene()
        let words = ["get", source, "--name", "{stem}-{width}.{ext}", "--skip-newer"]
        for isFirst in [true, false] {
            let outcome = try await Tool().run(words + ["-o", folder("out/"), "--json"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.json().first?.text("skipped") == (isFirst ? nil : "newer"))
        }
    }

    @Test func `compare, sheet and frames replace no source`() async throws {
        let folder = try Folder()
        let a = try folder.write(try Pictures.png(), to: "a.png")
        let b = try folder.write(try Pictures.jpeg(), to: "b.jpg")
        let cat = try folder.write(try Animations.gif(), to: "cat.gif")
        for (words, status) in [
            (["compare", a, b, "-o", a], 2), (["sheet", a, b, "-o", b], 1),
            (["frames", cat, "--delay", "90ms", "-o", cat], 1),
        ] {
            let outcome = try await Tool().run(words)
            #expect(outcome.status == Int32(status), "\(words)")
            #expect(outcome.errors.contains(" is a source\n"), "\(outcome.errors)")
        }
        #expect(try folder.read("a.png") == Pictures.png())
        #expect(try folder.read("b.jpg") == Pictures.jpeg())
        #expect(try folder.read("cat.gif") == Animations.gif())
        let sheet = try await Tool().run("sheet", "-r", folder.path, "-o", a)
        #expect(sheet.status == 1)
        #expect(sheet.errors.contains("/a.png is a source\n"))
        #expect(try folder.read("a.png") == Pictures.png())
    }

    @Test func `a trial run tells outputs that cannot be written or named`() async throws {
        let (folder, source, _) = try scene()
        let missing = try await Tool().run(
            "get", source, "-o", folder("no/x.png"), "--dry-run", "--json")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("there is no folder"), "\(missing.errors)")
        for (output, reason) in [
            (source + "/", "Not a directory"), (folder("full"), "Is a directory"),
        ] {
            try folder.write([], to: "full/in.png/x")
            let refused = try await Tool().run("get", source, "-o", output, "--dry-run")
            #expect(refused.status == 1)
            #expect(refused.errors.contains(reason), "\(refused.errors)")
        }
        let named = try await Tool().run(
            "get", source, "-o", folder("out/"), "--name", "{width}.png", "--dry-run", "--json")
        #expect(named.status == 0, "\(named.errors)")
        #expect(try named.json().first?.text("action") == "unknown")
        #expect(try named.json().first?.number("index") == 1)
    }

    @Test func `a trial run tells what would be written, and asks nobody`() async throws {
        let (folder, source, _) = try scene()
        try folder.write(Array("old".utf8), to: "out/in.webp")
        let words = ["get", source, "http://127.0.0.1:1/a.png", "--format", "webp"]
        let outcome = try await Tool().run(words + ["-o", folder("out"), "--dry-run"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("/out/in.webp: replaced\n"))
        #expect(outcome.text.contains("/out/a.webp: new\n"))
        #expect(try folder.read("out/in.webp") == Array("old".utf8))
        let kept = words + ["-o", folder("out"), "--dry-run", "--no-clobber", "--json"]
        let lines = try await Tool().run(kept).json()
        #expect(lines.map { $0.text("action") } == ["skip", "new"])
        let missing = try await Tool().run("get", "no.png", "-o", folder("x.png"), "--dry-run")
        #expect(missing.status == 1)
        #expect(folder.files() == ["in.png", "out.png", "out/in.webp"])
    }

    @Test func `a quiet run prints failures only`() async throws {
        let (folder, source, target) = try scene()
        let outcome = try await Tool().run(
            "get", source, folder("no.png"), "--quiet", "--fit", "fill", "-o", folder("out/"))
        #expect(outcome.status == 1)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("no.png"))
        #expect(try await Tool().run("get", source, "-q", "-o", target).text.isEmpty)
    }
}
