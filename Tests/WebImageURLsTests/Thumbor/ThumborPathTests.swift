import Testing

@testable import WebImageURLs

@Suite struct ThumborPathTests {
    @Test func `an address has all parts in their order`() {
        let path = ThumborPath(
            "meta/trim:bottom-right:30/10x20:110x120/adaptive-full-fit-in/-300xorig/left/bottom/smart/"
                + "filters:blur(3):watermark(http://a.test/(b)/c,0,0,0)/http://a.test/d?e=/f")
        #expect(path.isInfo)
        #expect(path.trim == ThumborPath.Trim(isBottomRight: true, tolerance: 30))
        #expect(path.corners == ThumborPath.Corners(left: 10, top: 20, right: 110, bottom: 120))
        #expect(path.fit == .outside)
        #expect(path.adapts)
        #expect(path.size.width == .pixels(300))
        #expect(path.size.height == .original)
        #expect(path.size.mirrorsColumns)
        #expect(!path.size.mirrorsRows)
        #expect(path.column == "left")
        #expect(path.row == "bottom")
        #expect(path.isSmart)
        // The first closing parenthesis in front of a slash ends the filters, as in thumbor.
        #expect(path.filters == "blur(3):watermark(http://a.test/(b)")
        #expect(path.source == "c,0,0,0)/http://a.test/d?e=/f")
    }

    @Test(arguments: [
        "smart/meta/a", "trim:/a", "trim:1:2/a", "trim:top-right/a", "10x20:30x/a", "1x2x3:4x5/a",
        "fit-in", "300/a", "axb/a", "300x200x1/a", "+300x200/a", "--300x200/a", "middle/left/a",
        "filters:/a", "filters:blur(3)a/b", "Fit-in/a", "%66it-in/a", "/300x200/a", "",
    ])
    func `text of another form begins the source`(_ text: String) {
        let path = ThumborPath(text[...])
        let isTaken = ["smart/meta/a", "middle/left/a"].contains(text)
        #expect(path.source == (isTaken ? text.drop { $0 != "/" }.dropFirst() : text[...]))
        #expect(path.size == ThumborPath.Size())
        #expect(path.fit == nil)
        #expect(path.filters.isEmpty)
    }

    @Test func `the middle is stated or not`() {
        for text in ["300x200/center/middle/a", "300x200/a"] {
            let path = ThumborPath(text[...])
            #expect(path.source == "a")
            #expect(path.column == nil || path.column == "center")
            #expect(path.row == nil || path.row == "middle")
        }
        #expect(ThumborPath("0x-0/a").size == ThumborPath.Size(mirrorsRows: true))
    }
}
