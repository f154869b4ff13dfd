import Testing
import WebImage

@testable import WebImageTool

struct SheetLayoutTests {
    static let widths = [400, 480, 777, 1600, 3000]

    @Test(arguments: widths, [0, 1, 5, 12])
    func `everything is on the sheet`(width: Int, count: Int) {
        let layout = ContactSheet.layout(width: width, count: count)
        #expect(layout.size.width == width)
        #expect(layout.cells.count == count)
        for rect in layout.cells.map(\.card) + [layout.title, layout.subtitle] {
            #expect(rect.clamped(to: layout.size) == rect)
        }
    }

    @Test(arguments: widths)
    func `nothing overlaps`(width: Int) {
        let layout = ContactSheet.layout(width: width, count: 12)
        let areas = [layout.title, layout.subtitle] + layout.cells.map(\.card)
        for (index, area) in areas.enumerated() {
            for other in areas[..<index] { #expect(!area.meets(other)) }
        }
    }

    @Test(arguments: widths)
    func `thumbnail and caption lie in the card, one below the other`(width: Int) {
        for cell in ContactSheet.layout(width: width, count: 7).cells {
            let parts = [cell.box] + cell.lines
            for part in parts { #expect(cell.card.contains(part)) }
            for (upper, lower) in zip(parts, parts.dropFirst()) {
                #expect(upper.y + upper.size.height <= lower.y)
            }
        }
    }

    @Test(arguments: widths)
    func `thumbnails are made for the box they are shown in`(width: Int) {
        let layout = ContactSheet.layout(width: width, count: 1)
        #expect(layout.cells.first?.box.size == SheetLayout.box(sheetWidth: width))
    }

    @Test func `a long spelling is broken between transforms, and nothing is lost`() {
        let style = TextStyle(capHeight: 10, color: .zero)
        let spelling = "resize(335x251,fill)/roundcorners(28,border:3,color:#ffe9b0)"
        let lines = ContactSheet.wrapped(spelling, style, width: 335, lines: 2)
        #expect(lines == ["resize(335x251,fill)", "/roundcorners(28,border:3,color:#ffe9b0)"])
    }

    @Test func `a transparent thumbnail shows squares, an opaque one does not`() throws {
        let box = SheetLayout.box(sheetWidth: 400)
        var opaque = Bitmap(size: box)
        opaque.fill(PixelRect(x: 0, y: 0, size: box), with: SIMD4(1, 2, 3, 255))
        for (thumbnail, isCovered) in [(opaque, true), (Bitmap(size: box), false)] {
            let entry = ContactSheet.Entry(
                thumbnail: thumbnail, name: "a", details: "b", spelling: "c")
            let sheet = try ContactSheet.drawn(title: "T", subtitle: "S", [entry], width: 400)
            let cell = try #require(ContactSheet.layout(width: 400, count: 1).cells.first)
            let middle = sheet[cell.box.x + box.width / 2, cell.box.y + box.height / 2]
            #expect((middle == SIMD4(1, 2, 3, 255)) == isCovered)
            #expect(middle.w == 255)
        }
    }
}

extension PixelRect {
    fileprivate func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.x + other.size.width <= x + size.width
            && other.y + other.size.height <= y + size.height
    }

    fileprivate func meets(_ other: PixelRect) -> Bool {
        x < other.x + other.size.width && other.x < x + size.width
            && y < other.y + other.size.height && other.y < y + size.height
    }
}
