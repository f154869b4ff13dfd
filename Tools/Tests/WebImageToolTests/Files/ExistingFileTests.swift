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
