import Foundation
import Testing
import WebImage
import WebImageTesting

/// The options for requests, their numbers and proxies.
struct NetworkTests {
    private func origin(_ paths: String...) throws -> OriginServer {
        let origin = try OriginServer()
        for path in paths { origin.reply(path, with: OriginReply(body: try Pictures.png())) }
        return origin
    }

    @Test func `fields, agent and password have short names`() async throws {
        let origin = try origin("/cat.png")
        let outcome = try await Tool().run(
            "get", origin.url("/cat.png"), "-H", "X-One: 1", "-A", "Tester/2", "-u", "me:pässword")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let request = try #require(origin.requests.first)
        #expect(request["X-One"] == "1")
        #expect(request["User-Agent"] == "Tester/2")
        let expected = Data("me:pässword".utf8).base64EncodedString()
        #expect(request["Authorization"] == "Basic \(expected)")
        _ = try await Tool().run("get", origin.url("/cat.png"), "-A", "", "--no-cache")
        #expect(origin.requests.last?["User-Agent"] == nil)
    }

    @Test(arguments: ["a:", "a:b", "a:bc", "a:bcd"])
    func `a password of any length is sent whole`(user: String) async throws {
        let origin = try origin("/cat.png")
        _ = try await Tool().run("info", origin.url("/cat.png"), "--user", user)
        let expected = Data(user.utf8).base64EncodedString()
        #expect(origin.requests.first?["Authorization"] == "Basic \(expected)")
    }

    @Test func `a password is sent to no other server`() async throws {
        let (first, second) = (try origin(), try origin("/cat.png"))
        first.reply("/cat.png", with: .redirect(to: second.url("/cat.png")))
        let outcome = try await Tool().run("get", first.url("/cat.png"), "-u", "me:pw")
        #expect(outcome.status == 0)
        #expect(first.requests.first?["Authorization"] != nil)
        #expect(second.requests.count == 1)
        #expect(second.requests.first?["Authorization"] == nil)
    }

    @Test func `cookies of a text go to all sources, those of a file where they belong`()
        async throws
    {
        let origin = try origin("/cat.png", "/a/cat.png")
        let folder = try Folder()
        let file = try folder.write(
            Array(
                """
                # Netscape HTTP Cookie File
                127.0.0.1\tFALSE\t/\tFALSE\t0\tall\t1
                #HttpOnly_127.0.0.1\tFALSE\t/a\tFALSE\t99999999999\tdeep\t2
                127.0.0.1\tFALSE\t/\tTRUE\t0\tsecure\t3
                127.0.0.1\tFALSE\t/\tFALSE\t1\told\t4
                other.example\tTRUE\t/\tFALSE\t0\tother\t5
                no cookie

                """.utf8), to: "cookies.txt")
        let list = try folder.write(
            Array("\(origin.url("/a/cat.png"))\n\(origin.url("/cat.png"))".utf8), to: "urls.txt")
        let commands = [
            ["get", origin.url("/a/cat.png"), origin.url("/cat.png"), "--jobs", "1"],
            ["prefetch", list, "--jobs", "1", "--cache-dir", folder("cache")],
        ]
        for command in commands {
            let outcome = try await Tool().run(command + ["--cookies", file])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(
            origin.requests.map { $0["Cookie"] } == [
                "deep=2; all=1", "all=1", "deep=2; all=1", "all=1",
            ])
        _ = try await Tool().run("get", origin.url("/cat.png"), "--cookies", "x=y; z=1")
        #expect(origin.requests.last?["Cookie"] == "x=y; z=1")
    }

    @Test func `attempts are counted, and the server's wait is kept`() async throws {
        let origin = try OriginServer()
        let busy = OriginReply(status: 503, headers: [("Retry-After", "1")])
        let good = OriginReply(body: try Pictures.png())
        origin.reply("/cat.png", with: [busy, good])
        let start = ContinuousClock.now
        let outcome = try await Tool().run("get", origin.url("/cat.png"), "--retry", "1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(origin.requestCount("/cat.png") == 2)

        origin.reply("/bad.png", with: .status(503))
        let failed = try await Tool().run("get", origin.url("/bad.png"), "--retry", "2")
        #expect(failed.status == 1)
        #expect(failed.errors.contains("status 503"))
        #expect(origin.requestCount("/bad.png") == 3)
        _ = try await Tool().run("get", origin.url("/bad.png"))
        #expect(origin.requestCount("/bad.png") == 4)
        origin.reply("/none.png", with: .status(404))
        _ = try await Tool().run("get", origin.url("/none.png"), "--retry", "5")
        #expect(origin.requestCount("/none.png") == 1)
    }

    @Test(arguments: [(408, 2), (425, 2), (429, 2), (500, 2), (507, 2), (520, 2), (599, 2)])
    func `an answer that may pass is asked for again`(status: Int, count: Int) async throws {
        let origin = try OriginServer()
        let first = OriginReply(status: status, headers: [("Retry-After", "0")])
        origin.reply("/cat.png", with: [first, OriginReply(body: try Pictures.png())])
        let outcome = try await Tool().run("get", origin.url("/cat.png"), "--retry", "1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(origin.requests.count == count)
    }

    @Test(arguments: [400, 404, 410, 501, 505])
    func `an answer that stays is not asked for again`(status: Int) async throws {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: .status(status))
        let outcome = try await Tool().run("get", origin.url("/cat.png"), "--retry", "3")
        #expect(outcome.status == 1)
        #expect(origin.requests.count == 1)
    }

    @Test func `the help tells the bounds of attempts, and they hold`() async throws {
        let help = try await Tool().run("get", "--help")
        let words = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("for 600 s in all"))
        #expect(words.contains("begins again 3 times at most"))
        let origin = try OriginServer()
        let body = try Pictures.png()
        origin.reply("/cat.png", with: OriginReply(body: body).dropping(after: 20))
        let outcome = try await Tool().run("get", origin.url("/cat.png"), "--retry", "9")
        #expect(outcome.status == 1)
        #expect(origin.requests.count == 4)
        // A longer wait than is left ends the load at once.
        origin.reply("/busy.png", with: OriginReply(status: 503, headers: [("Retry-After", "700")]))
        let busy = try await Tool().run("get", origin.url("/busy.png"), "--retry", "9")
        #expect(busy.status == 1)
        #expect(origin.requestCount("/busy.png") == 1)
    }

    @Test(arguments: [(["--jobs", "3"], 3), (["--per-host", "2"], 2), (["-j", "9"], 6)])
    func `as many transfers run as are allowed`(words: [String], count: Int) async throws {
        let origin = try OriginServer()
        let paths = (0..<10).map { "/\($0).png" }
        for path in paths { origin.reply(path, with: OriginReply(body: try Pictures.png()).held()) }
        let run = try Tool().start(["get"] + paths.map { origin.url($0) } + words)
        #expect(await origin.waitUntil { $0.requests.count == count })
        var released: Set<String> = []
        while released.count < paths.count {
            #expect(origin.requests.count <= released.count + count)
            let path = try #require(origin.requests.map(\.path).first { !released.contains($0) })
            origin.release(path)
            released.insert(path)
            let wanted = min(paths.count, released.count + count)
            #expect(await origin.waitUntil { $0.requests.count == wanted })
        }
        #expect(try await run.outcome().status == 0)
    }

    @Test func `a URL of a file is a source`() async throws {
        let folder = try Folder()
        try folder.write(try Pictures.png(), to: "my cat.png")
        let path = folder("my cat.png").replacing(" ", with: "%20")
        for url in ["file://\(path)", "file://localhost\(path)", "file:\(path)"] {
            let outcome = try await Tool().run("get", url, "--json", "-o", folder("out.png"))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.json().first?.text("origin") == "file")
            #expect(try folder.read("out.png") == Pictures.png())
            let info = try await Tool().run("info", url)
            #expect(info.text.contains("png 40x30"))
        }
        let list = try folder.write(Array("file://\(path)\n".utf8), to: "urls.txt")
        let refused = try await Tool().run("prefetch", list, "--cache-dir", folder("cache"))
        #expect(refused.status == 1)
        #expect(refused.errors.contains("line 1: list: a file of this machine"))
        #expect(!refused.errors.contains("ImageSource"))
    }

    @Test func `a path with escapes of Latin-1 is asked for, a failing proxy is named`()
        async throws
    {
        let origin = try OriginServer()
        origin.reply("/K%F6ln.png", with: OriginReply(body: try Pictures.png()))
        let folder = try Folder()
        let outcome = try await Tool().run(
            "get", origin.url("/K%F6ln.png"), "-o", folder("out/"), "--no-cache")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(origin.requests.map(\.path) == ["/K%F6ln.png"])
        let refused = try await Tool().run(
            "get", origin.url("/a.png"), "--proxy", "127.0.0.1:1", "--no-cache")
        #expect(refused.errors.contains("no connection to the proxy 127.0.0.1:1 (refused)"))
    }

    @Test func `cookies as text go to hosts of other scripts, too`() async throws {
        let proxy = try OriginServer()
        let url = "http://xn--bcher-kva.example/cat.png"
        proxy.reply(url, with: OriginReply(body: try Pictures.png()))
        let outcome = try await Tool().run(
            "get", "http://bücher.example/cat.png", "--no-cache", "--cookies", "a=b", "--proxy",
            "127.0.0.1:\(proxy.port)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(proxy.requests.map { $0["Cookie"] } == ["a=b"])
    }

    @Test func `the environment names a proxy, an option another one or none`() async throws {
        let (proxy, other) = (try OriginServer(), try OriginServer())
        let url = "http://pictures.invalid/cat.png"
        for server in [proxy, other] {
            server.reply(url, with: OriginReply(body: try Pictures.png()))
        }
        var tool = Tool()
        tool.environment["http_proxy"] = "http://me:pw@127.0.0.1:\(proxy.port)"
        #expect(try await tool.run("get", url, "--no-cache").status == 0)
        #expect(proxy.requests.map(\.path) == [url])
        #expect(proxy.requests.first?["Proxy-Authorization"] == "Basic bWU6cHc=")
        let words = ["get", url, "--no-cache", "--proxy"]
        let address = "127.0.0.1:\(other.port)"
        for text in [address, "http://\(address)"] {
            #expect(try await tool.run(words + [text]).status == 0)
        }
        #expect(other.requests.map(\.path) == [url, url])
        #expect(try await tool.run(words + ["none"]).status == 1)
        tool.environment["no_proxy"] = "pictures.invalid"
        #expect(try await tool.run("get", url, "--no-cache").status == 1)
        #expect(proxy.requests.count == 1)
        #expect(other.requests.count == 2)
    }

    @Test(arguments: [
        ["--user", "secret"], ["--key", "/dev/null"], ["--cert", "/no/such.pem"],
        ["--cacert", "/"],
        ["--proxy", "ftp://me:secret@h"], ["--proxy", "socks://me:secret@h"],
        ["--retry", "-1"], ["--retry", "101"], ["--jobs", "0"], ["--per-host", "0"],
        ["--cookies", "/no/such/file"], ["--user-agent", "a\nb"], ["--proxy=https://me:secret@"],
        ["-H", "secret"], ["--header=secret"], ["-u", "a:b", "-H", "authorization: c"],
        ["--cookies", "a=b", "-H", "Cookie: c=d"],
    ])
    func `bad values end with 64, and are not repeated if they may be secret`(
        words: [String]
    ) async throws {
        let outcome = try await Tool().run(["get", "http://127.0.0.1:1/x"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(!outcome.errors.contains("secret"), "\(outcome.errors)")
    }
}
