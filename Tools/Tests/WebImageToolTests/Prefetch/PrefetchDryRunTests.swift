import Testing
import WebImage
import WebImageTesting

/// `webimage prefetch --dry-run`: tells what would be loaded.
extension PrefetchTests {
    @Test func `a dry run tells what would be loaded, and loads nothing`() async throws {
        let (origin, folder) = try scene(2)
        let one = try list(lines(1, origin), in: folder)
        #expect(try await Tool().run(words(one, folder)).status == 0)
        let both = try list(lines(2, origin) + lines(2, origin), in: folder)
        let outcome = try await Tool().run(words(both, folder, "--dry-run"))
        #expect(outcome.status == 0)
        #expect(
            outcome.text == """
                \(origin.url("/0.png")): in the cache, asked for anew
                \(origin.url("/1.png")): not in the cache

                """)
        let json = try await Tool().run(words(both, folder, "--dry-run", "--resume", "--json"))
        #expect(try json.json().map { $0.text("action") } == ["skip", "load"])
        #expect(try json.json().map { $0.number("line") } == [1, 2])
        #expect(origin.requests.count == 1)
    }

    @Test func `a dry run tells stale pictures, and what is no URL`() async throws {
        let (origin, folder) = try scene(2)
        let stale = OriginReply(headers: [("Cache-Control", "max-age=0")], body: try Pictures.png())
        origin.reply("/stale.png", with: stale)
        let urls = [origin.url("/0.png"), origin.url("/stale.png")]
        #expect(try await Tool().run(words(list(urls, in: folder), folder)).status == 0)
        let path = try list(
            urls + ["http://", "ftp://h/x", "no-url"] + urls.map { $0 + "#part" }, in: folder)
        let outcome = try await Tool().run(words(path, folder, "--dry-run", "--resume", "--json"))
        #expect(outcome.status == 1)
        let lines = try outcome.json()
        #expect(lines.map { $0.text("action") } == ["skip", "refresh", nil, nil, nil])
        #expect(lines.map { $0.number("line") } == [1, 2, 3, 4, 5])
        #expect(
            try lines.suffix(3).map { try $0.object("error").text("reason") } == [
                "the URL names no host",
                "no loader for scheme 'ftp'; supported schemes: data, file, http, https, s3",
                "'no-url' is not an absolute URL",
            ])
        let text = try await Tool().run(words(path, folder, "--dry-run", "--resume"))
        #expect(text.text.contains("/stale.png: in the cache, but stale, asked for anew\n"))
        #expect(origin.requests.count == 2)
    }
}
