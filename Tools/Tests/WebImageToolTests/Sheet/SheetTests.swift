import Testing
import WebImage

@testable import WebImageTool

/// `sheet`: one's own pictures with captions.
struct SheetTests {
    /// Writes three pictures of one colour each.
    private func pictures(in folder: Folder) throws {
        for (name, color) in [
            ("red.png", SIMD4<UInt8>(0, 0, 255, 255)), ("sub/green.png", SIMD4(0, 255, 0, 255)),
            ("tall.png", SIMD4(255, 0, 0, 255)),
        ] {
            let size = name == "tall.png" ? PixelSize(10, 200) : PixelSize(400, 300)
            var bitmap = Bitmap(size: size, isOpaque: true)
            bitmap.fill(PixelRect(x: 0, y: 0, size: size), with: color)
            let encoder = try CodecList.installed.encoder(for: .png)
            let block = try encoder.encode(bitmap, settings: EncodeSettings())
            try folder.write(block.withUnsafeBytes { Array($0) }, to: "in/\(name)")
        }
    }

    @Test func `each picture is in its box, with a caption below`() async throws {
        let folder = try Folder()
        try pictures(in: folder)
        let words = ["sheet", "-r", folder("in"), "--columns", "2", "--width", "800"]
        let outcome = try await Tool().run(words + ["-o", folder("sheet.png")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("3 pictures"))
        let sheet = try Pictures.decode(folder.read("sheet.png"))
        let shape = SheetShape(columns: 2, captionLines: 1, hasTitle: false)
        let layout = ContactSheet.layout(width: 800, count: 3, shape: shape)
        #expect(sheet.size == layout.size)
        let colors: [SIMD4<UInt8>] = [
            SIMD4(0, 0, 255, 255), SIMD4(0, 255, 0, 255), SIMD4(255, 0, 0, 255),
        ]
        for (cell, color) in zip(layout.cells, colors) {
            let middle = (
                cell.box.x + cell.box.size.width / 2, cell.box.y + cell.box.size.height / 2
            )
            #expect(sheet[middle.0, middle.1] == color)
            // The text is brighter than the card.
            let line = try #require(cell.lines.first)
            let isWritten = (0..<line.size.width).contains { x in
                sheet[line.x + x, line.y + line.size.height / 2].y > 150
            }
            #expect(isWritten)
        }
    }

    @Test func `title, caption and format are as they are asked for`() async throws {
        let folder = try Folder()
        try pictures(in: folder)
        let plain = try await Tool().run(
            "sheet", folder("in/red.png"), "--caption", "", "-o", folder("a.jpg"), "--json")
        let titled = try await Tool().run(
            "sheet", folder("in/red.png"), "--title", "Über", "--caption", "{name} {bytes}", "-o",
            "-", "--format", "webp")
        #expect(try plain.json().first?.text("format") == "jpeg")
        #expect(Pictures.format(of: titled.output) == .webp)
        let height = try #require(try plain.json().first?.number("height"))
        #expect(try Pictures.decode(titled.output).size.height > height + 60)
    }

    @Test func `a source that fails is left out`() async throws {
        let folder = try Folder()
        try pictures(in: folder)
        let outcome = try await Tool().run(
            "sheet", folder("none.png"), folder("in/red.png"), "-o", folder("s.png"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("none.png: load: "))
        #expect(outcome.text.contains("1 picture\n"))
        let nothing = try await Tool().run("sheet", folder("none.png"), "-o", folder("n.png"))
        #expect(nothing.status == 1)
        #expect(try folder.names() == ["in", "s.png"])
    }

    @Test(arguments: [
        ["--columns", "90"], ["--caption", "{nme}"], ["--width", "10"], ["-o", "/"],
        ["-o", "s.xyz"],
    ])
    func `what makes no sense is refused`(words: [String]) async throws {
        let outcome = try await Tool().run(["sheet", "a.png", "-o", "s.png"] + words)
        #expect(outcome.status == 64)
        #expect(!outcome.errors.isEmpty)
    }

    @Test func `letters with accents are no boxes`() {
        let font = StrokeFont.standard
        let missing = font["猫"]
        for character in "äöüßéèêñçøåæÄÖÜÉÇØÅÆýšž" {
            #expect(font.contains(character), "\(character)")
            #expect(font[character] != missing)
        }
        for character in "ÄÅÉÑŽ" {
            let top = font[character].strokes.joined().map(\.y).max() ?? 0
            #expect(top > 21 && top <= StrokeFont.ascent)
        }
        #expect(font["ä"].advance == font["a"].advance)
        #expect(font["ä"].strokes.count == font["a"].strokes.count + 2)
    }
}
