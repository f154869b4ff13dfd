import Foundation
import Testing
import WebImage

/// Notes on options that cannot act, and sizes and colours as people write them.
struct NoteTests {
    @Test(arguments: [
        ("jpg", ["--lossless"], "--lossless has no effect on jpeg"),
        ("png", ["--quality", "5"], "--quality has no effect on png"),
        ("webp", ["--thumbnail", "64"], "--thumbnail has no effect on webp; jpeg and heic"),
        ("webp", ["--progressive"], "--progressive has no effect on webp"),
        ("bmp", ["--background", "red"], "--background has no effect on bmp"),
        ("gif", ["--chroma", "444"], "--chroma has no effect on gif"),
        ("png", ["--fit", "fill"], "--fit has no effect without --size"),
        ("png", ["--page", "2"], "--page 2 has no effect on png, which has no pages"),
    ])
    func `an option that cannot act is told`(
        name: String, words: [String], note: String
    ) async throws {
        let folder = try Folder()
        let sources = try ["a", "b"].map { try folder.write(try Pictures.png(), to: "\($0).png") }
        let format = name == "jpg" ? "jpeg" : name
        let outcome = try await Tool().run(
            ["get"] + sources + ["--format", format, "-o", folder("out/")] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("webimage: note: \(note)"), "\(outcome.errors)")
        // Once for all sources.
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("jpeg", ["--quality", "70", "--progressive", "--chroma", "444", "--thumbnail", "9"]),
        ("webp", ["--lossless", "--effort", "2"]), ("png", ["--progressive", "--effort", "2"]),
        ("jpeg", ["--background", "#fff", "--keep-metadata"]),
    ])
    func `an option that acts is not told`(format: String, words: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(
            ["get", source, "--format", format, "-o", folder("out/")] + words)
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        (["sheet"], "s.jpg", ["--strip", "all"], "--strip has no effect on a sheet"),
        (["sheet"], "s.jpg", ["--keep-metadata"], "--keep-metadata has no effect on a sheet"),
        (["sheet"], "s.jpg", ["--background", "red"], "--background has no effect on a sheet"),
        (["frames"], "f.gif", ["--strip", "gps"], "--strip has no effect on frames"),
        (["frames"], "f/", ["--strip", "gps"], "--strip has no effect on frames"),
    ])
    func `an option of metadata is told where there is none`(
        command: [String], name: String, words: [String], note: String
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(command + [source, "-o", folder(name)] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("webimage: note: \(note)"), "\(outcome.errors)")
    }

    @Test func `a translucent background is behind each frame`() async throws {
        let folder = try Folder()
        let clear = Bitmap(size: PixelSize(width: 4, height: 3))
        let encoder = try CodecList.installed.encoder(for: .png)
        let bytes = try encoder.encode(clear, settings: EncodeSettings())
        let source = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "a.png")
        let outcome = try await Tool().run(
            "frames", source, "-o", folder("f/"), "--background", "#ff000080")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let name = try #require(try folder.names("f").first)
        #expect(try Pictures.decode(folder.read("f/\(name)"))[1, 1] == SIMD4(0, 0, 128, 128))
    }

    @Test(arguments: [["sheet"], ["frames"]])
    func `the reported size is that of the output`(command: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(
            command + [source, "-o", folder("out.gif"), "--max-size", "20x20", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try #require(try outcome.json().first)
        let written = try Pictures.decode(folder.read("out.gif")).size
        #expect(max(written.width, written.height) == 20)
        #expect(report.number("width") == written.width)
        #expect(report.number("height") == written.height)
    }

    @Test func `frames that are lost are told`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Animations.gif(), to: "cat.gif")
        let outcome = try await Tool().run("get", source, "--format", "png", "-o", folder("a.png"))
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains(
                "cat.gif: not written: 2 of 3 frames, since png has no animations"))
        #expect(outcome.errors.hasSuffix("apng, avif, gif, jxl and webp have\n"))
        let asked = try await Tool().run(
            "get", source, "--format", "png", "--first-frame", "-o", folder("a.png"))
        #expect(asked.errors.isEmpty)
        #expect(try await Tool().run("get", source, "-o", folder("a.webp")).errors.isEmpty)
    }

    @Test func `a name of another format is told`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let cat = try folder.write(try Animations.gif(), to: "cat.gif")
        let note = { (path: String) in "webimage: note: \(path) is written as " }
        for command in [["get", source], ["sheet", source]] {
            let words = command + ["--format", "jpeg", "-o", folder("b.png")]
            let outcome = try await Tool().run(words)
            #expect(outcome.status == 0)
            #expect(
                outcome.errors
                    == note(folder("b.png")) + "jpeg, as --format asks, not as png\n")
            #expect(Pictures.format(of: try folder.read("b.png")) == .jpeg)
            #expect(try await Tool().run(words + ["--quiet"]).errors.isEmpty)
        }
        let frames = try await Tool().run(
            "frames", cat, "--format", "webp", "-o", folder("c.gif"))
        #expect(frames.errors == note(folder("c.gif")) + "webp, as --format asks, not as gif\n")
        let film = try await Tool().run("get", cat, "--format", "apng", "-o", folder("d.png"))
        #expect(film.errors.isEmpty)
        let named = try await Tool().run(
            "get", source, "--format", "jpeg", "--name", "{stem}.png", "-o", folder("out/"))
        #expect(named.errors.contains("--format jpeg has no effect on the extension png of --name"))
    }

    @Test(arguments: [("--quality", "50"), ("--chroma", "444"), ("--thumbnail", "64")])
    func `an option without effect copies the bytes of an animation`(
        option: String, value: String
    ) async throws {
        let folder = try Folder()
        let gif = try folder.write(try Animations.gif(), to: "cat.gif")
        let source = folder("cat.png")
        let made = try await Tool().run("get", gif, "--format", "apng", "-o", source)
        #expect(made.status == 0, "\(made.errors)")
        for output in ["copy.png", "out/"] {
            let outcome = try await Tool().run("get", source, option, value, "-o", folder(output))
            #expect(outcome.status == 0)
            #expect(outcome.errors.hasPrefix("webimage: note: \(option) has no effect on apng"))
        }
        #expect(try folder.read("copy.png") == folder.read("cat.png"))
        #expect(try folder.read("out/cat.png") == folder.read("cat.png"))
    }

    @Test func `a format without an output is told`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run("get", source, "--format", "webp")
        #expect(
            outcome.errors
                == "webimage: note: nothing is written without -o; '-o -' writes to standard output\n"
        )
    }

    @Test(arguments: [
        (["--size", "50%"], 20, 15), (["--size", "200%"], 80, 60), (["--size", "12.5%"], 5, 4),
        (["--size", "80x80", "--enlarge"], 80, 60), (["--size", "80x80"], 40, 30),
        (["--size", "80x80", "--enlarge", "--fit", "fill"], 80, 80),
        (["--size", "80x80", "--enlarge", "--fit", "stretch"], 80, 80),
        (["--size", "10x", "--enlarge"], 10, 8),
        (["--size", "50%", "--transform", "crop(10x10,0,0)"], 10, 10),
    ])
    func `a size may depend on the picture's own`(
        words: [String], width: Int, height: Int
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(
            ["get", source, "--json", "-o", folder("out.png")] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try #require(try outcome.json().first)
        #expect(line.text("origin") == "file")
        #expect(line.number("source_width") == 40)
        let size = try Pictures.decode(folder.read("out.png")).size
        #expect(size == PixelSize(width, height))
    }

    @Test(arguments: [["--size", "100%"], ["--size", "40x30", "--enlarge"]])
    func `a size that is the picture's own copies its bytes`(words: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.jpeg(), to: "a.jpg")
        #expect(try await Tool().run(["get", source, "-o", folder("b.jpg")] + words).status == 0)
        #expect(try folder.read("b.jpg") == Pictures.jpeg())
    }

    @Test(arguments: [
        ("ff8800", SIMD4<UInt8>(0, 0x88, 255, 255)), ("#f80", SIMD4(0, 0x88, 255, 255)),
        ("Orange", SIMD4(0, 165, 255, 255)), ("#00ff0080", SIMD4(127, 255, 127, 255)),
        ("transparent", SIMD4(255, 255, 255, 255)), ("0f08", SIMD4(119, 255, 119, 255)),
    ])
    func `a colour is read by name and by digits`(
        text: String, color: SIMD4<UInt8>
    ) async throws {
        let folder = try Folder()
        let encoder = try CodecList.installed.encoder(for: .png)
        let clear = try encoder.encode(
            Bitmap(size: PixelSize(16, 16)), settings: EncodeSettings())
        let source = try folder.write(clear.withUnsafeBytes { Array($0) }, to: "clear.png")
        let outcome = try await Tool().run(
            "get", source, "--background", text, "--quality", "100", "-o", folder("a.jpg"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let shown = try Pictures.decode(folder.read("a.jpg"))[8, 8]
        for channel in 0..<4 { #expect(abs(Int(shown[channel]) - Int(color[channel])) <= 3) }
    }

    @Test func `transforms take the same colours`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        for color in ["red", "#f00", "#ff0000"] {
            let outcome = try await Tool().run(
                "get", source, "--transform", "pad(60x60,\(color))/crop(1x1,0,0)", "-o",
                folder("b.png"))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try Pictures.decode(folder.read("b.png"))[0, 0] == SIMD4(0, 0, 255, 255))
        }
    }

    @Test(arguments: [
        "trim(0,color:red)", "trim(0,color:#f00)", "trim(0, color:f00)",
        "circle(border:2,color:red)",
        "roundcorners(5,border:1,color:#f00)", "text(red,color:red)", "text(color:red,red)",
        "tint(red)/circle(border:1,color:Blue)",
    ])
    func `transforms take the same colours behind their names`(chain: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "a.png")
        let outcome = try await Tool().run(
            "get", source, "--transform", chain, "-o", folder("b.png"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let long = ["red", "#f00", "f00"].reduce(chain) { chain, short in
            chain.replacingOccurrences(of: "color:\(short))", with: "color:#ff0000)")
        }
        _ = try await Tool().run("get", source, "--transform", long, "-o", folder("c.png"))
        #expect(try folder.read("b.png") == folder.read("c.png"))
    }

    @Test func `a text that names a colour is drawn as it is`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(200, 60), to: "a.png")
        for (name, text) in [("b", "text(red)"), ("c", "text(%72ed)"), ("d", "text(#ff0000ff)")] {
            _ = try await Tool().run(
                "get", source, "--transform", text, "-o", folder("\(name).png"))
        }
        #expect(try folder.read("b.png") == folder.read("c.png"))
        #expect(try folder.read("b.png") != folder.read("d.png"))
    }

    @Test(arguments: [
        ["--background", "oragne"], ["--background", "#12345"], ["--size", "0%"],
        ["--size", "x%"], ["--enlarge"], ["--size", "nan%"],
    ])
    func `what is no colour and no size is refused`(words: [String]) async throws {
        let outcome = try await Tool().run(["get", "a.png"] + words)
        #expect(outcome.status == 64)
    }
}
