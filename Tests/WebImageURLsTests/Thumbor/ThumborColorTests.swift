import Testing
import WebImageTransforms

@testable import WebImageURLs

@Suite struct ThumborColorTests {
    @Test(arguments: [
        ("red", "#ff0000"), ("RebeccaPurple", "#663399"), ("yellowgreen", "#9acd32"),
        ("f0a", "#ff00aa"), ("f0a8", "#ff00aa88"), ("3366ff", "#3366ff"), ("3366FF80", "#3366ff80"),
    ])
    func `colours have names or digits`(_ text: String, _ spelling: String) throws {
        #expect(try #require(RGBAColor(thumbor: text[...])).spelling == spelling)
    }

    @Test(arguments: ["", "nope", "12345", "ggg", String(repeating: "f", count: 10_000)])
    func `other texts are no colours`(_ text: String) {
        #expect(RGBAColor(thumbor: text[...]) == nil)
    }
}
