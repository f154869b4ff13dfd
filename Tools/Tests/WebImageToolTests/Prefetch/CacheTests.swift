import Foundation
import Testing
import WebImage
import WebImageTesting

/// The disk cache across processes.
struct CacheTests {
    /// Returns an origin with one picture, and a folder for the cache.
    private func scene() throws -> (origin: OriginServer, url: String, folder: Folder) {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        return (origin, origin.url("/cat.png"), try Folder())
    }

    private func origin(of outcome: Tool.Outcome) throws -> String? {
        try outcome.json().first?.text("origin")
    }

    @Test func `a second process is answered from disk`() async throws {
        let (server, url, folder) = try scene()
        let words = ["get", url, "--json", "--cache-dir", folder("cache")]
        #expect(try origin(of: await Tool().run(words)) == "network")
        #expect(try origin(of: await Tool().run(words)) == "disk")
        #expect(try origin(of: await Tool().run(words + ["--size", "10x"])) == "disk")
        #expect(server.requestCount("/cat.png") == 1)
    }

    @Test func `without a folder given the user's cache folder is used`() async throws {
        let (server, url, folder) = try scene()
        var tool = Tool()
        tool.environment["XDG_CACHE_HOME"] = folder.path
        _ = try await tool.run("get", url)
        #expect(try origin(of: await tool.run("get", url, "--json")) == "disk")
        #expect(try folder.names() == ["webimage"])
        #expect(server.requestCount("/cat.png") == 1)
    }

    @Test func `a refresh asks the origin, and no cache keeps nothing`() async throws {
        let (server, url, folder) = try scene()
        let words = ["get", url, "--json", "--cache-dir", folder("cache")]
        #expect(try origin(of: await Tool().run(words + ["--no-cache"])) == "network")
        #expect(folder.files().isEmpty)
        #expect(try origin(of: await Tool().run(words)) == "network")
        #expect(try origin(of: await Tool().run(words + ["--refresh"])) == "network")
        #expect(try origin(of: await Tool().run(words + ["--no-cache"])) == "network")
        #expect(server.requestCount("/cat.png") == 4)
    }

    @Test func `a folder that any user may write to is refused unless that is allowed`()
        async throws
    {
        let (server, url, folder) = try scene()
        let path = folder("cache")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(chmod(path, 0o777) == 0)
        let words = ["get", url, "--json", "--cache-dir", path]
        let refused = try await Tool().run(words)
        #expect(refused.status == 0)
        #expect(refused.errors.contains("every user can write to it"))
        #expect(folder.files().isEmpty)
        let report = try await Tool().run("cache", "info", "--cache-dir", path)
        #expect(report.status == 1)
        let allowed = words + ["--allow-shared-cache"]
        #expect(try origin(of: await Tool().run(allowed)) == "network")
        #expect(try origin(of: await Tool().run(allowed)) == "disk")
        #expect(server.requestCount("/cat.png") == 2)
    }

    @Test func `only if cached does not ask the origin`() async throws {
        let (server, url, folder) = try scene()
        let words = ["get", url, "--cache-dir", folder("cache")]
        let missed = try await Tool().run(words + ["--only-if-cached"])
        #expect(missed.status == 1)
        #expect(missed.errors.contains("not in the cache"))
        #expect(server.requestCount("/cat.png") == 0)
        _ = try await Tool().run(words)
        #expect(try await Tool().run(words + ["--only-if-cached"]).status == 0)
        #expect(server.requestCount("/cat.png") == 1)
    }

    @Test func `the original comes from the cache byte for byte`() async throws {
        let (server, url, folder) = try scene()
        for name in ["one.png", "two.png"] {
            _ = try await Tool().run(
                "get", url, "--cache-dir", folder("cache"), "-o", folder(name))
        }
        #expect(try folder.read("one.png") == Pictures.png())
        #expect(try folder.read("two.png") == Pictures.png())
        #expect(server.requestCount("/cat.png") == 1)
    }

    @Test func `info, trim and clear tell what the cache holds`() async throws {
        let (server, url, folder) = try scene()
        defer { server.shutdown() }
        let place = ["--cache-dir", folder("cache"), "--json"]
        func entries(_ command: String) async throws -> Int? {
            try await Tool().run(["cache", command] + place).json().first?.number("entries")
        }
        #expect(try await entries("info") == 0)
        _ = try await Tool().run("get", url, "--cache-dir", folder("cache"))
        #expect(try await entries("info") == 1)
        #expect(try await entries("trim") == 1)
        #expect(try await entries("clear") == 0)
        #expect(try await entries("info") == 0)
    }

    @Test func `a cache that cannot be looked at is a failure of its command`() async throws {
        let folder = try Folder()
        let file = try folder.write([], to: "file")
        let outcome = try await Tool().run("cache", "info", "--cache-dir", file)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("webimage: cache: "))
    }

    @Test func `a file in the folder's place is a warning, not a failure`() async throws {
        let (server, url, folder) = try scene()
        defer { server.shutdown() }
        let file = try folder.write(Array("mine".utf8), to: "cache")
        let outcome = try await Tool().run(
            "get", url, url, "--cache-dir", file, "-o", folder("out/"))
        #expect(outcome.status == 0)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.hasPrefix("webimage: cache: "))
        #expect(try folder.read("out/cat.png") == Pictures.png())
        #expect(try folder.read("cache") == Array("mine".utf8))
    }

    @Test(.enabled(if: OtherUser.isAvailable, "Nobody else can run the command"))
    func `a folder that may not be written is a warning, not a failure`() async throws {
        let (server, url, folder) = try scene()
        defer { server.shutdown() }
        #expect(try !OtherUser.canWrite(into: folder.path))
        var tool = Tool()
        tool.launcher = OtherUser.launcher
        let outcome = try await tool.run("get", url, "--cache-dir", folder("cache"), "--json")
        #expect(outcome.status == 0)
        #expect(try origin(of: outcome) == "network")
        #expect(outcome.errors.hasPrefix("webimage: cache: "))
        #expect(folder.files().isEmpty)
    }

    @Test func `a folder removed while loading costs nothing but the entry`() async throws {
        let folder = try Folder()
        let origin = try OriginServer()
        // Larger than the part kept in memory: the entry is half written when its folder is
        // removed.
        let body = try Pictures.encoded(.bmp, 900, 600)
        origin.reply("/cat.bmp", with: OriginReply(body: body).held(after: body.count - 1000))
        let run = try Tool().start([
            "get", origin.url("/cat.bmp"), "--cache-dir", folder("cache"), "-o",
            folder("out.bmp"),
        ])
        #expect(await eventually { !folder.files().isEmpty })
        try FileManager.default.removeItem(atPath: folder("cache"))
        origin.release("/cat.bmp")
        let outcome = try await run.outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("out.bmp") == body)
    }

    @Test func `a load that ran out of time leaves no part of its entry`() async throws {
        let folder = try Folder()
        let origin = try OriginServer()
        let body = try Pictures.encoded(.bmp, 900, 600)
        origin.reply("/cat.bmp", with: OriginReply(body: body).stalling(after: body.count - 1000))
        let outcome = try await Tool().run(
            "get", origin.url("/cat.bmp"), "--timeout", "2", "--cache-dir", folder("cache"))
        #expect(outcome.status == 1)
        #expect(folder.files().isEmpty)
    }
}
