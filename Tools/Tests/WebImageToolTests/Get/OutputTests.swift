import Foundation
import Testing
import WebImage
import WebImageTesting

/// The output files of `get`, their names, and leftovers.
struct OutputTests {
    @Test func `pictures of one name get numbers in the order of the sources`() async throws {
        let folder = try Folder()
        var sources: [String] = []
        for index in 1...3 {
            sources.append(try folder.write(try Pictures.png(index, 1), to: "in\(index)/cat.png"))
        }
        let outcome = try await Tool().run(["get"] + sources + ["-o", folder("new/deep/")])
        #expect(outcome.status == 0)
        #expect(try folder.names("new/deep") == ["cat-2.png", "cat-3.png", "cat.png"])
        for (index, name) in ["cat.png", "cat-2.png", "cat-3.png"].enumerated() {
            #expect(try Pictures.decode(folder.read("new/deep/\(name)")).size.width == index + 1)
        }
    }

    @Test func `an extension follows the format of the output`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "holiday.2024.png")
        _ = try await Tool().run("get", source, "--format", "webp", "-o", folder("out/"))
        #expect(try folder.names("out") == ["holiday.2024.webp"])
    }

    @Test(arguments: [
        ("/a/%2e%2e%2fpasswd.png?x=/../y.png", "passwd.png"), ("/..", "image.png"),
        ("/", "image.png"), ("/.hidden.png", "hidden.png"), ("/a\\b.png", "a-b.png"),
        ("/dir/", "dir.png"),
    ])
    func `a name from a URL stays inside the folder`(
        path: String, name: String
    ) async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        for sent in [path, path.replacing("\\", with: "%5C"), "/"] {
            origin.reply(sent, with: OriginReply(body: bytes))
        }
        let folder = try Folder()
        let outcome = try await Tool().run("get", origin.url(path), "-o", folder("out/"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.files() == ["out/\(name)"])
    }

    @Test func `an existing file is replaced as a whole`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let target = try folder.write(Array("old".utf8), to: "out.png")
        let old = try FileHandle(forReadingFrom: URL(filePath: target))
        #expect(try await Tool().run("get", source, "-o", target).status == 0)
        #expect(Pictures.format(of: try folder.read("out.png")) == .png)
        // A reader of the old file still reads it: it was replaced, not overwritten.
        #expect(try old.readToEnd() == Data("old".utf8))
        #expect(try folder.names() == ["in.png", "out.png"])
    }

    @Test func `a failed source leaves an existing file as it is`() async throws {
        let folder = try Folder()
        let source = try folder.write(Array("no picture".utf8), to: "in.png")
        let target = try folder.write(Array("old".utf8), to: "out.png")
        #expect(try await Tool().run("get", source, "-o", target).status == 1)
        #expect(try folder.read("out.png") == Array("old".utf8))
        #expect(try folder.names() == ["in.png", "out.png"])
    }

    @Test func `the mode of a file follows the user's mask`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        var tool = Tool()
        tool.launcher = ["/bin/sh", "-c", "umask 027; exec \"$0\" \"$@\""]
        #expect(try await tool.run("get", source, "-o", folder("out.png")).status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("out.png"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `a link stays a link, and what it points to is replaced`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        try folder.write(Array("old".utf8), to: "real/file.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder("link.png"), withDestinationPath: "real/file.png")
        #expect(try await Tool().run("get", source, "-o", folder("link.png")).status == 0)
        #expect(Pictures.format(of: try folder.read("real/file.png")) == .png)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder("link.png"))
                == "real/file.png")
    }

    @Test func `a device is written to, not replaced`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        #expect(try await Tool().run("get", source, "-o", "/dev/null").status == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test func `a file in a missing folder is a failure of writing`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "-o", folder("no/out.png"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("in.png: write: cannot write"))
        #expect(try folder.names() == ["in.png"])
    }

    @Test func `a full device is a failure of writing`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "-o", "/dev/full")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("write: cannot write /dev/full: No space left"))
    }

    @Test(.enabled(if: OtherUser.isAvailable, "Nobody else can run the command"))
    func `a folder that may not be written is a failure that leaves nothing`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        #expect(try !OtherUser.canWrite(into: folder.path))
        var tool = Tool()
        tool.launcher = OtherUser.launcher
        for target in ["out.png", "out/"] {
            let outcome = try await tool.run("get", source, "--no-cache", "-o", folder(target))
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("in.png: write: cannot "))
            #expect(outcome.errors.contains("Permission denied"))
        }
        #expect(try folder.names() == ["in.png"])
    }

    @Test func `a standard descriptor that is closed is nobody else's`() async throws {
        // Otherwise the first socket would get that number, and messages would be written to it.
        let folder = try Folder()
        var tool = Tool()
        tool.launcher = ["/bin/sh", "-c", "exec \"$0\" \"$@\" <&-"]
        let outcome = try await tool.run("prefetch", "-", "--cache-dir", folder("cache"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Bad file descriptor"), "\(outcome.errors)")
    }

    @Test func `a report that nobody takes is a failure`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        var tool = Tool()
        tool.launcher = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"]
        let words = [["info", source], ["get", source], ["cache", "info"]]
        for words in words {
            let outcome = try await tool.run(words)
            #expect(outcome.status == 1)
            #expect(
                outcome.errors
                    == "webimage: cannot write standard output: No space left on device\n",
                "\(outcome.errors)")
        }
    }
}
