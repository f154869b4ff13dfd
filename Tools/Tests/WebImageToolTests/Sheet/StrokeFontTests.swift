import Testing
import WebImage

@testable import WebImageTool

struct StrokeFontTests {
    static let printable = (32...126).map { Character(Unicode.Scalar(UInt8($0))) }
    static let ink = SIMD4<UInt8>(0, 0, 0, 255)

    @Test(arguments: printable)
    func `every printable ASCII character has a drawing`(character: Character) {
        #expect(StrokeFont.standard.contains(character))
        #expect(StrokeFont.standard[character].strokes.isEmpty == (character == " "))
    }

    @Test func `no character looks like another`() {
        let pictures = Self.printable.map { character in
            TextStyle(capHeight: 12, color: Self.ink).picture(of: String(character))
        }
        for (index, picture) in pictures.enumerated() {
            for other in pictures[..<index] { #expect(picture != other) }
        }
    }

    @Test func `no character is given twice`() {
        let characters = StrokeFont.drawings.map(\.character)
        #expect(Set(characters).count == characters.count)
    }

    @Test(arguments: printable)
    func `a character stays inside of its line and its width`(character: Character) {
        let glyph = StrokeFont.standard[character]
        for point in glyph.strokes.joined() {
            #expect((0...glyph.advance).contains(point.x))
            #expect(point.y <= StrokeFont.ascent)
            #expect(point.y >= StrokeFont.ascent - StrokeFont.lineHeight)
        }
    }

    @Test func `digits are equally wide`() {
        #expect(Set("0123456789".map { StrokeFont.standard[$0].advance }).count == 1)
    }

    @Test func `a character that is not in the font is an empty box`() {
        #expect(!StrokeFont.standard.contains("漢"))
        #expect(StrokeFont.standard["漢"].strokes.first?.count == 5)
    }

    @Test func `a quarter leaves in one direction and arrives in the other`() throws {
        let line = try #require(StrokePath("M0,0 H10,20").polylines.first)
        let last = try #require(line.last)
        #expect(abs(last.x - 10) < 0.001 && abs(last.y - 20) < 0.001)
        #expect(line[1].x > line[1].y)
    }
}
