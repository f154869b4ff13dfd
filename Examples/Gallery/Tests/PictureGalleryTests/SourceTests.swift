import Foundation
import Testing
import WebImage
import WebImageComparison

@testable import PictureGallery

struct SourceTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "gallery-" + UUID().uuidString)

    @Test func `a folder lists its pictures and those below it`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["below", "png", "folder.png"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["b.png", "a.JPG", "notes.txt", "below/c.gif"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        let source = try FolderSource(folder.path)
        #expect(
            (0..<source.count).map { source.name(at: $0) } == ["a.JPG", "b.png", "below/c.gif"])
        #expect(throws: SourceFailure.self) { try FolderSource("/nonexistent") }
        let empty = folder.appendingPathComponent("folder.png").path
        #expect(try FolderSource(empty).count == 0)
    }

    @Test(arguments: ImageFormat.all)
    func `a folder lists every format that the gallery decodes`(format: ImageFormat) throws {
        #expect(CodecList.installed.decoders.contains { $0.formats.contains(format) })
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = "a.\(format.fileExtension)"
        try Data().write(to: folder.appendingPathComponent(name))
        #expect(try FolderSource(folder.path).name(at: 0) == name)
    }

    @Test func `a drawing of a folder is shown`() async throws {
        let pictures = folder.appendingPathComponent("pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>"
        try Data(drawing.utf8).write(to: pictures.appendingPathComponent("a.svg"))
        let pipeline = GalleryCaches(folder: folder.path, codecs: .ofTests).pipeline
        let response = try await pipeline.image(for: FolderSource(pictures.path).request(at: 0))
        #expect(response.format == .svg && response.image.size == PixelSize(30, 20))
    }

    @Test func `a list has a picture for each line, named by its path`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("list").path
        let text = "# cats\nhttp://127.0.0.1/a%20cat.jpg?w=3\n\n  http://127.0.0.1/b.png \n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let source = try ListSource(file)
        #expect((0..<source.count).map { source.name(at: $0) } == ["a cat.jpg", "b.png"])
        #expect(throws: SourceFailure.self) { try ListSource("/dev/null") }
    }

    @Test func `generated pictures decode as their format and size`() async throws {
        let source = try GeneratedSource(count: 60, scale: 0.1)
        let pipeline = GalleryCaches(folder: folder.path, codecs: .ofTests).pipeline
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<60 {
            let recipe = PictureRecipe(number)
            guard !recipe.isSlow else { continue }
            let response = try await pipeline.image(for: source.request(at: number))
            #expect(response.image.size == recipe.size.scaled(by: 0.1))
            #expect(response.format == recipe.format)
            #expect((response.image.frames?.count ?? 1) == (recipe.isAnimated ? 16 : 1))
        }
    }

    @Test func `names are unique and say their colours`() {
        let names = (0..<1000).map { PictureRecipe($0).name }
        #expect(Set(names).count == 1000)
        for (number, name) in names.enumerated() {
            let words = name.split(separator: " ")
            #expect(
                Scene.Palette.all.contains { $0.name == words[0] } && words.count == 3, "\(name)")
            #expect(words[2].split(separator: ".").first.flatMap { Int($0) } == number, "\(name)")
        }
    }

    @Test func `a search finds all words in any order and case`() async throws {
        let source = try GeneratedSource(count: 2000, scale: 0.1)
        let found = try await NameSearch.matches("HILLS amber", in: source)
        let expected = (0..<2000).filter { source.name(at: $0).hasPrefix("amber hills") }
        #expect(found.map { Int($0) } == expected && !expected.isEmpty)
        #expect(try await NameSearch.matches("ÄRGER", in: NamedSource("Großer Ärger.png")) == [0])
        #expect(try await NameSearch.matches("Ärgern", in: NamedSource("Großer Ärger.png")) == [])
    }
}

/// A source of one picture.
private struct NamedSource: PictureSource {
    let title: String
    let count = 1

    init(_ name: String) { title = name }

    func name(at index: Int) -> String { title }
    func request(at index: Int) -> ImageRequest { ImageRequest(title) }
}
