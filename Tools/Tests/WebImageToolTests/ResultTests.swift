import Foundation
import Testing
import WebImage
import WebImageTesting

/// Files that `get` made before: they are neither decoded nor encoded again.
struct ResultTests {
    /// An origin with one picture, and the folders of a cache and of outputs.
    private final class Scene: Sendable {
        let origin: OriginServer
        let folder: Folder
        var url: String { origin.url("/cat.png") }
        var place: [String] { ["--cache-dir", folder("cache")] }

        init(_ replies: [OriginReply]) throws {
            (origin, folder) = (try OriginServer(), try Folder())
            origin.reply("/cat.png", with: replies)
        }

        convenience init(
            _ fields: [(String, String)] = [("Cache-Control", "max-age=600")],
            _ body: [UInt8]? = nil
        ) throws {
            try self.init([OriginReply(headers: fields, body: try body ?? Pictures.png())])
        }

        /// Runs `get` in a process of its own, and returns its outcome and output.
        func get(_ words: [String]) async throws -> (outcome: Tool.Outcome, bytes: [UInt8]) {
            let all = ["get", url, "-o", folder("out/")] + words + place
            try? FileManager.default.removeItem(atPath: folder("out"))
            let outcome = try await Tool().run(all)
            #expect(outcome.status == 0, "\(words): \(outcome.errors)")
            let name = try #require(try folder.names("out").first)
            return (outcome, try folder.read("out/\(name)"))
        }

        func entries(_ words: String...) async throws -> JSONObject {
            try #require(try await Tool().run(["cache"] + words + ["--json"] + place).json().first)
        }
    }

    private static let shares = ["--format", "webp", "--size", "50%", "--json"]
    private static let fresh = [("Cache-Control", "max-age=600")]

    /// The stages of a run.
    private func stages(_ outcome: Tool.Outcome) throws -> [String] {
        try #require(try outcome.json().first).object("timings_ms").names
    }

    @Test(arguments: [
        shares, ["--json"], ["--size", "9x", "--json"], ["--strip", "all", "--json"],
    ])
    func `a second process decodes nothing and asks nobody`(words: [String]) async throws {
        let scene = try Scene()
        let first = try await scene.get(words)
        #expect(try stages(first.outcome).contains("decode"))
        let second = try await scene.get(words + ["--verbose"])
        let line = try #require(try second.outcome.json().first)
        #expect(line.text("origin") == "disk")
        #expect(line.number("source_width") == 40)
        #expect(Set(try stages(second.outcome)).isDisjoint(with: ["load", "decode", "encode"]))
        for stage in ["load: ", "decode: ", "encode: ", "transform: "] {
            #expect(!second.outcome.errors.contains(stage), "\(second.outcome.errors)")
        }
        #expect(second.bytes == first.bytes)
        #expect(scene.origin.requestCount("/cat.png") == 1)
    }

    @Test(arguments: [[], ["--refresh"]])
    func `what the origin confirms is not made again`(words: [String]) async throws {
        let fields = [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]
        let scene = try Scene([
            OriginReply(headers: fields, body: try Pictures.png()),
            OriginReply(status: 304, headers: fields),
        ])
        let first = try await scene.get(Self.shares)
        let second = try await scene.get(Self.shares + words)
        #expect(try second.outcome.json().first?.flag("unchanged") == true)
        #expect(Set(try stages(second.outcome)).isDisjoint(with: ["decode", "encode"]))
        #expect(second.bytes == first.bytes)
        #expect(scene.origin.requestCount("/cat.png") == 2)
    }

    @Test func `a changed picture is made anew`() async throws {
        let fields = [("Cache-Control", "max-age=0")]
        let scene = try Scene([
            OriginReply(headers: fields, body: try Pictures.png()),
            OriginReply(headers: fields, body: try Pictures.png(60, 40)),
        ])
        #expect(try await scene.get(Self.shares).outcome.json().first?.number("width") == 20)
        #expect(try await scene.get(Self.shares).outcome.json().first?.number("width") == 30)
    }

    @Test(arguments: ["max-age=0, stale-while-revalidate=600"])
    func `a stale file whose renewal fails is used, and told`(cacheControl: String) async throws {
        let scene = try Scene([
            OriginReply(headers: [("Cache-Control", cacheControl)], body: try Pictures.png()),
            .status(503),
        ])
        let first = try await scene.get(Self.shares)
        let second = try await scene.get(Self.shares)
        #expect(second.outcome.errors.contains("/cat.png: stale: the origin failed"))
        #expect(second.bytes == first.bytes)
        #expect(!(try stages(second.outcome).contains("decode")))
    }

    /// Returns a JPEG with EXIF in Display P3, with a film behind it.
    private static func photograph() throws -> [UInt8] {
        var settings = EncodeSettings(quality: 95)
        settings.embedded.exif = Array("II*\u{0}".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let encoder = try CodecList.installed.encoder(for: .jpeg)
        let file = try encoder.encode(Pictures.bitmap(40, 30), settings: settings)
        let kind: [UInt8] = [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0]
        return file.withUnsafeBytes { Array($0) } + kind + [0, 0, 0, 12] + Array("mdat".utf8)
            + [1, 2, 3, 4]
    }

    @Test func `other options have other files, which share no entry`() async throws {
        let scene = try Scene(Self.fresh, try Self.photograph())
        let options: [[String]] = [
            [], ["--strip", "all"], ["--quality", "80"], ["--keep-metadata", "--quality", "80"],
            ["--strip", "gps"], ["--size", "50%"], ["--size", "20x15", "--fit", "stretch"],
            ["--max-bytes", "700"], ["--format", "png"], ["--name", "{stem}.png"],
            ["--page", "1"], ["--first-frame"], ["--icc", "srgb"], ["--icc", "keep"],
        ]
        var alone: [[UInt8]] = []
        for words in options { alone.append(try await scene.get(words + ["--no-cache"]).bytes) }
        for _ in 0..<2 {
            for (words, expected) in zip(options, alone) {
                #expect(try await scene.get(words).bytes == expected, "\(words)")
            }
        }
        #expect(alone[0] == (try Self.photograph()) && alone[1].count < alone[0].count)
    }

    @Test(arguments: [
        (["--format", "png"], "not written: 1 film"), (["--page", "2"], "--page 2 has no effect"),
        (["--lossless"], "--lossless has no effect on jpeg"),
    ])
    func `notes are told of a file that was made before`(
        words: [String], note: String
    ) async throws {
        let scene = try Scene(Self.fresh, try Self.photograph())
        let first = try await scene.get(words)
        #expect(first.outcome.errors.contains(note), "\(first.outcome.errors)")
        #expect(try await scene.get(words).outcome.errors == first.outcome.errors)
    }

    @Test func `lost frames and pixels are told of a file that was made before`() async throws {
        let bytes = try Pictures.png(80, 60)
        for body in [Array(bytes.prefix(bytes.count * 3 / 4)), try Animations.gif()] {
            let scene = try Scene(Self.fresh, body)
            let first = try await scene.get(["--format", "jpeg", "--size", "9x"])
            #expect(first.outcome.errors.contains("webimage: note: "))
            let second = try await scene.get(["--format", "jpeg", "--size", "9x"])
            #expect(second.outcome.errors == first.outcome.errors)
        }
    }

    @Test func `an animation stays an APNG under a PNG's name`() async throws {
        let folder = try Folder()
        let gif = try folder.write(try Animations.gif(), to: "cat.gif")
        let made = try await Tool().run("get", gif, "--format", "apng", "-o", folder("a.png"))
        #expect(made.status == 0, "\(made.errors)")
        let scene = try Scene(Self.fresh, try folder.read("a.png"))
        for _ in 0..<2 {
            let file = try await scene.get(["--size", "2x", "--name", "a.png", "--json"])
            #expect(try file.outcome.json().first?.text("format") == "apng")
        }
    }

    @Test func `results count in the cache, are listed, and go with it`() async throws {
        let scene = try Scene()
        _ = try await scene.get(Self.shares)
        let info = try await scene.entries("info")
        #expect(info.number("entries") == 2 && info.number("results") == 1)
        let text = try await Tool().run(["cache", "info"] + scene.place)
        #expect(text.text.contains(": 2 entries (1 of them made by get), "), "\(text.text)")
        let list = try await Tool().run(["cache", "list", "--json"] + scene.place).json()
        #expect(list.map { $0.text("url") } == [scene.url, scene.url])
        #expect(list.map { $0.flag("result") } == [false, true])
        #expect(list.last?.text("media_type") == "image/webp")
        let dry = try await scene.entries("clear", "--dry-run")
        #expect(dry.number("removed_entries") == 2)
        #expect(try await scene.entries("trim").number("entries") == 2)
        let clear = try await scene.entries("clear")
        #expect(clear.number("entries") == 0 && clear.number("removed_entries") == 2)
        #expect(scene.folder.files().allSatisfy { !$0.hasSuffix(".entry") })
        _ = try await scene.get(Self.shares)
        #expect(scene.origin.requestCount("/cat.png") == 2)
    }

    @Test(arguments: ["http", "HTTP"])
    func `results are removed with their URL`(scheme: String) async throws {
        let scene = try Scene()
        _ = try await scene.get(Self.shares)
        _ = try await scene.get(["--size", "9x"])
        let url = scheme + scene.url.dropFirst(4)
        let removed = try await scene.entries("remove", url)
        #expect(removed.number("removed_entries") == 3)
        #expect(try await scene.entries("info").number("entries") == 0)
    }

    @Test func `without a cache, and of the user's own files, no result is kept`() async throws {
        let scene = try Scene()
        _ = try await scene.get(Self.shares + ["--no-cache"])
        let file = try scene.folder.write(try Pictures.png(), to: "own.png")
        for source in [file, "file://\(file)", "-"] {
            let words = ["get", source, "-o", scene.folder("own/")] + Self.shares + scene.place
            let outcome = try await Tool().run(words, input: try Pictures.png())
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try await scene.entries("info").number("entries") == 0)
    }
}
