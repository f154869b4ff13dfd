import Testing
import WebImage

@testable import WebImageTool

struct TextStyleTests {
    private let style = TextStyle(capHeight: 20, color: SIMD4(10, 20, 30, 255))

    @Test func `a text is as wide as its characters together`() {
        let sum = "width".reduce(Float(0)) { $0 + StrokeFont.standard[$1].advance }
        #expect(style.width(of: "width") == Int(sum.rounded(.up)))
    }

    @Test func `twice the size is twice as wide`() {
        let large = TextStyle(capHeight: 40, color: style.color)
        #expect(abs(large.width(of: "Measure") - 2 * style.width(of: "Measure")) <= 1)
    }

    @Test func `a picture has the measured size`() throws {
        let picture = try #require(style.picture(of: "Ag"))
        #expect(picture.size == PixelSize(width: style.width(of: "Ag"), height: style.lineHeight))
    }

    @Test func `no text is no picture`() {
        #expect(style.picture(of: "") == nil)
    }

    @Test func `the middle of a stroke has the full colour, and space beside it none`() throws {
        let picture = try #require(style.picture(of: "I"))
        #expect(picture[picture.size.width / 2, style.ascent - 10] == style.color)
        #expect(picture[0, style.ascent - 10] == .zero)
    }

    @Test(arguments: ["short", "a long line that does not fit the width at all"])
    func `a fitted text is never wider than asked for`(text: String) {
        let fitted = style.fitted(text, into: 200)
        #expect(style.width(of: fitted) <= 200)
        #expect(fitted == text || fitted.hasSuffix("..."))
    }

    @Test func `a text that fits stays as it is`() {
        #expect(style.fitted("fits", into: style.width(of: "fits")) == "fits")
    }
}
