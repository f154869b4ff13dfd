import Testing
import WebImage
import WebImageTesting

/// The sources of `get`, its changes and its output.
struct GetTests {
    static let fields = [
        "age_s", "bytes", "dropped", "fallback", "format", "height", "index", "origin", "output",
        "source",
        "source_height", "source_width", "stale", "timings_ms", "truncated", "unchanged", "width",
    ]

    @Test func `without an output nothing is written and the picture is reported`() async throws {
        let folder = try Folder()
        let bytes = try Pictures.png()
        try folder.write(bytes, to: "cat.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        let outcome = try await tool.run("get", "cat.png")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("cat.png: png 40x30, \(bytes.count) bytes, from file, "))
        #expect(outcome.errors.isEmpty)
        #expect(try folder.names() == ["cat.png"])
    }

    @Test func `JSON has exactly the fields of the design`() async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.jpeg()
        origin.reply("/cat.jpg", with: OriginReply(body: bytes))
        let url = origin.url("/cat.jpg")
        let line = try #require(try await Tool().run("get", url, "--json").json().first)
        #expect(line.names == Self.fields)
        #expect(line.text("source") == url)
        #expect(line.text("origin") == "network")
        #expect(line.text("format") == "jpeg")
        #expect(line.number("source_width") == 40)
        #expect(line.number("source_height") == 30)
        #expect(line.number("width") == 40)
        #expect(line.number("height") == 30)
        #expect(line.number("bytes") == bytes.count)
        #expect(line.isNull("output"))
        #expect(try line.object("timings_ms").names.contains("load"))
    }

    @Test(arguments: [["--size", "20x"], []])
    func `a file that ends before its pixels do is written, and told`(size: [String]) async throws {
        let folder = try Folder()
        let bytes = Array(try Pictures.png(80, 60))
        try folder.write(bytes, to: "whole.png")
        try folder.write(Array(bytes.prefix(bytes.count * 3 / 4)), to: "cut.png")
        var tool = Tool()
        tool.workingFolder = folder.path
        let outcome = try await tool.run(
            ["get", "cut.png", "whole.png", "-o", "out/", "--json"] + size)
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "webimage: note: cut.png: the file is cut off or damaged, "
                + "and is shown as far as it goes\n")
        let lines = try outcome.json()
        #expect(lines.map { $0.flag("truncated") } == [true, false])
    }

    @Test func `the size is applied first, then the transforms in order`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(80, 60), to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--size", "40x", "--transform", "crop(20x10,0,0)", "--transform",
            "rotate(90)", "-o", folder("out.png"), "--json")
        let line = try #require(try outcome.json().first)
        #expect(line.number("source_width") == 80)
        #expect(line.number("width") == 10)
        #expect(line.number("height") == 20)
        #expect(line.text("output") == folder("out.png"))
        let written = try folder.read("out.png")
        #expect(line.number("bytes") == written.count)
        #expect(try Pictures.decode(written).size == PixelSize(width: 10, height: 20))
    }

    @Test(arguments: ["logo.png", "file:"])
    func `a file is drawn on the picture`(logo: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(80, 60), to: "in.png")
        let path = try folder.write(try Pictures.png(20, 10), to: "logo.png")
        let url = logo == "file:" ? "file://\(path)" : logo
        var tool = Tool()
        tool.workingFolder = folder.path
        let outcome = try await tool.run(
            "get", source, "--transform", "composite(url:\(url),at:southeast,x:4)/text(a,size:9)",
            "-o", "out.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let written = try Pictures.decode(folder.read("out.png"))
        let (large, small) = (Pictures.bitmap(80, 60), Pictures.bitmap(20, 10))
        #expect(written.size == large.size)
        #expect(written[56, 50] == small[0, 0] && written[75, 59] == small[19, 9])
        #expect(written[55, 55] == large[55, 55] && written[76, 59] == large[76, 59])
        #expect(written != large)
    }

    @Test func `a missing second picture is told as such`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(8, 6), to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--transform", "composite(url:\(folder("none.png")))")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the input of composite: "), "\(outcome.errors)")
    }

    @Test func `a chain of transforms is read as one spelling, too`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(80, 60), to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--transform", "crop(20x10,0,0)/rotate(90)", "-o", folder("out.png"))
        #expect(outcome.status == 0)
        let size = try Pictures.decode(folder.read("out.png")).size
        #expect(size == PixelSize(width: 10, height: 20))
    }

    @Test(arguments: [
        ("fit", 30, 22), ("fill", 30, 30), ("stretch", 30, 30),
    ])
    func `a fit says how the picture meets the box`(
        fit: String, width: Int, height: Int
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(80, 60), to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--size", "30x30", "--fit", fit, "--json")
        let line = try #require(try outcome.json().first)
        #expect(line.number("width") == width)
        #expect(abs((line.number("height") ?? 0) - height) <= 1)
    }

    @Test(arguments: ["png", "jpeg", "webp", "bmp"])
    func `a format is written when it is asked for`(format: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run(
            "get", source, "--format", format, "-o", folder("out"), "--json")
        #expect(try outcome.json().first?.text("format") == format)
        #expect(Pictures.format(of: try folder.read("out"))?.rawValue == format)
    }

    @Test func `the name of the output chooses the format`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        #expect(try await Tool().run("get", source, "-o", folder("out.jpg")).status == 0)
        #expect(Pictures.format(of: try folder.read("out.jpg")) == .jpeg)
    }

    @Test func `a format without encoder becomes PNG when its picture changes`() async throws {
        let folder = try Folder()
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>"
        let source = try folder.write(Array(drawing.utf8), to: "in.svg")
        let outcome = try await Tool().run(
            "get", source, "--size", "20x", "-o", folder("out/"), "--json")
        #expect(try outcome.json().first?.text("format") == "png")
        #expect(Pictures.format(of: try folder.read("out/in.png")) == .png)
    }

    @Test func `an icon whose picture changes stays an icon`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.icon(), to: "in.ico")
        let outcome = try await Tool().run(
            "get", source, "--size", "20x", "-o", folder("out/"), "--json")
        #expect(try outcome.json().first?.text("format") == "ico")
        #expect(Pictures.format(of: try folder.read("out/in.ico")) == .ico)
    }

    @Test func `what is not to be changed is written byte for byte`() async throws {
        let folder = try Folder()
        let source = try folder.write(Pictures.animation, to: "in.gif")
        let outcome = try await Tool().run("get", source, "-o", folder("out/"), "--json")
        #expect(try outcome.json().first?.text("output") == folder("out/in.gif"))
        #expect(try folder.read("out/in.gif") == Pictures.animation)
    }

    @Test func `a lower quality gives fewer bytes`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        for quality in ["10", "95"] {
            _ = try await Tool().run(
                "get", source, "--quality", quality, "-o", folder("\(quality).jpg"))
        }
        #expect(try folder.read("10.jpg").count < folder.read("95.jpg").count)
    }

    @Test func `header fields are sent`() async throws {
        let origin = try OriginServer()
        origin.reply("/cat.png", with: OriginReply(body: try Pictures.png()))
        let outcome = try await Tool().run(
            "get", origin.url("/cat.png"), "--header", "X-One: 1", "--header", "X-Two:  two ")
        #expect(outcome.status == 0)
        #expect(origin.requests.first?["x-one"] == "1")
        #expect(origin.requests.first?["x-two"] == "two")
    }

    @Test func `a picture above the given number of pixels is refused`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        #expect(try await Tool().run("get", source, "--max-pixels", "1200").status == 0)
        let refused = try await Tool().run("get", source, "--max-pixels", "1199")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("in.png: decode: over the limit"))
    }

    @Test func `standard input and output are a source and a destination`() async throws {
        let bytes = try Pictures.png()
        let outcome = try await Tool().run(
            "get", "-", "--size", "20x", "--format", "jpeg", "-o", "-", input: bytes)
        #expect(outcome.status == 0)
        #expect(Pictures.format(of: outcome.output) == .jpeg)
        #expect(try Pictures.decode(outcome.output).size == PixelSize(width: 20, height: 15))
        #expect(outcome.errors.isEmpty)
    }

    @Test func `a data URL is a source`() async throws {
        let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs="
        let line = try #require(try await Tool().run("get", gif, "--json").json().first)
        #expect(line.text("format") == "gif")
        #expect(line.text("origin") == "data")
        #expect(line.text("source") == "data:image/gif")
    }

    @Test func `events are told when they are asked for`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("get", source, "--verbose", "--json")
        #expect(outcome.errors.contains("memory: miss"))
        #expect(outcome.errors.contains("decode: took "))
        #expect(outcome.errors.contains("image: took "))
        #expect(try outcome.json().count == 1)
    }

    @Test func `results come in the order of the sources, failures among them`() async throws {
        let origin = try OriginServer()
        let bytes = try Pictures.png()
        origin.reply("/slow.png", with: OriginReply(body: bytes).delayed(.milliseconds(300)))
        origin.reply("/fast.png", with: OriginReply(body: bytes))
        let urls = ["/slow.png", "/missing.png", "/fast.png"].map { origin.url($0) }
        let outcome = try await Tool().run(["get"] + urls + ["--json"])
        #expect(outcome.status == 1)
        #expect(try outcome.json().map { $0.text("source") } == urls)
    }

    @Test func `three hundred sources at once are all answered`() async throws {
        let origin = try OriginServer()
        origin.reply("/tiny.png", with: OriginReply(body: try Pictures.png(2, 2)))
        let urls = (0..<300).map { origin.url("/tiny.png?\($0)") }
        let outcome = try await Tool().run(["get"] + urls + ["--json"])
        #expect(outcome.status == 0)
        #expect(try outcome.json().map { $0.text("source") } == urls)
        #expect(origin.requestCount("/tiny.png") == 300)
    }
}
