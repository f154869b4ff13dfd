import Foundation
import Testing
import WebImage
import WebImageTesting

@testable import WebImageTool

/// The age of pictures in reports, and the secrets that are in none.
struct TruthTests {
    /// Returns an origin that sends replies in turn at `/cat.png`, and a folder.
    private func scene(
        _ replies: [OriginReply]
    ) throws -> (origin: OriginServer, folder: Folder, words: [String]) {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: replies)
        let folder = try Folder()
        let words = [
            "get", origin.url("/cat.png"), "--json", "--cache-dir", folder("cache"), "-o",
            folder("out.png"),
        ]
        return (origin, folder, words)
    }

    private func reply(_ width: Int, _ cacheControl: String) throws -> OriginReply {
        OriginReply(
            headers: [("Cache-Control", cacheControl)], body: try Pictures.png(width, 30))
    }

    private static let swr = "max-age=0, stale-while-revalidate=600"

    @Test func `a picture that may be shown while it is renewed is renewed first`() async throws {
        let (origin, folder, words) = try scene([
            try reply(40, Self.swr), try reply(50, Self.swr), try reply(50, Self.swr),
        ])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let second = try await Tool().run(words)
        #expect(second.status == 0)
        #expect(second.errors.isEmpty)
        let line = try #require(try second.json().first)
        #expect(line.number("width") == 50)
        #expect(line.isNull("stale"))
        #expect(try folder.read("out.png") == Pictures.png(50, 30))
    }

    @Test(arguments: [OriginReply.status(503), OriginReply.status(200).droppingBeforeHead()])
    func `a picture that could not be renewed is used, and that is told`(
        failure: OriginReply
    ) async throws {
        let (origin, folder, words) = try scene([try reply(40, Self.swr), failure])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("/cat.png: stale: the origin failed"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let line = try #require(try outcome.json().first)
        #expect(line.number("width") == 40)
        #expect(line.text("stale")?.isEmpty == false)
        #expect(try folder.read("out.png") == Pictures.png(40, 30))
    }

    @Test func `a picture that is gone is a failure, whatever may be shown meanwhile`()
        async throws
    {
        let (origin, _, words) = try scene([try reply(40, Self.swr), .status(404)])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("load: status 404"), "\(outcome.errors)")
    }

    @Test func `a renewal that takes too long gives way to the cached picture`() async throws {
        let (origin, _, words) = try scene([
            try reply(40, Self.swr), try reply(50, Self.swr).stalling(after: 20),
        ])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let outcome = try await Tool().run(words + ["--timeout", "2"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("stale: the origin failed"))
        #expect(try outcome.json().first?.number("width") == 40)
    }

    @Test func `a failing origin is told, and a refresh fails`() async throws {
        let (origin, folder, words) = try scene([
            OriginReply(
                headers: [("Cache-Control", "max-age=0")], body: try Pictures.png()),
            .status(500),
        ])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let stale = try await Tool().run(words)
        #expect(stale.status == 0)
        #expect(stale.errors.contains("status 500"))
        #expect(try stale.json().first?.text("stale") == "status 500, expected 200 to 299")
        #expect(try stale.json().first?.flag("unchanged") == false)

        try FileManager.default.removeItem(atPath: folder("out.png"))
        let refresh = try await Tool().run(words + ["--refresh"])
        #expect(refresh.status == 1)
        #expect(refresh.errors.contains("299 (the cached picture was not used"))
        #expect(try refresh.json().first?.object("error").number("status") == 500)
        #expect(try folder.names() == ["cache"])

        let allowed = try await Tool().run(words + ["--refresh", "--stale-ok"])
        #expect(allowed.status == 0)
        #expect(allowed.errors.contains("stale: "))
        #expect(try folder.read("out.png") == Pictures.png())
    }

    @Test(arguments: [
        ["compare", "URL", "URL"], ["sheet", "URL", "-o", "OUT"], ["frames", "URL", "-o", "OUT"],
    ])
    func `all commands tell a stale picture, and its place`(words: [String]) async throws {
        let (origin, folder, get) = try scene([try reply(40, "max-age=0"), .status(500)])
        #expect(try await Tool().run(get).status == 0)
        let places = [
            "URL": origin.url("/cat.png"), "OUT": folder("out.gif"),
        ]
        let outcome = try await Tool().run(
            words.map { places[$0] ?? $0 } + ["--cache-dir", folder("cache")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("/cat.png: stale: the origin failed"))
    }

    @Test func `a picture whose renewal fails comes from the disk`() async throws {
        let (origin, _, words) = try scene([try reply(40, Self.swr), .status(500)])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).status == 0)
        let line = try #require(try await Tool().run(words).json().first)
        #expect(line.text("origin") == "disk")
        #expect(line.text("stale") == "status 500, expected 200 to 299")
    }

    @Test(arguments: [["compare", "no.png", "no.png"], ["frames", "no.png", "-o", "x.gif"]])
    func `a failure is an object of JSON, too`(words: [String]) async throws {
        let outcome = try await Tool().run(words + ["--json"])
        #expect(outcome.status != 0)
        let error = try #require(try outcome.json().first).object("error")
        #expect(error.text("stage") == "load")
    }

    @Test(arguments: [
        " http://me:pw@127.0.0.1:1/x?token=secret", "//me:pw@h/x?token=secret",
        "me:pw@h/x?token=secret", "http:/me:pw@h/x?secret", "example.com/x?token=secret",
    ])
    func `what may be a URL is shown without its secrets`(source: String) async throws {
        let folder = try Folder()
        let bytes = [0xEF, 0xBB, 0xBF] + Array(source.utf8)
        let list = try folder.write(bytes, to: "list")
        for words in [[source], ["-i", list], ["-i", source]] {
            let outcome = try await Tool().run(["get"] + words + ["--json"])
            #expect(outcome.status == 1)
            for text in [outcome.errors, outcome.text] {
                #expect(!text.contains("secret") && !text.contains("pw"), "\(text)")
            }
        }
    }

    @Test func `a picture that the origin confirms is told apart from a stale one`() async throws {
        let fields = [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]
        let (origin, _, words) = try scene([
            OriginReply(headers: fields, body: try Pictures.png()),
            OriginReply(status: 304, headers: fields),
        ])
        defer { origin.shutdown() }
        #expect(try await Tool().run(words).json().first?.flag("unchanged") == false)
        for more in [[], ["--refresh"]] {
            let outcome = try await Tool().run(words + more)
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
            let line = try #require(try outcome.json().first)
            #expect(line.flag("unchanged") == true)
            #expect(line.isNull("stale"))
            let age = try #require(line.number("age_s"))
            #expect((0..<60).contains(age))
        }
        let text = try await Tool().run(words.filter { $0 != "--json" })
        #expect(text.text.contains("from disk (unchanged), "))
    }

    @Test(arguments: [
        (59, "59 seconds"), (60, "1 minute"), (7_199, "1 hour"), (7_200, "2 hours"),
        (259_200, "3 days"), (1, "1 second"),
    ])
    func `an age has one unit`(seconds: Int, text: String) {
        #expect(Age(seconds).description == text)
    }

    @Test func `passwords and tokens are in no output`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        let paths = ["/cat.png", "/none.png"]
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        let urls = paths.map {
            "http://me:hunter2@127.0.0.1:\(origin.port)\($0)?w=320&id=7&token=12345&hunter3#hunter4"
        }
        let shown = paths.map {
            "http://127.0.0.1:\(origin.port)\($0)?w=320&id=7&token=***&***"
        }
        let list = try folder.write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        for command in [["get"] + urls, ["info"] + urls, ["prefetch", list]] {
            for more in [["--json"], []] {
                let outcome = try await Tool().run(
                    command + more + ["--verbose", "--cache-dir", folder("cache")])
                #expect(outcome.status == 1)
                for secret in ["hunter", "12345", "me:"] {
                    #expect(!outcome.errors.contains(secret), "\(command[0])")
                    #expect(!outcome.text.contains(secret), "\(command[0])")
                }
                guard !more.isEmpty else { continue }
                let sources = try outcome.json().compactMap { $0.text("source") }
                #expect(Set(sources) == Set(shown))
                let numbers = try outcome.json().compactMap { $0.number("index") }
                #expect(numbers == (command[0] == "prefetch" ? [] : [1, 2]))
            }
        }
    }

    @Test func `a password with a slash is in no message`() async throws {
        for url in ["http://me:1/hunter2@127.0.0.1:1/x.png", "http://me:1/hunter2@h/?hunter3=="] {
            for command in ["get", "info"] {
                let outcome = try await Tool().run(command, url, "--json", "--timeout", "5")
                #expect(outcome.status == 1)
                #expect(!(outcome.errors + outcome.text).contains("hunter"), "\(outcome.errors)")
                #expect(try outcome.json().count == 1)
            }
        }
    }

    @Test(arguments: [
        ("http://me:a/b@host/x.png", "http://***@host/x.png"),
        ("http://me:12/34@host/x.png", "http://***@host/x.png"), ("http://host/a@b.png", nil),
        // A port or a password: no text tells.
        ("http://host:80/a@b.png", "http://***@b.png"), ("http://me:12?34@host", "http://***?***"),
        ("http://me:12#34@host", "http://***"), ("http://me:p@ss/w@host/x", "http://***@host/x"),
        ("http://me@[::1]:80/x", "http://[::1]:80/x"), ("http://me@host/a@b", "http://host/a@b"),
        ("http://h/?YWJjZA==", "http://h/?***"), ("http://h/?YWJjZGU=", "http://h/?***"),
        ("http://h/?a=1&YWJj/Z+A==", "http://h/?a=1&***"), ("http://h/?YWJj+Zx=1", "http://h/?***"),
        ("http://h/?aaaaaaaaaabbbbbbbbbbccccccccccddddddddddX=1", "http://h/?***"),
        ("http://[::1]/a.png", nil), ("http://[::1]:80/a.png", nil), ("http://host/", nil),
        ("/a/b@c:d.png?x=y", nil), ("http://h/?a=1,2.5-6x7&b=", nil),
        ("http://h/?a=1234567890123", "http://h/?a=***"), ("http://h/?pin=1", "http://h/?pin=***"),
        ("http://h/?a=b=1", "http://h/?a=***"), ("HTTP://u@h/a", "HTTP://h/a"),
    ])
    func `a source is shown without its secrets`(text: String, shown: String?) {
        #expect(Source(text).label == shown ?? text)
    }
}
