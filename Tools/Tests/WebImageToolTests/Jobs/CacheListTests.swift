import Testing
import WebImage
import WebImageTesting

/// `cache list` and `cache remove`.
struct CacheListTests {
    private func filled(_ folder: Folder) async throws -> OriginServer {
        let origin = try OriginServer()
        for path in ["/a/1.png", "/a/2.png?token=secret", "/b.png"] {
            origin.reply(
                path,
                with: OriginReply(
                    headers: [("Cache-Control", "max-age=600"), ("Content-Type", "image/png")],
                    body: try Pictures.png()))
            let words = ["get", origin.url(path), "--cache-dir", folder("cache")]
            #expect(try await Tool().run(words).status == 0)
        }
        return origin
    }

    private func list(_ folder: Folder, _ words: String...) async throws -> Tool.Outcome {
        try await Tool().run(["cache", "list", "--cache-dir", folder("cache")] + words)
    }

    @Test func `entries are listed by URL, without secrets`() async throws {
        let folder = try Folder()
        let origin = try await filled(folder)
        let count = try Pictures.png().count
        let text = try await list(folder)
        #expect(text.status == 0, "\(text.errors)")
        let lines = text.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("\(origin.url("/a/1.png")): \(count) bytes, image/png, "))
        #expect(lines[0].contains("s old, fresh for"))
        #expect(!text.text.contains("secret"))
        let json = try await list(folder, origin.url("/a/"), "--json").json()
        #expect(json.map { $0.number("bytes") } == [count, count])
        #expect((500...600).contains(json.first?.number("fresh_for_s") ?? 0))
        let empty = try await Tool().run("cache", "list", "--cache-dir", folder("none"))
        #expect(empty.status == 0)
        #expect(empty.text.isEmpty)
    }

    @Test func `an entry is removed by its URL, also written otherwise`() async throws {
        let folder = try Folder()
        let origin = try await filled(folder)
        let remove = ["cache", "remove", "--cache-dir", folder("cache")]
        let written = origin.url("/b.png").replacing("http", with: "HTTP")
        let removed = try await Tool().run(remove + [written])
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removed.text.hasSuffix(": 1 entry removed\n"))
        #expect(try await list(folder).text.split(separator: "\n").count == 2)
        let again = try await Tool().run(remove + [written])
        #expect(again.status == 1)
        #expect(again.errors.contains("there is no entry"))
        let rest = try await Tool().run(remove + ["--prefix", origin.url("/a/"), "--json"])
        #expect(try rest.json().first?.number("removed_entries") == 2)
        let info = try await Tool().run("cache", "info", "--cache-dir", folder("cache"), "--json")
        #expect(try info.json().first?.number("entries") == 0)
    }

    @Test func `a dry run removes nothing, a quiet one prints nothing`() async throws {
        let origin = try OriginServer()
        let folder = try Folder()
        let place = ["--cache-dir", folder("cache")]
        let url = origin.url("/cat.png")
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        #expect(try await Tool().run(["get", url] + place).status == 0)
        let count = { () async throws in
            try await Tool().run(["cache", "info", "--json"] + place).json().first?
                .number("entries")
        }
        let clear = try await Tool().run(["cache", "clear", "--dry-run"] + place)
        #expect(clear.status == 0)
        #expect(clear.text.contains(": 1 entry, "))
        #expect(clear.text.hasSuffix(" bytes would be removed\n"))
        let json = try await Tool().run(["cache", "clear", "--dry-run", "--json"] + place)
        #expect(try json.json().first?.number("removed_entries") == 1)
        for words in [[url], ["--prefix", origin.url("/")]] {
            let remove = try await Tool().run(["cache", "remove", "--dry-run"] + words + place)
            #expect(remove.status == 0)
            #expect(remove.text.hasSuffix(": 1 entry would be removed\n"))
        }
        #expect(try await count() == 1)
        let quiet = try await Tool().run(["cache", "remove", "-q", url] + place)
        #expect(quiet.status == 0)
        #expect(quiet.text.isEmpty && quiet.errors.isEmpty)
        #expect(try await count() == 0)
        for command in ["clear", "trim"] {
            let outcome = try await Tool().run(["cache", command, "--quiet"] + place)
            #expect(outcome.status == 0)
            #expect(outcome.text.isEmpty)
        }
    }
}
