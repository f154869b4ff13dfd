import Foundation
import Testing
import WebImage
import WebImageTesting

/// The formats and settings with which `get` writes.
struct EncodingTests {
    private static let formats = CodecList.installed.encoders.map(\.format.rawValue)

    private static func photograph(_ width: Int, _ height: Int) throws -> [UInt8] {
        let scene = Scene.photograph(size: PixelSize(width: width, height: height))
        let encoder = try CodecList.installed.encoder(for: .png)
        return try encoder.encode(scene, settings: EncodeSettings()).withUnsafeBytes { Array($0) }
    }

    @Test(arguments: formats)
    func `every format is written and read back`(format: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.photograph(64, 48), to: "in.png")
        let written = try await Tool().run(
            "get", source, "--format", format, "--effort", "1", "-o", folder("out"))
        #expect(written.status == 0, "\(written.errors)")
        let line = try #require(try await Tool().run("info", folder("out"), "--json").json().first)
        #expect(line.text("format") == (format == "apng" ? "png" : format))
        #expect(line.number("width") == 64)
        #expect(line.number("height") == 48)
    }

    @Test(arguments: ["webp", "avif", "jxl", "png", "tiff", "bmp", "ico"])
    func `lossless loses nothing`(format: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.photograph(40, 30), to: "in.png")
        let written = try await Tool().run(
            "get", source, "--format", format, "--lossless", "-o", folder("out"))
        #expect(written.status == 0, "\(written.errors)")
        let back = try await Tool().run(
            "get", folder("out"), "--format", "png", "-o", folder("back.png"))
        #expect(back.status == 0, "\(back.errors)")
        let seen = ImageComparison(
            try Pictures.decode(folder.read("back.png")), try Pictures.decode(folder.read("in.png"))
        )
        #expect(seen.maximum == 0)
    }

    @Test func `a bound of bytes lowers the quality until the file fits`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.photograph(320, 240), to: "in.png")
        let words = ["get", source, "--max-bytes", "6000", "-o", folder("out.jpg")]
        #expect(try await Tool().run(words).status == 0)
        let count = try folder.read("out.jpg").count
        #expect((3000...6000).contains(count))
        let none = try await Tool().run(
            ["get", source, "--max-bytes", "60", "-o", folder("none.jpg")])
        #expect(none.status == 1)
        #expect(none.errors.contains("encode"))
        #expect(try folder.names() == ["in.png", "out.jpg"])
    }

    @Test(arguments: ["jpeg", "webp", "png", "gif", "tiff", "bmp"])
    func `a bound of bytes that no quality meets makes the picture smaller`(
        format: String
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.photograph(320, 240), to: "in.png")
        let words = ["get", source, "--format", format, "--max-bytes", "1200", "--json"]
        let line = try #require(try await Tool().run(words + ["-o", folder("out")]).json().first)
        let info = try #require(try await Tool().run("info", folder("out"), "--json").json().first)
        #expect(try folder.read("out").count <= 1200)
        #expect(line.number("width") == info.number("width"))
        #expect(try #require(info.number("width")) < 320)
    }

    @Test(arguments: ["jpeg", "webp", "avif"], ["79", "80", "81"])
    func `a stated quality encodes anew`(format: String, quality: String) async throws {
        let folder = try Folder()
        let png = try folder.write(try Self.photograph(64, 48), to: "in.png")
        let best = ["--format", format, "--quality", "98", "--effort", "1", "-o", folder("best")]
        #expect(try await Tool().run(["get", png] + best).status == 0)
        let words = ["get", folder("best"), "--quality", quality, "-o", folder("out")]
        #expect(try await Tool().run(words).status == 0)
        #expect(try folder.read("out").count < folder.read("best").count * 2 / 3)
    }

    @Test(arguments: [
        ["--max-bytes", "9999999"], ["--max-size", "9999x9999"], ["--size", "9999x"],
        ["--first-frame"], ["--page", "1"], ["--background", "ffffff"], ["--format", "jpeg"],
        ["--transform", "blur(0)/rotate(360)"], ["--transform", "contrast(1)"], ["--icc", "srgb"],
        ["--transform", "brightness(0)", "--transform", "saturation(1)/sepia(0)"],
        ["--transform", "sharpen(0)/pixelate(1)"], ["--icc", "keep"],
    ])
    func `options that change nothing leave the bytes alone`(words: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.jpeg(), to: "in.jpg")
        let outcome = try await Tool().run(["get", source, "-o", folder("out.jpg")] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("out.jpg") == folder.read("in.jpg"))
    }

    @Test(arguments: [([], true), (["--transform", "brightness(0)"], false)])
    func `a transform that changes nothing makes sRGB of Display P3`(
        words: [String], isCopied: Bool
    ) async throws {
        let folder = try Folder()
        var red = Bitmap(size: PixelSize(width: 2, height: 1), isOpaque: true)
        let rect = PixelRect(x: 0, y: 0, size: red.size)
        red.fill(rect, with: SIMD4(40, 40, 220, 255))
        let png = try CodecList.installed.encoder(for: .png).encode(red, settings: EncodeSettings())
        var bytes = png.withUnsafeBytes { Array($0) }
        let codePoints: [UInt8] =
            [0, 0, 0, 4] + Array("cICP".utf8) + [12, 13, 0, 1, 0x6E, 0x03, 0xE3, 0xEF]
        bytes.insert(contentsOf: codePoints, at: 33)
        let source = try folder.write(bytes, to: "in.png")
        let outcome = try await Tool().run(["get", source, "-o", folder("out.png")] + words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let copy = try folder.read("out.png")
        #expect((copy == bytes) == isCopied)
        guard !isCopied else { return }
        let pixel = try Pictures.decode(copy)[0, 0]
        #expect(pixel.z >= 239 && pixel.z <= 243 && pixel.y <= 2 && (20...26).contains(pixel.x))
    }

    @Test func `a largest size scales down and never up`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.photograph(320, 240), to: "in.png")
        for (box, width) in [("100x100", 100), ("900x900", 320)] {
            let words = ["get", source, "--max-size", box, "-o", folder("out.png"), "--json"]
            let line = try #require(try await Tool().run(words).json().first)
            #expect(line.number("source_width") == 320)
            #expect(line.number("width") == width)
            #expect(try Pictures.decode(folder.read("out.png")).size.width == width)
        }
    }

    @Test func `the background shows through in a format without alpha`() async throws {
        let folder = try Folder()
        let clear = Bitmap(size: PixelSize(width: 16, height: 16))
        let png = try CodecList.installed.encoder(for: .png)
        let bytes = try png.encode(clear, settings: EncodeSettings())
        let source = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "in.png")
        let words = ["get", source, "--background", "#ff8000", "-o", folder("out.jpg")]
        #expect(try await Tool().run(words).status == 0)
        let pixel = try Pictures.decode(folder.read("out.jpg"))[8, 8]
        #expect(pixel.z > 245 && (120...136).contains(pixel.y) && pixel.x < 10)
    }

    @Test(arguments: ["webp", "apng", "gif", "avif", "jxl"])
    func `an animation stays one in another format`(format: String) async throws {
        let folder = try Folder()
        let source = try folder.write(try Animations.gif(), to: "in.gif")
        let words = ["get", source, "--format", format, "--effort", "1", "-o", folder("out")]
        let outcome = try await Tool().run(words)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try #require(try await Tool().run("info", folder("out"), "--json").json().first)
        #expect(line.number("frames") == 3)
        #expect(line.numbers("durations_ms") == [100, 250, 50])
        let still = try await Tool().run(words + ["--first-frame"])
        #expect(still.status == 0)
        let first = try #require(try await Tool().run("info", folder("out"), "--json").json().first)
        #expect(first.number("frames") == 1)
    }

    @Test func `an APNG that is changed stays one under the name of a PNG`() async throws {
        let folder = try Folder()
        let gif = try folder.write(try Animations.gif(), to: "in.gif")
        let source = folder("in.png")
        #expect(try await Tool().run("get", gif, "--format", "apng", "-o", source).status == 0)
        for (flags, frameCount) in [
            (["--size", "12x"], 3), (["--max-size", "12x"], 3),
            (["--first-frame"], 1), (["--format", "png"], 1),
        ] {
            let outcome = try await Tool().run(["get", source, "-o", folder("out.png")] + flags)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let line = try await Tool().run("info", folder("out.png"), "--json").json().first
            #expect(line?.number("frames") == frameCount)
        }
    }

    @Test func `metadata is left out unless it is to be kept`() async throws {
        let folder = try Folder()
        var settings = EncodeSettings()
        settings.embedded.density = PixelDensity(x: 300, y: 300)
        let encoder = try CodecList.installed.encoder(for: .jpeg)
        let bytes = try encoder.encode(Pictures.bitmap(20, 20), settings: settings)
        let source = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "in.jpg")
        for (flag, density) in [([], false), (["--keep-metadata"], true)] {
            let words = ["get", source, "--size", "10x", "-o", folder("out.jpg")] + flag
            #expect(try await Tool().run(words).status == 0)
            let line = try await Tool().run("info", folder("out.jpg"), "--json").json().first
            #expect(line?.numbers("density_ppi")?.first == (density ? 300 : nil))
        }
    }

    @Test func `metadata is stripped from copied bytes, or the place alone`() async throws {
        let folder = try Folder()
        var settings = EncodeSettings()
        settings.embedded.exif = [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x0F, 1, 2, 0, 3, 0, 0, 0, 65, 66, 0, 0, 0, 0, 0,
            0,
        ]
        settings.embedded.xmp = Array(#"<a exif:GPSLatitude="1" r="B"/>"#.utf8)
        let encoder = try CodecList.installed.encoder(for: .jpeg)
        let bytes = try encoder.encode(Pictures.bitmap(20, 20), settings: settings)
        let source = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "in.jpg")
        for (words, make, place) in [
            ([], true, true), (["--strip", "gps"], true, false),
            (["--strip", "all"], false, false),
        ] as [([String], Bool, Bool)] {
            let outcome = try await Tool().run(["get", source, "-o", folder("out.jpg")] + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let line = try await Tool().run("info", folder("out.jpg"), "--json").json().first
            #expect((try line?.object("exif").text("Make") == "AB") == make)
            let text = String(decoding: try folder.read("out.jpg"), as: UTF8.self)
            #expect(text.contains("GPSLatitude") == place)
            #expect(
                try Pictures.decode(folder.read("out.jpg"))
                    == Pictures.decode(folder.read("in.jpg")))
        }
        #expect(try await Tool().run("get", source, "--strip", "gsp").status == 64)
    }

    @Test(arguments: [([], false), (["--icc", "srgb"], false), (["--icc", "keep"], true)])
    func `the profile of a source is kept where that is asked for`(
        flag: [String], isKept: Bool
    ) async throws {
        let folder = try Folder()
        // A display profile of RGB without tags, which names no colours to convert.
        var profile = [UInt8](repeating: 0, count: 132)
        profile[3] = 132
        for (at, name) in [(12, "mntr"), (16, "RGB "), (20, "XYZ "), (36, "acsp")] {
            profile.replaceSubrange(at..<at + 4, with: Array(name.utf8))
        }
        var settings = EncodeSettings()
        settings.embedded.profile = profile
        let bytes = try CodecList.installed.encoder(for: .jpeg)
            .encode(Pictures.bitmap(20, 20), settings: settings)
        let source = try folder.write(bytes.withUnsafeBytes { Array($0) }, to: "in.jpg")
        for output in ["out.jpg", "out.webp"] {
            let words = ["get", source, "--size", "10x", "-o", folder(output)] + flag
            #expect(try await Tool().run(words).status == 0)
            let file = try ByteBlock(copying: folder.read(output))
            let format: ImageFormat = output == "out.jpg" ? .jpeg : .webp
            let found = try CodecList.installed.decoder(for: format)
            #expect(file.withSpan { found.color(of: $0).profile?.count } == (isKept ? 132 : nil))
        }
        // Copied bytes keep theirs, unless sRGB is stated.
        #expect(try await Tool().run(["get", source, "-o", folder("same.jpg")] + flag).status == 0)
        let isCopied = try folder.read("same.jpg") == folder.read("in.jpg")
        #expect(isCopied == (flag.last != "srgb"))
        #expect(try await Tool().run("get", source, "--icc", "kept").status == 64)
    }
}
