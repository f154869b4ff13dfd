import Foundation
import Testing
import WebImage
import WebImageTesting

/// Cookies behind redirects: each goes to its own host and path.
struct ScopeTests {
    private static let cookies = """
        # Netscape HTTP Cookie File
        127.0.0.1\tFALSE\t/\tFALSE\t0\there\t1
        127.0.0.1\tFALSE\t/b\tFALSE\t0\tdeep\t2
        127.0.0.1\tFALSE\t/\tTRUE\t0\tsecure\t3
        localhost\tFALSE\t/\tFALSE\t0\tother\t4
        127.0.0.1\tFALSE\t/b\tFALSE\t1\told\t5
        """

    /// Returns two origins, known by different names, of which the first redirects twice.
    private func scene() throws -> (first: OriginServer, second: OriginServer, folder: Folder) {
        let (first, second) = (try OriginServer(), try OriginServer())
        first.reply("/a.png", with: .redirect(to: "/b/c.png"))
        first.reply(
            "/b/c.png", with: .redirect(to: "http://localhost:\(second.port)/cat.png"))
        second.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        return (first, second, try Folder())
    }

    @Test func `each request of a redirect gets the cookies of its own URL`() async throws {
        let (first, second, folder) = try scene()
        let file = try folder.write(Array(Self.cookies.utf8), to: "cookies.txt")
        let list = try folder.write(Array(first.url("/a.png").utf8), to: "urls.txt")
        let commands = [
            ["get", first.url("/a.png")], ["info", first.url("/a.png"), "--no-cache"],
            ["prefetch", list],
        ]
        for command in commands {
            let outcome = try await Tool().run(command + ["--cookies", file])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let all = [["here=1", "deep=2; here=1"], ["here=1", "deep=2; here=1"]]
        #expect(
            first.requests.map { $0["Cookie"] } == (all + [all[0]]).flatMap { $0 })
        #expect(second.requests.map { $0["Cookie"] } == ["other=4", "other=4", "other=4"])
    }

    @Test func `a cookie that a redirect sets replaces the file's`() async throws {
        let (first, second, folder) = try scene()
        first.reply(
            "/a.png",
            with: OriginReply.redirect(to: "/b/c.png").header("Set-Cookie", "here=9; Path=/"))
        let file = try folder.write(Array(Self.cookies.utf8), to: "cookies.txt")
        let outcome = try await Tool().run("get", first.url("/a.png"), "--cookies", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(first.requests.map { $0["Cookie"] } == ["here=1", "deep=2; here=9"])
        #expect(second.requests.map { $0["Cookie"] } == ["other=4"])
    }

    @Test func `cookies as text go to no other host`() async throws {
        let (first, second, _) = try scene()
        let outcome = try await Tool().run("get", first.url("/a.png"), "--cookies", "x=y")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(first.requests.map { $0["Cookie"] } == ["x=y", "x=y"])
        #expect(second.requests.map { $0["Cookie"] } == [nil])
    }

    @Test func `pictures loaded with a file of cookies answer no other load`() async throws {
        let (origin, folder) = (try OriginServer(), try Folder())
        let fields = [("Cache-Control", "max-age=600")]
        origin.reply("/b/cat.png", with: OriginReply(headers: fields, body: try Pictures.png()))
        let file = try folder.write(Array(Self.cookies.utf8), to: "cookies.txt")
        let words = ["get", origin.url("/b/cat.png"), "--cache-dir", folder("cache")]
        #expect(try await Tool().run(words + ["--cookies", file]).status == 0)
        #expect(try await Tool().run(words + ["--only-if-cached"]).status == 1)
        let same = try await Tool().run(words + ["--cookies", file, "--only-if-cached"])
        #expect(same.status == 0)
        try folder.write(Array((Self.cookies + "\n").utf8), to: "cookies.txt")
        let other = try await Tool().run(words + ["--cookies", file, "--only-if-cached"])
        #expect(other.status == 1)
    }

    @Test(arguments: ["", "# only a comment\n", "sid=1\n", "bank.example TRUE / FALSE 0 sid 1\n"])
    func `a file without cookies is told`(content: String) async throws {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        let folder = try Folder()
        let file = try folder.write(Array(content.utf8), to: "cookies=.txt")
        let words = ["get", origin.url("/cat.png"), "--cookies", file]
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("webimage: note: --cookies: \(file) has no cookies"))
        #expect(try await Tool().run(words + ["--quiet"]).errors.isEmpty)
    }
}
