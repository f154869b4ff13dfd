import Testing
import WebImage

/// Slips of new users that the command explains.
struct StumbleTests {
    @Test(arguments: [
        (["--resize", "50%"], "unknown option '--resize'; did you mean '--size'?"),
        (["--cookie", "a=b"], "unknown option '--cookie'; did you mean '--cookies'?"),
        (["-b", "a=b"], "unknown option '-b'; did you mean '--cookies'?"),
        (["--crop", "10x10"], "did you mean --transform 'crop(320x240,10,10)'?"),
        (["--grayscale"], "did you mean --transform 'grayscale'?"),
        (["--strip-gps"], "did you mean '--strip gps'?"),
        (["--qualty", "80"], "unknown option '--qualty'; did you mean '--quality'?"),
        (["--qualty=80"], "unknown option '--qualty'; did you mean '--quality'?"),
        (["--wonderful", "yes"], "unknown option '--wonderful'."),
        (["-q", "80"], "-q is --quiet and takes no value; for the quality write '--quality 80'."),
    ])
    func `an unknown option is told by its name, whatever follows it`(
        words: [String], message: String
    ) async throws {
        let outcome = try await Tool().run(["get", "a.png"] + words + ["-o", "b.png"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.contains("Usage: webimage get"))
    }

    @Test(arguments: [
        (["convert", "a.png"], "get"), (["identify"], "info"), (["montage"], "sheet"),
        (["cache", "ls"], "list"), (["version"], "--version"), (["gett"], "get"),
    ])
    func `a word of another program names the command`(words: [String], meant: String) async throws
    {
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("did you mean '\(meant)'?"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("20000", true), ("20kB", true), ("20 kB", true), ("0.02MB", true), ("20K", true),
        ("19.5KiB", true), ("20 pounds", false), ("kB", false), ("0kB", false), ("-1kB", false),
        ("1e400MB", false), ("99999999999GB", false),
    ])
    func `a number of bytes may have a unit`(text: String, isRead: Bool) async throws {
        let folder = try Folder()
        let noise = try Pictures.png(200, 200)
        let source = try folder.write(noise, to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--max-bytes=\(text)", "-o", folder("out.jpg"))
        #expect(outcome.status == (isRead ? 0 : 64), "\(outcome.errors)")
        if isRead {
            #expect(try folder.read("out.jpg").count <= 20_000)
        } else {
            #expect(outcome.errors.contains("such as 100000, 100kB or 2MB"))
        }
    }

    @Test(arguments: [
        ["--strip", "gps"], ["--max-bytes", "9kB"], ["--max-size", "9x9"], ["--icc", "keep"],
    ])
    func `options for the output are told without one`(words: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.jpeg(), to: "in.jpg")
        let outcome = try await Tool().run(["get", source] + words)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("nothing is written without -o"))
        for option in [
            "--in-place", "--dry-run", "--no-clobber", "--skip-newer", "--keep-hard-links",
        ] {
            let refused = try await Tool().run(["get", source, option] + words)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("\(option) needs an output"), "\(refused.errors)")
        }
    }

    @Test func `a host without a scheme is told`() async throws {
        let outcome = try await Tool().run("get", "example.com/cat.jpg")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("a URL begins with https://"))
        let file = try await Tool().run("get", "no-such-folder/cat.jpg")
        #expect(!file.errors.contains("https://"))
    }

    @Test func `a URL in place of a list is told`() async throws {
        let outcome = try await Tool().run("prefetch", "https://me:pw@example.com/cat.jpg?token=x")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'webimage get https://example.com/cat.jpg'"))
    }

    @Test(arguments: [
        ["compare", "a", "b", "https://me:pw@h/x?token=secret"],
        ["info", "a", "--size=https://me:pw@h/x?token=secret"],
        ["get", "a", "--size", "https://me:pw@h/x#secret"],
        ["get", "a", "-o", "b", "-o", "https://me:pw@h/x?secret"],
        ["cache", "info", "http://me:pw@h/?secret", "http://me:pw@h/?secret=1"],
        ["prefetch", "a", "https://h/x?secret=" + String(repeating: "s", count: 300)],
        ["https://me:pw@h/x?secret", "b"],
        ["get", "a", "--transform", "composite(url:http%3A%2F%2Fme:pw@h%3Ftoken=secret,foo)"],
        ["get", "a", "--transform", "composite(urls:https%3a%2f%2fme:pw@h%3Ftoken=secret)"],
        ["get", "a", "-o", "https://me:pw@h/x.png?secret"], ["get", "a", "--cookies", "secret"],
        ["cache", "info", "me:pw@h/x.png?secret"],
        ["get", "x", "--wonderful=http://me:pw@h/?secret"],
    ])
    func `a message on arguments shows no secret of a URL`(words: [String]) async throws {
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
        #expect(!outcome.errors.contains("pw"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
    }

    @Test(arguments: ["--overwrite", "--force", "-y"])
    func `an option to replace files is told not to be needed`(option: String) async throws {
        let get = try await Tool().run("get", "a.png", option, "-o", "b.png")
        #expect(get.status == 64)
        #expect(get.errors.contains("outputs replace files that exist, unless '--no-clobber'"))
        #expect(get.errors.contains("only to replace a source takes '--in-place'"))
        let frames = try await Tool().run("frames", "a.gif", option, "-o", "b/")
        #expect(frames.status == 64)
        #expect(frames.errors.contains("outputs replace files that exist"), "\(frames.errors)")
        #expect(!frames.errors.contains("--in-place"))
    }

    @Test func `an output in a missing folder names the folder`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "-o", folder("no/out.png"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no folder \(folder("no"))"))
    }

    @Test func `frames in a folder without a slash are told of the slash`() async throws {
        let outcome = try await Tool().run("frames", "cat.gif", "-o", "parts")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("A folder ends with a slash: 'parts/'."))
    }

    @Test(arguments: [
        "", "get", "info", "compare", "frames", "sheet", "prefetch", "cache", "cache list",
    ])
    func `help fits a terminal of 80 columns without broken lines`(command: String) async throws {
        let words = command.split(separator: " ").map(String.init) + ["--help"]
        func overview(_ columns: Int) async throws -> [Substring] {
            var tool = Tool()
            tool.environment = ["COLUMNS": "\(columns)"]
            return try await tool.run(words).text.split(separator: "\n").prefix {
                !$0.hasPrefix("USAGE: ")
            }
        }
        let shown = try await overview(80)
        let unbroken = try await overview(200)
        // The first line, with its label, may be broken; no other one is.
        #expect(shown.suffix(unbroken.count - 1) == unbroken.suffix(unbroken.count - 1))
        #expect(shown.allSatisfy { $0.count <= 80 })
    }
}
