import Testing
import WebImage

@testable import WebImageTool

/// Captions of narrow cards.
struct SheetCaptionTests {
    private func entry(_ spelling: String = "") -> ContactSheet.Entry {
        ContactSheet.Entry(
            thumbnail: Bitmap(size: PixelSize(4, 3)),
            name: "a-picture-with-a-name-that-is-rather-long.jpeg", details: "jpeg · 1200x1600",
            spelling: spelling)
    }

    @Test(arguments: [170, 207, 300, 700])
    func `format and size are never cut`(width: Int) {
        for (spelling, lines) in [("", 1), ("", 2), ("blur(3)", 3)] {
            let caption = ContactSheet.caption(entry(spelling), width: width, lines: lines)
            let all = [caption.details] + caption.further
            #expect(all.contains("jpeg · 1200x1600"), "\(width), \(lines): \(caption)")
            #expect(caption.name.hasPrefix("a"), "\(width), \(lines): \(caption)")
        }
    }

    @Test func `narrow cards have a line for each`() {
        let shape = { SheetShape(columns: $0, captionLines: 1, hasTitle: false) }
        #expect(SheetLayout.needsTwoLines(sheetWidth: 1600, shape: shape(6)))
        #expect(!SheetLayout.needsTwoLines(sheetWidth: 1600, shape: shape(4)))
    }
}
