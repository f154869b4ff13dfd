import Testing
import WebImage
import WebImageTesting

/// The metadata printed by `info`.
struct InfoTests {
    @Test func `the pictures of a folder are described`() async throws {
        let folder = try Folder()
        for name in ["a.png", "sub/b.png", "notes.txt"] {
            try folder.write(try Pictures.png(), to: name)
        }
        let outcome = try await Tool().run("info", "-r", folder.path, "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.json().count == 2)
        try folder.write([], to: "empty/notes.txt")
        for words in [["get", "-o", folder("out/")], ["info"]] {
            let none = try await Tool().run(words + ["-r", folder("empty")])
            #expect(none.status == 1)
            #expect(none.errors == "webimage: list: there are no pictures\n")
        }
    }

    @Test func `JSON has exactly the fields of the design`() async throws {
        let folder = try Folder()
        let bytes = try Pictures.png(12, 34)
        let source = try folder.write(bytes, to: "still.png")
        let line = try #require(try await Tool().run("info", source, "--json").json().first)
        #expect(
            line.names == [
                "age_s", "bit_depth", "bytes", "color", "color_type", "content_light",
                "density_ppi", "durations_ms",
                "exif", "exif_bytes", "format", "frames", "gain_map", "gain_map_damage",
                "has_alpha",
                "hdr", "headroom", "height", "icc", "index",
                "loop_count", "orientation", "pages", "source", "stale", "unchanged", "width",
            ])
        #expect(line.text("color") == "sRGB")
        #expect(line.text("source") == source)
        #expect(line.text("format") == "png")
        #expect(line.number("width") == 12)
        #expect(line.number("height") == 34)
        #expect(line.number("frames") == 1)
        #expect(line.number("pages") == 1)
        #expect(line.numbers("durations_ms") == [])
        #expect(line.isNull("loop_count"))
        #expect(line.number("orientation") == 1)
        #expect(line.flag("has_alpha") == false)
        #expect(line.isNull("icc"))
        #expect(line.number("bytes") == bytes.count)
    }

    @Test func `an animation has frames, durations and loops`() async throws {
        let line = try #require(
            try await Tool().run("info", "-", "--json", input: Pictures.animation).json().first)
        #expect(line.text("source") == "-")
        #expect(line.text("format") == "gif")
        #expect(line.number("frames") == 2)
        #expect(line.numbers("durations_ms") == [100, 250])
        #expect(line.number("loop_count") == 0)
    }

    @Test func `several sources are told line by line, failures too`() async throws {
        let folder = try Folder()
        let good = try folder.write(try Pictures.jpeg(), to: "good.jpg")
        let bad = try folder.write([1, 2, 3], to: "bad.jpg")
        let outcome = try await Tool().run("info", good, bad, good, "--json")
        #expect(outcome.status == 1)
        let lines = try outcome.json()
        #expect(lines.map { $0.text("source") } == [good, bad, good])
        let error = try #require(try lines.dropFirst().first?.object("error"))
        #expect(error.names == ["reason", "stage", "status"])
        #expect(error.text("stage") == "decode")
        #expect(error.isNull("status"))
    }

    @Test func `people get one line`() async throws {
        let outcome = try await Tool().run("info", "-", input: Pictures.animation)
        let count = Pictures.animation.count
        #expect(
            outcome.text
                == "-: gif 1x1, 2 frames, loops forever, 8-bit palette, \(count) bytes\n")
    }

    @Test func `names are escaped as JSON wants it`() async throws {
        let folder = try Folder()
        let name = folder("a \"quoted\"\n\\ \u{1} \u{2028} ü.png")
        let line = try #require(try await Tool().run("info", name, "--json").json().first)
        #expect(line.text("source") == name)
    }

    @Test(arguments: [
        ["info", "NAME"], ["get", "NAME"], ["info", "-r", "FOLDER"], ["compare", "NAME", "NAME"],
        ["get", "missing-NAME"], ["frames", "NAME", "-o", "FOLDER/frames/"],
    ])
    func `no line of JSON moves the cursor or turns text`(words: [String]) async throws {
        let folder = try Folder()
        let hidden: [Unicode.Scalar] = [
            "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}",
            "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
        ]
        var text = String.UnicodeScalarView()
        for scalar in hidden { text.append(scalar) }
        let name = try folder.write(try Pictures.png(), to: "a\(String(text)).png")
        let outcome = try await Tool().run(
            words.map { $0.replacing("NAME", with: name).replacing("FOLDER", with: folder.path) }
                + ["--json"])
        #expect(!outcome.text.unicodeScalars.contains(where: hidden.contains), "\(outcome.text)")
        #expect(outcome.text.contains(#"\u009b"#), "\(outcome.text)")
        #expect(try outcome.json().isEmpty == false)
    }

    @Test func `pixels are not limited, time is`() async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        origin.reply("/stalls.png", with: OriginReply(body: bytes).stalling(after: 10))
        let late = try await Tool().run("info", origin.url("/stalls.png"), "--timeout", "0.3")
        #expect(late.status == 1)
        #expect(late.errors.contains("load: "))
        let large = try await Tool().run("info", "-", "--max-pixels", "10", input: bytes)
        #expect(large.status == 0, "\(large.errors)")
        let huge = try await Tool().run("info", "-", "--json", input: Pictures.hugeClaim)
        #expect(try huge.json().first?.number("width") == 65535, "\(huge.errors)")
    }
}
